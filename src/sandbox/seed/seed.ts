import { ensureAccount } from '../accounts'
import type { World } from '../world'
import { history, YOUNGEST } from './history'
import { insertHistory, insertSeeded, withoutIndexes } from './insert'
import { DEMO_AGENTS, OTHER_AGENTS } from './merchants'
import { HOUR } from './moments'
import { NEWEST_WITH_LINES, newestPurchases, openQuestion } from './newest'
import { createRandom } from './random'
import type { Buyer, Seeded } from './seeded'

/** What a seed starts from: how many lines `demo` has, the seed number, the time of data (epoch ms). */
export type SeedOptions = { lines: number; seed: number; now: number }

const OTHER_LINES = 40

/**
 * Fills empty tables with the accounts `demo` and `other`. The same options give the same
 * rows, ids included. Exactly `lines` lines belong to `demo`; with none it has no purchases either.
 */
export function seed(world: World, options: SeedOptions): void {
  world.db.transaction(() => {
    ensureAccount(world, 'demo')
    ensureAccount(world, 'other')
    withoutIndexes(world.db, () => {
      seedDemo(world, options)
      seedOther(world, options)
    })
  })()
}

function seedDemo(world: World, { lines, seed, now }: SeedOptions): void {
  if (lines === 0) return
  const random = createRandom(seed)
  const buyer: Buyer = { account: 'demo', agents: DEMO_AGENTS }
  const withLines = lines >= NEWEST_WITH_LINES
  const count = withLines ? lines - NEWEST_WITH_LINES : lines
  const older = watchOlder(history(random, buyer, count, now))
  insertHistory(world.db, older.purchases)
  const stretch = now - (older.newest() ?? now - 48 * HOUR)
  insertSeeded(world.db, newestPurchases({ random, buyer, now, stretch }, withLines))
}

function seedOther(world: World, { seed, now }: SeedOptions): void {
  const random = createRandom(seed + 0x6f74)
  const buyer: Buyer = { account: 'other', agents: OTHER_AGENTS }
  insertHistory(world.db, history(random, buyer, OTHER_LINES, now))
  insertSeeded(world.db, [openQuestion({ random, buyer, now, stretch: HOUR })])
}

/** Passes purchases through and remembers when the newest of all but the last few was started. */
function watchOlder(purchases: Iterable<Seeded>) {
  const last: number[] = []
  let newest: number | null = null
  return {
    purchases: (function* () {
      for (const purchase of purchases) {
        last.push(purchase.row.created_at)
        const passed = last.length > YOUNGEST ? last.shift() : undefined
        if (passed !== undefined) newest = Math.max(newest ?? passed, passed)
        yield purchase
      }
    })(),
    newest: () => newest,
  }
}
