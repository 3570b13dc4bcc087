import type { MoneyState } from '@/api/envoy/contract'
import type { CallFailure } from '@/api/envoy/failure'
import type { PurchaseStatus, StateName } from '@/api/envoy/types'

/**
 * One instant on two clocks, epoch milliseconds: `at` is the browser's, for ages, since Envoy's
 * may jump between two replies; `shown` is Envoy's, for the words people read (C5).
 */
export type Moment = { readonly at: number; readonly shown: number }

export type Check = { readonly status: PurchaseStatus; readonly when: Moment }
type FailedCheck = { readonly failure: CallFailure; readonly when: Moment }

/** What a purchase looked like when Passbook first saw it so. */
export type Sight = {
  readonly state: StateName
  readonly money: MoneyState | null
  readonly when: Moment
}

/** What Passbook knows about one purchase: the last check that worked, and a later one that did not. */
export type Knowledge = {
  readonly checked: Check | null
  readonly failed: FailedCheck | null
  /** Oldest first; one entry for each change. */
  readonly seen: readonly Sight[]
}

export type News =
  | ({ readonly kind: 'checked' } & Check)
  | ({ readonly kind: 'failed' } & FailedCheck)

const NOTHING: Knowledge = { checked: null, failed: null, seen: [] }

/** Adds the outcome of one check. A failed one keeps what was known, with its time. */
export function learn(known: Knowledge | undefined, news: News): Knowledge {
  const before = known ?? NOTHING
  if (news.kind === 'failed') {
    return { ...before, failed: { failure: news.failure, when: news.when } }
  }
  if (before.checked && isOlder(news.status, before.checked.status)) return before
  return {
    checked: { status: news.status, when: news.when },
    failed: null,
    seen: withSight(before.seen, news),
  }
}

/** Browser time of the last check, whether it worked or not; null before the first. */
export function lastTried(known: Knowledge | undefined): number | null {
  const times = [known?.checked?.when.at, known?.failed?.when.at].filter((at) => at !== undefined)
  return times.length === 0 ? null : Math.max(...times)
}

// Revisions are opaque (C23): only two numbers can be put in order.
function isOlder(a: PurchaseStatus, b: PurchaseStatus) {
  const [first, second] = [a.purchase.revision, b.purchase.revision]
  return typeof first === 'number' && typeof second === 'number' && first < second
}

function withSight(seen: readonly Sight[], { status, when }: Check) {
  const { state, money } = status.purchase
  const last = seen.at(-1)
  return last?.state === state && last.money === money ? seen : [...seen, { state, money, when }]
}
