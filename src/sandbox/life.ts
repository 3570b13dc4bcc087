import { newDemoPurchase } from './life-new'
import { nextStep } from './life-steps'
import { advancePurchase } from './purchases'
import type { PurchaseRow } from './store/schema'
import type { World } from './world'

/** How often the machine's clock looks for purchases that are due, in milliseconds. */
const LOOK_EVERY_MS = 250

/**
 * Moves every purchase whose time has come (`next_move_at` by the time of data) one step on;
 * none while that time is frozen. Returns how many moved.
 */
export function moveDue(world: World): number {
  if (world.clock.frozen()) return 0
  const due = world.db
    .prepare<[number], PurchaseRow>(
      'SELECT * FROM purchases WHERE next_move_at <= ? ORDER BY next_move_at, seq',
    )
    .all(world.clock.now())
  for (const row of due) {
    const step = nextStep(row)
    // Without a step the same change with `auto` off takes it out of the queue.
    advancePurchase(world, row.purchase_id, step ?? { auto: false })
  }
  return due.length
}

/**
 * Lets purchases move by themselves until stopped. While `world.demo.buys`, the demo account also
 * starts one now and then.
 */
export function startLife(world: World): { stop(): void } {
  const buyNow = newDemoPurchase(world)
  const timer = setInterval(() => {
    moveDue(world)
    if (world.demo.buys) buyNow()
  }, LOOK_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
