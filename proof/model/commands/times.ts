import * as fc from 'fast-check'
import { RefusedChange } from '@/sandbox/purchase-rules'
import { advancePurchase, type PurchaseChange } from '@/sandbox/purchases'
import { ACCOUNTS, type AccountName } from '../envoy'
import { type Step, step } from './step'

const DAY_MS = 86_400_000

function pass(ms: number): Step {
  return step('time passes', `${ms} ms`, ({ time }) => time.pass(ms))
}

/** A laptop is closed and opened again: what was under way survives it, or does not. */
function sleep(ms: number, broken: boolean): Step {
  return step('sleep', `${ms} ms${broken ? ', connections broken' : ''}`, async (world) => {
    if (broken) world.network.breakAll()
    await world.time.sleep(ms)
  })
}

function jump(ms: number): Step {
  return step('clock jump', `${ms} ms`, ({ time }) => time.jump(ms))
}

function advance(
  account: AccountName,
  n: number,
  state: NonNullable<PurchaseChange['state']>,
): Step {
  return step('a purchase moves', `${account}'s ${n} to ${state}`, ({ envoy }, notNow) => {
    const id = envoy.accounts.get(account)?.purchases[n]
    if (id === undefined) return notNow()
    try {
      advancePurchase(envoy.world, id, { state })
    } catch (error) {
      // Nothing follows a final state.
      if (!(error instanceof RefusedChange)) throw error
      return notNow()
    }
  })
}

/** Time, and what happens in Envoy by itself. */
export function timeAndLife(): fc.Arbitrary<Step>[] {
  const moves = fc
    .tuple(
      // Most runs are of the first account.
      fc.constantFrom(...ACCOUNTS, ACCOUNTS[0], ACCOUNTS[0]),
      fc.constantFrom(1, 1, 0),
      fc.constantFrom<NonNullable<PurchaseChange['state']>[]>(
        'needs_answer',
        'processing',
        'processing',
        'verifying',
        'completed',
      ),
    )
    .map((given) => advance(...given))
  const passes = fc.constantFrom(50, 1_000, 5_000, 20_000, 61_000, 200_000).map(pass)
  return [
    passes,
    passes,
    passes,
    fc
      .tuple(fc.constantFrom(5_000, 70_000, 1_800_000), fc.boolean())
      .map((given) => sleep(...given)),
    fc
      .constantFrom(-DAY_MS, -3_600_000, -90_000, -5_000, 5_000, 90_000, 3_600_000, DAY_MS)
      .map(jump),
    moves,
    moves,
    moves,
  ]
}
