import { z } from 'zod'
import { createPurchase } from '../purchases'
import { purchaseView } from '../view'
import type { World } from '../world'
import { jsonRoute } from './body'
import { accountName, instant, paise, purchaseId } from './fields'
import { name, purchaseDetails, purchaseFields } from './purchase-fields'

const schema = z.strictObject({
  ...purchaseFields,
  account: accountName,
  merchant: name.optional(),
  domain: name.nullish(),
  agent: name.default('Errand agent'),
  amount_minor: paise,
  retry_of: purchaseId.nullish(),
  at: instant.optional(),
})

/** `POST /control/purchases`: a purchase in any state, which moves only by `advance` unless `auto` is true. */
export function createPurchaseRoute(world: World) {
  return jsonRoute(schema, (input) => {
    const row = createPurchase(world, {
      ...purchaseDetails(input, input.amount_minor, world.clock.now()),
      account: input.account,
      merchant: input.merchant ?? 'Neem Mart',
      // A shop that was named without a domain has none.
      domain: input.domain ?? (input.merchant === undefined ? 'neem.example.test' : null),
      agent: input.agent,
      amountMinor: input.amount_minor,
      retryOf: input.retry_of,
      at: input.at,
    })
    return purchaseView(world, row)
  })
}
