import * as fc from 'fast-check'
import type { NextCall } from '@/api/envoy/types'
import { watchPurchase } from '@/api/envoy/watch'
import type { PurchaseId } from '@/lib/ids'
import type { Open } from '../tab'
import type { ModelWorld } from '../world'
import { type Step, signedInStep, stepWith, tabOf } from './step'

/** What a page has on screen that can be followed. */
type Seen = { page: NextCall | null; status: NextCall | null }
const seen = new WeakMap<Open, Seen>()
const seenBy = (open: Open): Seen => {
  const mine = seen.get(open) ?? { page: null, status: null }
  seen.set(open, mine)
  return mine
}

export function purchaseOf({ envoy }: ModelWorld, open: Open, n: number): PurchaseId {
  const ids = envoy.accounts.get(open.owner)?.purchases ?? []
  // The sandbox made it.
  return ids[n % ids.length] as PurchaseId
}

const read = (tool: string) => ({ tool, wish: null })

function list(tab: number, limit: number): Step {
  return signedInStep('list_transactions', tab, `limit ${limit}`, (world, open) => {
    world.call(
      open,
      read('list_transactions'),
      () => open.envoy.listTransactions({ limit }),
      ({ next }) => {
        seenBy(open).page = next
      },
    )
  })
}

/** Different calls at once, so that none is shared with another. */
function burst(tab: number, times: number): Step {
  return signedInStep('burst of reads', tab, `${times} calls`, (world, open) => {
    for (let n = 1; n <= times; n += 1) {
      world.call(open, read('list_transactions'), () =>
        open.envoy.listTransactions({ limit: 10 + n }),
      )
    }
  })
}

function nextPage(tab: number): Step {
  return stepWith(
    'list_transactions, next page',
    tab,
    (open) => seenBy(open).page,
    (world, open, page) => {
      world.call(
        open,
        read('list_transactions'),
        () => open.envoy.followPage(page),
        ({ next }) => {
          seenBy(open).page = next
        },
      )
    },
  )
}

function purchases(tab: number): Step {
  return signedInStep('list_purchases', tab, '', (world, open) =>
    world.call(open, read('list_purchases'), () => open.envoy.listPurchases({ limit: 20 })),
  )
}

function status(tab: number, n: number): Step {
  return signedInStep('get_purchase_status', tab, `purchase ${n}`, (world, open) => {
    world.call(
      open,
      read('get_purchase_status'),
      () => open.envoy.getPurchaseStatus({ purchase: purchaseOf(world, open, n) }),
      ({ next }) => {
        seenBy(open).status = next
      },
    )
  })
}

/** Never repeated by itself: whoever holds it asks plainly. */
function heldStatus(tab: number): Step {
  return stepWith(
    'get_purchase_status, held',
    tab,
    (open) => seenBy(open).status,
    (world, open, next) => {
      const held = read('held get_purchase_status')
      world.call(open, held, () => open.envoy.followStatus(next))
    },
  )
}

let lastWatch = 0

function watch(tab: number, n: number): Step {
  return signedInStep('watch', tab, `purchase ${n}`, (world, open) => {
    const its = tabOf(world, tab)
    if (!its) return
    const end = new AbortController()
    lastWatch += 1
    const number = lastWatch
    const entry = { connection: open.n, stop: () => end.abort() }
    world.watches.add(entry)
    const look = async () => {
      const purchase = purchaseOf(world, open, n)
      const options = { signal: end.signal, clock: its.clock }
      for await (const sighting of watchPurchase(open.envoy, purchase, options)) {
        if (sighting.kind !== 'checked') continue
        world.tally.count('shown by a watch')
        world.observer.shown({ watch: number, owner: open.owner, status: sighting.status })
      }
    }
    look().catch((error: unknown) => world.observer.violations.push(`a watch threw ${error}`))
  })
}

function stopWatching(tab: number): Step {
  return stepWith(
    'stop watching',
    tab,
    (open, { watches }) => [...watches].find(({ connection }) => connection === open.n),
    ({ watches }, _, mine) => {
      mine.stop()
      watches.delete(mine)
    },
  )
}

/** A page with lines and a purchase on screen, as it is when it has been opened. */
export const openPage: readonly Step[] = [list(0, 2), status(0, 1), watch(0, 1)]

/** What a person and a page ask. */
export function reads(tab: fc.Arbitrary<number>): fc.Arbitrary<Step>[] {
  const purchase = fc.nat(1)
  // The one that nobody has to be asked about is watched for long.
  const watched = fc.constantFrom(1, 1, 0)
  return [
    fc.tuple(tab, fc.constantFrom(2, 3)).map((given) => list(...given)),
    fc.tuple(tab, fc.constantFrom(5, 9, 14)).map((given) => burst(...given)),
    tab.map(nextPage),
    tab.map(purchases),
    fc.tuple(tab, purchase).map((given) => status(...given)),
    tab.map(heldStatus),
    fc.tuple(tab, watched).map((given) => watch(...given)),
    fc.tuple(tab, watched).map((given) => watch(...given)),
    tab.map(stopWatching),
  ]
}
