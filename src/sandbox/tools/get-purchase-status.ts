import { z } from 'zod'
import { HOLD_SECONDS } from '@/api/envoy/contract'
import { failure, invalidInput } from '../errors'
import { readFields } from '../fields'
import { isFinal } from '../purchase-rules'
import { findPurchase } from '../purchases'
import type { PurchaseRow } from '../store/schema'
import { purchaseReply } from '../view'
import type { World } from '../world'
import { purchaseReference, REFERENCE_WORDS } from './references'
import type { Tool, ToolCall } from './tool'

const input = z.strictObject({
  purchase: purchaseReference,
  after_revision: z.int().min(0).optional(),
})
const expected = {
  purchase: REFERENCE_WORDS,
  after_revision: 'the revision of an earlier reply, an integer from 0',
}

/**
 * get_purchase_status: the purchase as it is; with `after_revision` the read is held until
 * the revision is past it, at most 25 s (C20, C21). Another account's purchase is as absent
 * as one that never was.
 */
export function getPurchaseStatus(world: World): Tool {
  return async (call) => {
    const read = readFields(input, expected, call.body, call.problems)
    if (!read.ok) return invalidInput(read.fields)
    const { purchase, after_revision: seen } = read.value
    const find = () => findPurchase(world, call.account.account, purchase)
    const row = find()
    if (!row) return failure('NOT_FOUND')
    if (seen === undefined || hasMoved(row, seen)) return purchaseReply(world, row)
    await hold(world, call, row.purchase_id, () => {
      const now = find()
      return now === null || hasMoved(now, seen)
    })
    const after = find()
    return after ? purchaseReply(world, after) : failure('NOT_FOUND')
  }
}

/** A purchase at its end is answered at once: nothing would ever wake a read of it. */
function hasMoved(row: PurchaseRow, seen: number): boolean {
  return row.revision > seen || isFinal(row.state)
}

async function hold(world: World, call: ToolCall, purchaseId: string, ready: () => boolean) {
  const since = world.clock.mono()
  await world.wakes.wait(purchaseId, {
    ms: HOLD_SECONDS * 1000,
    signal: call.signal,
    ready,
  })
  call.held(Math.round(world.clock.mono() - since))
}
