import type { Clock } from '../core/clock'
import { LONGEST_AUTOMATIC_S } from '../core/wait'
import type { CallFailure } from './failure'

/** A reply sooner than this was not really held (ms). */
const QUICK_MS = 5_000
/** Even a purchase that moves all the time is read at most this often (ms). */
const SHORTEST_ROUND_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/**
 * Without a `next` Envoy does not ask for another read, yet a person looks at a purchase that is
 * not final: it is read plainly, rarer and rarer, and not for ever.
 */
const CALM_MS = 20_000
const LONGEST_CALM_MS = 120_000
const MOST_CALM_READS = 30
/** Before a plain read that stands in for a held one there is no room for (ms). */
export const UNHELD_PAUSE_MS = 20_000
/** Failures in a row after which a person has to ask again. */
const MOST_FAILURES = 5
const FAILURE_PAUSE_MS = 15_000

export type Pace = {
  /** The pause after a reply, ms; null: enough, stop watching. */
  afterReply(reply: {
    readonly moved: boolean
    readonly startedAt: number
    /** Envoy asked for no other read. */
    readonly calm: boolean
  }): number | null
  /** The pause before the plain read that follows an unanswered hold, ms. */
  afterLostHold(startedAt: number): number
}

/** Keeps a watcher from going round in circles, whatever comes back and however fast. */
export function createPace(clock: Clock): Pace {
  let quickRounds = 0
  let calmReads = 0
  let lostHolds = 0
  return {
    afterReply({ moved, startedAt, calm }) {
      const took = clock.now() - startedAt
      if (moved) {
        quickRounds = 0
        calmReads = 0
      }
      if (calm) {
        calmReads += 1
        const pause = Math.min(CALM_MS * 1.5 ** (calmReads - 1), LONGEST_CALM_MS)
        return calmReads > MOST_CALM_READS ? null : pause
      }
      if (took >= QUICK_MS) {
        quickRounds = 0
        lostHolds = 0
        return 0
      }
      if (moved) return Math.max(0, SHORTEST_ROUND_MS - took)
      quickRounds += 1
      return backoff(quickRounds)
    },
    afterLostHold(startedAt) {
      if (clock.now() - startedAt >= QUICK_MS) {
        quickRounds = 0
        lostHolds = 0
        return 0
      }
      lostHolds += 1
      return backoff(lostHolds)
    },
  }
}

function backoff(round: number): number {
  return Math.min(SHORTEST_ROUND_MS * 2 ** (round - 1), LONGEST_PAUSE_MS)
}

/**
 * The pause after a failed read that the client's own retries could not mend, in ms; null when the
 * watch ends. `earlier`: failures in a row before this one.
 */
export function pauseAfterFailure(
  failure: CallFailure,
  earlier: number,
  clock: Clock,
): number | null {
  if (earlier + 1 >= MOST_FAILURES) return null
  const backedOff = FAILURE_PAUSE_MS * 2 ** earlier
  const pause = Math.ceil(backedOff * (1 + 0.25 * clock.random()))
  if (failure.kind === 'no_reply' || failure.kind === 'offline') return pause
  // Without a time Envoy does not want the call repeated; a limit ended automatic work.
  if (failure.kind !== 'unavailable' || failure.until === null) return null
  const left = failure.until - clock.now()
  return left > LONGEST_AUTOMATIC_S * 1000 ? null : Math.max(left, pause)
}
