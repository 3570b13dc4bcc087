import { z } from 'zod'
import { ensureAccount } from '../accounts'
import { addLines } from '../lines'
import type { World } from '../world'
import { jsonRoute } from './body'
import { accountName, instant, purchaseId, sumOfPaise, text, whole } from './fields'

const line = z
  .strictObject({
    title: text(4_000),
    subtitle: text(4_000).default(''),
    amount_minor: whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    currency: z
      .string({ error: 'must be a currency code' })
      .regex(/^[A-Z]{3}$/, { error: 'must be a currency code of three capital letters' })
      .default('INR'),
    display: text(256).nullish(),
    date: instant.optional(),
    purchase_id: purchaseId.nullish(),
    refunded_minor: sumOfPaise.nullish(),
  })
  .refine(({ amount_minor, refunded_minor }) => !refunded_minor || refunded_minor < amount_minor, {
    path: ['refunded_minor'],
    error: 'must be less than amount_minor: what came back in full has no line',
  })

const schema = z.strictObject({
  account: accountName,
  lines: z.array(line, { error: 'must be a list of lines' }),
})

/** `POST /control/lines`: lines as given, dated now where no date is; `amount_minor` is before refunds. */
export function addLinesRoute(world: World) {
  return jsonRoute(schema, (input) => {
    ensureAccount(world, input.account)
    const lines = input.lines.map((given) => ({
      title: given.title,
      subtitle: given.subtitle,
      amountMinor: given.amount_minor,
      currency: given.currency,
      display: given.display,
      at: given.date ?? world.clock.now(),
      purchaseId: given.purchase_id,
      refundedMinor: given.refunded_minor,
    }))
    return { added: addLines(world, input.account, lines) }
  })
}
