import { type Caller, createCaller } from '../core/attempts'
import { createBreaker } from '../core/breaker'
import type { FailureMaker } from '../core/call'
import { createGate } from '../core/gate'
import { createRequestLog, type RequestLog } from '../core/journal'
import { createLimiter, type Limiter } from '../core/limiter'
import { ALWAYS_HERE } from '../core/presence'
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
  const { closed, presence = ALWAYS_HERE, requestsPerMinute, together } = deps
  const gate = createGate(clock, deps.gateStore)
  const limiter = createLimiter(clock, { requestsPerMinute, ...(together ? { together } : {}) })
  // Whoever waits looks again at once when that may have changed, not only when the time is up.
  const stopLooking = presence.subscribe(() => {
    gate.closedUntil()
    limiter.look()
  })
  closed?.addEventListener('abort', stopLooking, { once: true })
  const caller = createCaller<CallFailure>({
    // Called without a `this`: a browser's own fetch refuses any other.
    fetch: (...request) => deps.fetch(...request),
    clock,
    gate,
    limiter,
    breaker: createBreaker(clock),
    retries: createRetryCap(clock),
    waits,
    log: requests,
    failures,
    presence,
    online: deps.online ?? browserIsOnline,
    ready: deps.ready ?? (() => null),
  })
  const call: Machinery['call'] = (each, signal) => caller(each, either(signal, closed))
  return { call, waits, requests, usage: limiter.usage }
}

function either(one: AbortSignal | undefined, other: AbortSignal | undefined) {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other)
}

/** `true` proves nothing; only `false` is a hint. */
function browserIsOnline(): boolean {
  return globalThis.navigator?.onLine !== false
}
