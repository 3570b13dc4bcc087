import { z } from 'zod'
import { RefusedChange } from '../purchase-rules'
import { advancePurchase, purchaseById } from '../purchases'
import { purchaseView } from '../view'
import type { World } from '../world'
import { jsonRoute } from './body'
import { purchaseDetails, purchaseFields } from './purchase-fields'

const schema = z.strictObject(purchaseFields)

/** `POST /control/purchases/:id/advance`: the next revision; held reads wake. 404 for an unknown id. */
export function advanceRoute(world: World) {
  return jsonRoute(schema, (input, c) => {
    const id = c.req.param('id') ?? ''
    const before = purchaseById(world, id)
    if (!before) throw new RefusedChange('id', 'There is no purchase with this id.')
    const change = purchaseDetails(input, before.amount_minor, world.clock.now())
    return purchaseView(world, advancePurchase(world, id, change))
  })
}
