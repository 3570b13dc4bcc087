import type { Verdict } from './verdict'
import { longWaitMs, namedWaitMs, noReplyWaitMs, rateLimitWait } from './wait'

/** Everything besides the verdict that the next step depends on. */
export type Circumstances = {
  readonly readOnly: boolean
  /** The service keeps the call open until something happens. */
  readonly held: boolean
  /** The attempt failed in the network, and the browser says that there is none. */
  readonly offline: boolean
  /** Earlier attempts of this call that brought nothing usable. */
  readonly noReplies: number
  /** This attempt was the one try after the network came back. */
  readonly lastTry: boolean
  /** 429s in a row on this scope before this one. */
  readonly rateLimitedInARow: number
  /** Automatic repetitions the whole client may still make for now. */
  readonly retriesLeft: number
  /** 0 ≤ x < 1, drawn once for this decision. */
  readonly random: number
}

/** What happens next; durations in ms from now. */
export type Step<T, F> =
  | { readonly do: 'return'; readonly value: T }
  | { readonly do: 'fail'; readonly failure: F; readonly untilMs: number | null }
  | { readonly do: 'fail_offline' }
  | {
      readonly do: 'close_gate'
      readonly waitMs: number
      /** False: the call fails, and nobody goes on by themselves. */
      readonly again: boolean
      /** False: everything that waits at the gate stops as well. */
      readonly automatic: boolean
      readonly failure: F
    }
  | { readonly do: 'wait'; readonly reason: 'unavailable' | 'no_reply'; readonly waitMs: number }
  | { readonly do: 'wait_online' }

const NO_REPLY_RETRIES = 2

/** The whole retry policy: a pure function of what came back and of what has been tried. */
export function decide<T, F>(verdict: Verdict<T, F>, now: Circumstances): Step<T, F> {
  switch (verdict.kind) {
    case 'done':
      return { do: 'return', value: verdict.value }
    case 'stop':
      return fail(verdict.failure)
    case 'rate_limited':
      return afterRateLimit(verdict, now)
    case 'retry_after':
      return afterNamedWait(verdict, now)
    case 'no_reply':
      return afterNoReply(verdict, now)
  }
}

function afterRateLimit<F>(
  verdict: { baseSeconds: number | null; automatic: boolean; failure: F },
  now: Circumstances,
): Step<never, F> {
  const wait = rateLimitWait(verdict.baseSeconds, now.rateLimitedInARow, now.random)
  const automatic = wait.automatic && verdict.automatic
  const again = automatic && now.retriesLeft > 0
  return { do: 'close_gate', waitMs: wait.waitMs, again, automatic, failure: verdict.failure }
}

function afterNamedWait<F>(
  verdict: { seconds: number; failure: F },
  now: Circumstances,
): Step<never, F> {
  const waitMs = namedWaitMs(verdict.seconds, now.random)
  if (waitMs === null) return fail(verdict.failure, longWaitMs(verdict.seconds))
  if (now.retriesLeft === 0) return fail(verdict.failure, waitMs)
  return { do: 'wait', reason: 'unavailable', waitMs }
}

function afterNoReply<F>(verdict: { failure: F }, now: Circumstances): Step<never, F> {
  // A write may have happened: it is never repeated by itself. A held read is asked again
  // as a plain read by whoever holds it.
  if (!now.readOnly || now.held) return fail(verdict.failure)
  if (now.lastTry) return now.offline ? { do: 'fail_offline' } : fail(verdict.failure)
  if (now.offline) return { do: 'wait_online' }
  if (now.noReplies >= NO_REPLY_RETRIES || now.retriesLeft === 0) return fail(verdict.failure)
  return { do: 'wait', reason: 'no_reply', waitMs: noReplyWaitMs(now.noReplies, now.random) }
}

function fail<F>(failure: F, untilMs: number | null = null): Step<never, F> {
  return { do: 'fail', failure, untilMs }
}

/** What one attempt says about the service's health. */
export function health<T, F>(
  verdict: Verdict<T, F>,
  now: { held: boolean; offline: boolean },
): 'good' | 'bad' | 'unknown' {
  switch (verdict.kind) {
    case 'done':
    case 'rate_limited':
      return 'good'
    case 'retry_after':
      return 'bad'
    case 'stop':
      return verdict.outage ? 'bad' : 'good'
    case 'no_reply':
      // A hold that ran out of patience (C21) and our own missing network are no illness of theirs.
      return now.offline || (now.held && verdict.cause === 'timeout') ? 'unknown' : 'bad'
  }
}
