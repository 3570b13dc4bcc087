import { forgetProofs } from '../proof-memory'
import type { World } from '../world'
import { seed } from './seed'

export type ResetOptions = {
  lines: number
  seed: number
  /** Time of data to start from, epoch ms; null: the time the sandbox was started with. */
  now: number | null
  /** Whether that time stands still, so that nothing moves before a test begins. */
  freeze: boolean
  keepTokens: boolean
}

const EMPTIED = ['purchases', 'timeline', 'lines', 'idempotency', 'answers'] as const

/**
 * Back to the beginning: tables emptied and seeded anew, faults, log and
 * rate windows cleared, held reads ended, no new demo purchases. Tokens, grants and sessions go too
 * unless they are kept; clients that were registered stay.
 */
export function reset(world: World, options: ResetOptions): void {
  if (options.now === null) world.clock.restart()
  else world.clock.set(options.now, false)
  if (options.freeze) world.clock.set(world.clock.now(), true)
  world.db.transaction(() => {
    for (const table of EMPTIED) world.db.exec(`DELETE FROM ${table}`)
    world.db.exec(`DELETE FROM sqlite_sequence WHERE name IN ('purchases', 'lines')`)
    dropAccounts(world, options.keepTokens)
    seed(world, { lines: options.lines, seed: options.seed, now: world.clock.now() })
  })()
  world.demo.buys = false
  world.faults.clear()
  world.rate.reset()
  world.log.clear()
  world.wakes.closeAll()
}

function dropAccounts(world: World, keepTokens: boolean): void {
  if (!keepTokens) {
    world.db.exec('DELETE FROM tokens; DELETE FROM auth_artifacts')
    forgetProofs(world)
  }
  // An account that a kept token or sign-in belongs to stays, with its switches as at the beginning.
  world.db.exec(
    `DELETE FROM accounts WHERE account NOT IN
       (SELECT account FROM tokens UNION
        SELECT account FROM auth_artifacts WHERE account IS NOT NULL);
     DELETE FROM auth_accounts`,
  )
  world.db.exec(
    'UPDATE accounts SET enabled = 1, connection_scoped_list = 0, lines_carry_purchase_id = 1',
  )
}
