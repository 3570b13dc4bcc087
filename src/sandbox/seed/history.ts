import type { State } from '@/api/envoy/contract'
import { JEWELLER, MERCHANTS, type Merchant, SUBSCRIPTION } from './merchants'
import { HOUR, istMidnight, MINUTE, moments } from './moments'
import { chargedFor, partOf, priceOf } from './prices'
import { type Random, weightedPicker } from './random'
import { type Buyer, charged, type Seeded, type Step, seeded, type Told } from './seeded'

/** How many of the newest purchases may be younger than QUIET: the rest leave room for the fixed stories. */
export const YOUNGEST = 3
const QUIET = 6 * HOUR
/** Beyond this many, purchases are remembered by their last step only. */
const REMEMBERED = 5000

/** What was asked for; `exact` when the shop charges just that. */
type Bought = { merchant: Merchant; amountMinor: number; exact?: true }

/**
 * `count` purchases that stand in the history, oldest first, and among them some more that
 * do not: given back in full, failed, cancelled, replaced.
 */
export function* history(
  random: Random,
  buyer: Buyer,
  count: number,
  now: number,
): Generator<Seeded> {
  const instants = makeRoom(random, moments(random, count, now), now)
  const pickShop = weightedPicker(MERCHANTS.map((merchant) => merchant.weight))
  const extremes = extremeAmounts(count)
  let dueAt = count >= 100 ? subscriptionAfter(instants[0] ?? now) : Number.POSITIVE_INFINITY
  for (const [index, at] of instants.entries()) {
    const due = at >= dueAt
    if (due) dueAt = subscriptionAfter(at)
    const bought = extremes.get(index) ?? (due ? subscription(index, count) : buy(random, pickShop))
    const steps = index < count - REMEMBERED ? lastOnly(at) : stepsUntil(random, at)
    const line = lineStory(random, buyer, bought, steps)
    if (index < count - 10 && random.chance(0.08)) yield lineless(random, buyer, line)
    yield line
  }
}

function buy(random: Random, pickShop: (random: Random) => number): Bought {
  const merchant = MERCHANTS[pickShop(random)] ?? JEWELLER
  return { merchant, amountMinor: priceOf(random, merchant) }
}

function subscription(index: number, count: number): Bought {
  const rupees = SUBSCRIPTION.price[index < count * 0.6 ? 0 : 1]
  return { merchant: SUBSCRIPTION, amountMinor: rupees * 100, exact: true }
}

/** A few amounts far outside the usual, in every history long enough to hold them. */
function extremeAmounts(count: number): ReadonlyMap<number, Bought> {
  if (count < 100) return new Map()
  const at = (share: number) => Math.floor(count * share)
  const small = MERCHANTS.find((merchant) => merchant.domain.startsWith('kagaz')) ?? JEWELLER
  return new Map<number, Bought>([
    [at(0.31), { merchant: small, amountMinor: 50, exact: true }],
    [at(0.86), { merchant: small, amountMinor: 100, exact: true }],
    [at(0.44), { merchant: JEWELLER, amountMinor: 48_500_000, exact: true }],
    [at(0.57), { merchant: JEWELLER, amountMinor: 999_999_900, exact: true }],
  ])
}

function lineStory(random: Random, buyer: Buyer, bought: Bought, steps: Step[]): Seeded {
  const paid = bought.exact ? bought.amountMinor : chargedFor(random, bought.amountMinor)
  const refunded = paid > 100 && random.chance(0.05) ? partOf(random, paid) : 0
  const told: Told = charged(paid, refunded)
  if (!steps.some((step) => step.state === 'ready')) told.checkout_by = 'envoy'
  if (refunded > 0) told.revision = steps.length + 1
  const { merchant, amountMinor } = bought
  return seeded(random, buyer, { merchant, amountMinor, steps, told })
}

/** A purchase that left no line, started shortly before another one. */
function lineless(random: Random, buyer: Buyer, other: Seeded): Seeded {
  const merchant = random.pick([MERCHANTS[0] ?? JEWELLER, ...MERCHANTS])
  const amountMinor = priceOf(random, merchant)
  const start = other.row.created_at - random.int(5, 90) * MINUTE
  const ending = random.pick([
    'completed',
    'completed',
    'failed',
    'failed',
    'cancelled',
    'superseded',
  ])
  const steps = [
    { state: 'processing' as const, at: start },
    { state: ending as State, at: start + random.int(40, 240) * 1000 },
  ]
  const told: Told =
    ending === 'completed' ? { ...charged(amountMinor, amountMinor), revision: 3 } : {}
  if (ending === 'superseded') told.superseded_by = other.row.purchase_id
  return seeded(random, buyer, { merchant, amountMinor, steps, told })
}

function lastOnly(at: number): Step[] {
  return [{ state: 'completed', at }]
}

/** The states a completed purchase went through, ending at `at`. */
function stepsUntil(random: Random, at: number): Step[] {
  const states: State[] = ['completed', 'verifying']
  if (random.chance(0.7)) states.push('ready')
  states.push('processing')
  const asked = random.next()
  if (asked < 0.1) states.push('needs_answer', 'processing')
  else if (asked < 0.15) states.push('waiting_for_user')
  else if (asked < 0.18) states.push('needs_details', 'processing')
  let when = at
  const steps = states.map((state, index) => {
    // A person takes longer than a machine: the step after a question comes later.
    const slow = index > 0 && (state.startsWith('needs') || state === 'waiting_for_user')
    if (index > 0) when -= slow ? random.int(2, 120) * MINUTE : random.int(12, 150) * 1000
    return { state, at: when }
  })
  return steps.reverse()
}

/** Moves all but the newest few out of the last hours, keeping the order. */
function makeRoom(random: Random, instants: number[], now: number): number[] {
  const moved = instants.map((at, index) =>
    index < instants.length - YOUNGEST && at > now - QUIET
      ? at - QUIET - random.int(0, 20 * 3600) * 1000
      : at,
  )
  return moved.sort((a, b) => a - b)
}

/** The third of the next month in India; the first purchase from then on is the subscription's. */
function subscriptionAfter(at: number): number {
  // Noon in India lies on the same calendar day in UTC.
  const day = new Date(istMidnight(at) + 12 * HOUR)
  return istMidnight(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 3, 6))
}
