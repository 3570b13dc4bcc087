import { WRITE_TOOLS } from '@/api/envoy/contract'
import {
  type Failure,
  failure,
  invalidInput,
  rateLimited,
  unauthenticated,
  unavailable,
  unavailableForNow,
} from './errors'
import type { Fault } from './faults'

/** What a fault's reply needs to know of the call. */
export type FaultedCall = {
  tool: string
  body: Readonly<Record<string, unknown>>
  /** Seconds of a rate window. */
  windowSeconds: number
}

/**
 * The failed reply a fault stands for, or null if the fault only bends a reply. Nothing was
 * done, unless the fault says `after_effect`.
 */
export function failureOf(fault: Fault, call: FaultedCall): Failure | null {
  switch (fault.fault) {
    case 'status_401':
      return unauthenticated()
    case 'status_403':
      return failure(fault.code)
    case 'status_404':
      return failure('NOT_FOUND')
    case 'status_409':
      return conflict(fault.code)
    case 'status_413':
      return tooLarge()
    case 'status_422':
      return failure('NO_RAIL')
    case 'status_426':
      return failure('CLIENT_UPDATE_REQUIRED')
    case 'auth_429':
      return rateLimited(call.windowSeconds, call.windowSeconds)
    case 'status_429':
      return limited(fault, call.windowSeconds)
    case 'status_503':
      return outOfService(fault, call)
    default:
      return strange(fault, call)
  }
}

/** A body over the limit: 413 with INVALID_INPUT. */
export function tooLarge(): Failure {
  return {
    ...invalidInput([
      { path: '', problem: 'is larger than 64 KB', expected: 'a body of at most 65536 bytes' },
    ]),
    status: 413,
  }
}

/** The purchase a failed write names, so that it is read before anything else; null for reads. */
export function purchaseToRead({ tool, body }: Pick<FaultedCall, 'tool' | 'body'>): string | null {
  if (!WRITE_TOOLS.some((write) => write === tool)) return null
  const reference = tool === 'start_purchase' ? body['idempotency_key'] : body['purchase']
  return typeof reference === 'string' ? reference : null
}

function conflict(code: Extract<Fault, { fault: 'status_409' }>['code']): Failure {
  if (code !== 'ACTIVE_PURCHASE_EXISTS') return failure(code)
  return failure(code, {
    userAction: { message: 'Another purchase is already in progress.', kind: 'active_purchase' },
  })
}

function limited(fault: Extract<Fault, { fault: 'status_429' }>, windowSeconds: number): Failure {
  const header = fault.retry_after ?? windowSeconds
  const after = fault.after_seconds === undefined ? windowSeconds : fault.after_seconds
  return rateLimited(wrongOnPurpose(after), header === 'absent' ? null : header)
}

function outOfService(fault: Extract<Fault, { fault: 'status_503' }>, call: FaultedCall): Failure {
  return fault.retryable
    ? unavailableForNow(wrongOnPurpose(fault.after_seconds))
    : unavailable(purchaseToRead(call))
}

/** Replies outside the contract, from which a client can only fall back on `next`, or stop. */
function strange(fault: Fault, call: FaultedCall): Failure | null {
  switch (fault.fault) {
    case 'unknown_code': {
      const failed = failure('STATE_CONFLICT', { next: { action: fault.action } })
      return { ...failed, status: 418, error: { ...failed.error, code: outside('TEAPOT_IN_USE') } }
    }
    case 'unknown_action':
      return failure('UNAVAILABLE', { next: { action: outside('stand_on_one_leg') } })
    case 'next_null':
      return { ...unavailableForNow(5), next: outside(null) }
    case 'ok_false_200':
      return { ...unavailable(purchaseToRead(call)), status: 200 }
    default:
      return null
  }
}

/** A value the contract's types rule out, sent because the fault asks for exactly that. */
function outside<T>(value: unknown): T {
  return value as T
}

function wrongOnPurpose(seconds: number | string | null): number | null {
  return outside(seconds)
}
