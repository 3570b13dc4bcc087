import { type Caller, createCaller } from '../core/attempts'
import { createBreaker } from '../core/breaker'
import type { FailureMaker } from '../core/call'
import { createGate } from '../core/gate'
import { createRequestLog, type RequestLog } from '../core/journal'
import { createLimiter, type Limiter } from '../core/limiter'
import { createRetryCap } from '../core/retry-cap'
import { createWaits, type Waits } from '../core/waits'
import type { EnvoyClientDeps } from './client'
import { CallFailure, withDetails } from './failure'

/** What the calls of one client share: one gate, one limiter, one breaker for its token. */
export type Machinery = {
  readonly call: Caller<CallFailure>
  readonly waits: Waits
  readonly requests: RequestLog
  readonly usage: Limiter['usage']
}

const failures: FailureMaker<CallFailure> = {
  heldUntil: (until) => new CallFailure('rate_limited', { until }),
  withUntil: (failure, until) => withDetails(failure, { until }),
  offline: () => new CallFailure('offline'),
  notTried: () => new CallFailure('no_reply', { lost: 'server' }),
  givenUp: () => new CallFailure('no_reply', { changed: 'unknown' }),
}

export function createMachinery(deps: EnvoyClientDeps): Machinery {
  const { clock } = deps
  const waits = createWaits()
  const requests = createRequestLog()
  const limiter = createLimiter(clock, { requestsPerMinute: deps.requestsPerMinute })
  const caller = createCaller<CallFailure>({
    // Called without a `this`: a browser's own fetch refuses any other.
    fetch: (...request) => deps.fetch(...request),
    clock,
    gate: createGate(clock, deps.gateStore),
    limiter,
    breaker: createBreaker(clock),
    retries: createRetryCap(clock),
    waits,
    log: requests,
    failures,
    online: deps.online ?? browserIsOnline,
  })
  const call: Machinery['call'] = (each, signal) => caller(each, either(signal, deps.closed))
  return { call, waits, requests, usage: limiter.usage }
}

function either(one: AbortSignal | undefined, other: AbortSignal | undefined) {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other)
}

/** `true` proves nothing; only `false` is a hint. */
function browserIsOnline(): boolean {
  return globalThis.navigator?.onLine !== false
}
