import type { Breaker } from './breaker'
import type { Clock } from './clock'
import type { Lost, Reply, Request } from './exchange'
import type { Gate } from './gate'
import type { WritableRequestLog } from './journal'
import type { Limiter } from './limiter'
import type { Presence } from './presence'
import type { RetryCap } from './retry-cap'
import type { Verdict } from './verdict'
import type { Waits } from './waits'

/** What the log keeps of a reply. */
type ReplyNote = {
  readonly requestId: string | null
  readonly traceId: string | null
  readonly raw: unknown
}

export type Reading<T, F> = { readonly verdict: Verdict<T, F>; readonly note: ReplyNote | null }

/** One call as the service's client describes it. */
export type Call<T, F> = {
  /** The service's own name of it, for the log. */
  readonly name: string
  readonly request: Request
  readonly readOnly: boolean
  /** The service keeps it open until something happens. */
  readonly held: boolean
  readonly timeoutMs: number
  /** The service's reading of one attempt; must not throw. */
  read(reply: Reply | Lost): Reading<T, F>
}

/** How the service words what only the loop knows. */
export type FailureMaker<F> = {
  /** The gate is closed, and nothing goes on before a person does. Epoch ms. */
  heldUntil(until: number): F
  /** The same failure, with the time at which a person may try again. */
  withUntil(failure: F, until: number): F
  offline(): F
  /** The service still does not answer, and this call was not sent. */
  notTried(): F
  /** A write was given up while it was on its way: it may have happened. */
  givenUp(): F
}

/** What all calls of one client share. */
export type Shared<F> = {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly gate: Gate
  readonly limiter: Limiter
  readonly breaker: Breaker
  readonly retries: RetryCap
  readonly waits: Waits
  readonly log: WritableRequestLog
  readonly failures: FailureMaker<F>
  readonly presence: Presence
  /** False only when there surely is no network. */
  online(): boolean
  /** Whatever has to be done before a request can leave, done before its turn comes. */
  ready(): Promise<void> | null
}
