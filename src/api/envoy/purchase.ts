import * as z from 'zod/mini'
import type { PurchaseId } from '@/lib/ids'
import { readUserAction } from './envelope'
import { callTo } from './next'
import type { OkReply } from './read-reply'
import {
  flag,
  instant,
  items,
  money,
  moneyState,
  oneOf,
  parseOr,
  purchaseId,
  requiredInstant,
  requiredPurchaseId,
  stateName,
  text,
} from './schemas'
import type { ListedPurchase, Purchase, PurchaseStatus, TimelineStep } from './types'

const merchant = z.catch(z.object({ name: text, domain: text }), { name: null, domain: null })
const checkoutBy = z.catch(z.nullable(oneOf('agent', 'envoy')), null)

const listedShape = {
  purchase_id: requiredPurchaseId,
  state: stateName,
  merchant,
  amount: money,
  checkout_by: checkoutBy,
  created_at: instant,
}
const listedSchema = z.object(listedShape)

const question = z.object({
  id: z.string(),
  kind: z.catch(z.string(), ''),
  prompt: z.string(),
  options: z.catch(z.array(z.string()), []),
})
const funding = z.object({ url: z.string(), amount: money, expires_at: instant })
const step = z.object({ state: stateName, at: requiredInstant })

/** Only the first three fields of C22 are required; a card is never even read. */
const purchaseSchema = z.object({
  ...listedShape,
  revision: z.custom<string | number>(
    (value) => typeof value === 'string' || Number.isFinite(value),
  ),
  agent: z.catch(z.object({ name: text }), { name: null }),
  money: moneyState,
  charged: money,
  refunded: money,
  question: z.catch(z.nullable(question), null),
  funding: z.catch(z.nullable(funding), null),
  needs_support: flag,
  spending_closed: flag,
  superseded_by: purchaseId,
  retry_of: purchaseId,
  timeline: z.catch(z.nullable(items), null),
})

function toListed(read: z.infer<typeof listedSchema>): ListedPurchase {
  return {
    purchaseId: read.purchase_id,
    state: read.state,
    merchant: read.merchant,
    amount: read.amount,
    checkoutBy: read.checkout_by,
    createdAt: read.created_at,
  }
}

/** A purchase of a list, or null when it cannot be read. */
export function readListedPurchase(raw: unknown): ListedPurchase | null {
  const read = parseOr(listedSchema, raw)
  return read && toListed(read)
}

/** A purchase as get_purchase_status shows it, or null when its id, revision or state is missing. */
function readPurchase(raw: unknown): Purchase | null {
  const read = parseOr(purchaseSchema, raw)
  if (read === null) return null
  return {
    ...toListed(read),
    revision: read.revision,
    agentName: read.agent.name,
    money: read.money,
    charged: read.charged,
    refunded: read.refunded,
    question: read.question,
    funding: read.funding && {
      url: read.funding.url,
      amount: read.funding.amount,
      expiresAt: read.funding.expires_at,
    },
    needsSupport: read.needs_support,
    spendingClosed: read.spending_closed,
    supersededBy: read.superseded_by,
    retryOf: read.retry_of,
    timeline: read.timeline && readTimeline(read.timeline),
  }
}

/** A step that cannot be read is left out: its time is what makes it a step. */
function readTimeline(steps: readonly unknown[]): TimelineStep[] {
  return steps.flatMap((raw) => parseOr(step, raw) ?? [])
}

/**
 * A reply that is about one purchase. Null when it is not about the one that was asked for: showing
 * another purchase's state would be worse than showing none.
 */
export function readStatus(reply: OkReply, asked: PurchaseId | null): PurchaseStatus | null {
  const purchase = readPurchase(reply.envelope.purchase)
  if (purchase === null || (asked !== null && purchase.purchaseId !== asked)) return null
  return {
    purchase,
    next: callTo('get_purchase_status', reply.next),
    saysStop: reply.next !== null && reply.next.action !== 'call_tool',
    userAction: readUserAction(reply.envelope.user_action),
    meta: reply.meta,
  }
}
