import { z } from 'zod'
import type { Outcome } from '../envelope'
import { type Failure, failure, invalidInput } from '../errors'
import { readFields } from '../fields'
import { giftCardMerchants, sellsGiftCard } from '../gift-cards'
import { canonicalInput, keyUse, rememberKey } from '../idempotency'
import { isFinal } from '../purchase-rules'
import { createPurchase, findPurchase, purchaseById } from '../purchases'
import type { PurchaseRow, TokenRow } from '../store/schema'
import { purchaseReply } from '../view'
import type { World } from '../world'
import { AMOUNT_WORDS, amountInPaise } from './amounts'
import { idempotencyKey, KEY_WORDS, purchaseReference, REFERENCE_WORDS } from './references'
import type { Tool } from './tool'

/** No rail pays more than ₹2,00,000.00. */
const RAIL_CEILING_MINOR = 2_00_000_00

// The input's shape is assumed (C24).
const input = z.strictObject({
  idempotency_key: idempotencyKey,
  merchant_url: z
    .string()
    .max(2_048)
    .refine((url) => domainOf(url) !== null, 'is not a web address'),
  amount: amountInPaise,
  rail: z.enum(['gift_card', 'one_time_card']).optional(),
  retry_of: purchaseReference.optional(),
})
const expected = {
  idempotency_key: KEY_WORDS,
  merchant_url:
    'an http or https address of at most 2048 characters, without spaces and without a user name',
  amount: AMOUNT_WORDS,
  rail: '"gift_card" or "one_time_card"',
  retry_of: REFERENCE_WORDS,
}

type Input = z.output<typeof input>

/** start_purchase: one purchase for one key, whatever is lost or sent twice (R-035… ). */
export function startPurchase(world: World): Tool {
  return ({ body, problems, token }) => {
    const read = readFields(input, expected, body, problems)
    if (!read.ok) return invalidInput(read.fields)
    return world.db.transaction(() => start(world, token, read.value)).immediate()
  }
}

function start(world: World, token: TokenRow, wanted: Input): Outcome {
  const { account } = token
  const scope = { account, tool: 'start_purchase', key: wanted.idempotency_key } as const
  const inputs = canonicalInput({
    merchant_url: wanted.merchant_url,
    amount: wanted.amount,
    rail: wanted.rail ?? null,
    retry_of: wanted.retry_of ?? null,
  })
  const use = keyUse(world, scope, inputs)
  if (use.kind === 'other') return failure('IDEMPOTENCY_CONFLICT')
  if (use.kind === 'same') {
    const known = purchaseById(world, use.purchaseId)
    return known ? purchaseReply(world, known, true) : failure('NOT_FOUND')
  }
  const original = wanted.retry_of ? findPurchase(world, account, wanted.retry_of) : null
  if (wanted.retry_of && !original) return failure('NOT_FOUND')
  const domain = domainOf(wanted.merchant_url) ?? ''
  const refused = noRail(wanted, domain) ?? stillActive(world, account, domain, original)
  if (refused) return refused
  const row = createPurchase(world, draftOf(token, wanted, domain, original))
  rememberKey(world, scope, inputs, row.purchase_id)
  return purchaseReply(world, row)
}

function draftOf(token: TokenRow, wanted: Input, domain: string, original: PurchaseRow | null) {
  const listed = giftCardMerchants().find((merchant) => merchant.domain === domain)
  return {
    account: token.account,
    connection: token.connection,
    merchant: listed?.name ?? original?.merchant ?? domain,
    domain,
    merchantUrl: wanted.merchant_url,
    agent: original?.agent ?? 'Connected agent',
    amountMinor: wanted.amount,
    state: 'processing',
    rail: wanted.rail ?? null,
    retryOf: original?.purchase_id ?? null,
    auto: true,
  } as const
}

/** What nothing can pay; the message says why. */
function noRail(wanted: Input, domain: string): Failure | null {
  if (wanted.amount > RAIL_CEILING_MINOR) {
    return failure('NO_RAIL', {
      message: 'Envoy pays up to ₹2,00,000.00 for one purchase; nothing was created.',
    })
  }
  if (wanted.rail === 'gift_card' && !sellsGiftCard(domain, wanted.amount)) {
    return failure('NO_RAIL', {
      message: 'No gift card of this merchant covers this amount; nothing was created.',
    })
  }
  return null
}

/** A purchase in progress at the same merchant, or the one to be retried; a retry of something paid is refused. */
function stillActive(
  world: World,
  account: string,
  domain: string,
  original: PurchaseRow | null,
): Failure | null {
  if (original && isFinal(original.state) && !['failed', 'cancelled'].includes(original.state)) {
    return failure('STATE_CONFLICT')
  }
  const active = original && !isFinal(original.state) ? original : activeAt(world, account, domain)
  if (!active) return null
  return failure('ACTIVE_PURCHASE_EXISTS', {
    userAction: {
      message: `A purchase at ${active.merchant} is already in progress. Wait until it is done or cancel it in the Envoy app.`,
      kind: 'active_purchase',
    },
  })
}

function activeAt(world: World, account: string, domain: string): PurchaseRow | undefined {
  return world.db
    .prepare<[string, string], PurchaseRow>(
      `SELECT * FROM purchases WHERE account = ? AND domain = ?
       AND state NOT IN ('completed', 'failed', 'cancelled', 'superseded')
       ORDER BY created_at DESC, seq DESC LIMIT 1`,
    )
    .get(account, domain)
}

/** What the URL parser would drop or mend in silence: spaces, controls, halves of characters, backslashes. */
const MENDED = /[\s\p{Cc}\p{Cs}\\]/u

/** The merchant's domain in a web address, without `www.`; null if it is none. */
function domainOf(url: string): string | null {
  if (MENDED.test(url) || !URL.canParse(url)) return null
  const { protocol, hostname, username, password } = new URL(url)
  if (!['http:', 'https:'].includes(protocol) || username || password) return null
  return hostname.replace(/^www\./, '') || null
}
