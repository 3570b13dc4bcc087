import type { ErrorCode, NextAction, ToolName } from '@/api/envoy/contract'
import type { FieldProblem } from './fields'
import type { UserAction } from './purchase-rules'

/** The one step a reply asks for. */
export type NextStep = {
  action: NextAction
  tool: ToolName | null
  args: Record<string, unknown> | null
  instruction: string
  after_seconds: number | null
  by: string | null
}

/** `error` of a failed reply. */
export type WireError = {
  code: ErrorCode
  message: string
  fields: readonly FieldProblem[]
  reason_code: string | null
  retryable: boolean
  retry_after_seconds: number | null
}

/** A call that failed: what goes into the envelope, and how it goes over HTTP. */
export type Failure = {
  ok: false
  status: number
  headers: Readonly<Record<string, string>>
  next: NextStep
  userAction: UserAction | null
  error: WireError
}

type CodeRow = { status: number; action: NextAction; message: string; instruction: string }

/** The twelve codes with the status, the meaning and the step that the documents give them (R-153…R-164). */
const CODES: Record<ErrorCode, CodeRow> = {
  INVALID_INPUT: {
    status: 400,
    action: 'fix_input',
    message: 'Fix the supplied input.',
    instruction: 'Fix every field listed in error.fields, then call the same tool once more.',
  },
  UNAUTHENTICATED: {
    status: 401,
    action: 'reconnect',
    message: 'Reconnect to Envoy.',
    instruction: 'Ask the user to reconnect Envoy, then retry this call.',
  },
  NOT_ALLOWED: {
    status: 403,
    action: 'stop',
    message: 'The operation is not allowed.',
    instruction: 'This connection may not do that. Tell the user; do not retry.',
  },
  SERVICE_NOT_ENABLED: {
    status: 403,
    action: 'stop',
    message: 'The service is not enabled.',
    instruction: 'This Envoy service is not enabled for the user. Tell the user; do not retry.',
  },
  NOT_FOUND: {
    status: 404,
    action: 'stop',
    message: 'Purchase absent or owned by another user.',
    instruction:
      'No purchase matches that reference. Check the purchase id from this task; do not start a new purchase to recover.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    action: 'stop',
    message: 'The same key has different input.',
    instruction:
      'Retry with the original inputs unchanged, or use a new idempotency_key only for a genuinely new purchase.',
  },
  ACTIVE_PURCHASE_EXISTS: {
    status: 409,
    action: 'stop',
    message: 'An active purchase already exists.',
    instruction:
      'Another purchase is in progress. Show the user the user_action message and stop this attempt.',
  },
  STATE_CONFLICT: {
    status: 409,
    action: 'stop',
    message: 'The operation conflicts with the current state.',
    instruction: 'This conflicts with the current state. Tell the user; do not retry.',
  },
  NO_RAIL: {
    status: 422,
    action: 'stop',
    message: 'No rail can serve this purchase; nothing was created.',
    instruction:
      'Envoy cannot pay this purchase. Tell the user why using error.message; do not retry or split it.',
  },
  RATE_LIMITED: {
    status: 429,
    action: 'retry',
    message: 'Wait before retrying.',
    instruction: 'Wait next.after_seconds, then retry the same call unchanged.',
  },
  UNAVAILABLE: {
    status: 503,
    action: 'stop',
    message: 'The service is unavailable; follow retryable and next.',
    instruction: 'Envoy is not available. Tell the user; never pay elsewhere meanwhile.',
  },
  CLIENT_UPDATE_REQUIRED: {
    status: 426,
    action: 'update_client',
    message: 'Update the client.',
    instruction: 'This client is too old. Tell the user to update it.',
  },
}

export type FailureDetails = {
  status?: number
  headers?: Readonly<Record<string, string>>
  message?: string
  fields?: readonly FieldProblem[]
  userAction?: UserAction
  next?: Partial<NextStep>
}

/** A failure with its code's own status, message and step; `details` replace parts of it. */
export function failure(code: ErrorCode, details: FailureDetails = {}): Failure {
  const row = CODES[code]
  return {
    ok: false,
    status: details.status ?? row.status,
    headers: details.headers ?? {},
    next: {
      action: row.action,
      tool: null,
      args: null,
      instruction: row.instruction,
      after_seconds: null,
      by: null,
      ...details.next,
    },
    userAction: details.userAction ?? null,
    error: {
      code,
      message: details.message ?? row.message,
      fields: details.fields ?? [],
      reason_code: null,
      retryable: false,
      retry_after_seconds: null,
    },
  }
}

/** INVALID_INPUT that names every bad field at once (R-012…R-014). */
export function invalidInput(fields: readonly FieldProblem[]): Failure {
  return failure('INVALID_INPUT', { fields })
}

/** A sign-in that failed. */
export function unauthenticated(): Failure {
  return failure('UNAUTHENTICATED', { headers: { 'www-authenticate': 'Bearer' } })
}

/**
 * A call over a limit: the body says the whole window, the header counts down to its end
 * (R-095…R-100). `retryAfter` null leaves the header out; a fault may send any text in it.
 */
export function rateLimited(
  afterSeconds: number | null,
  retryAfter: number | string | null,
): Failure {
  return retryable('RATE_LIMITED', afterSeconds, {
    headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) },
  })
}

/** UNAVAILABLE that may be tried again after `afterSeconds`. */
export function unavailableForNow(afterSeconds: number | null): Failure {
  return retryable('UNAVAILABLE', afterSeconds, {
    next: {
      action: 'retry',
      instruction:
        'Wait next.after_seconds, then retry the same call unchanged; never pay elsewhere meanwhile.',
    },
  })
}

/**
 * UNAVAILABLE that must not be repeated. For a write it names the purchase to read
 * first, because the write may have happened.
 */
export function unavailable(purchase: string | null): Failure {
  if (purchase === null) return failure('UNAVAILABLE')
  return failure('UNAVAILABLE', {
    next: {
      action: 'call_tool',
      tool: 'get_purchase_status',
      args: { purchase },
      instruction:
        'Read this purchase before anything else: the call may have happened. Never pay elsewhere meanwhile.',
    },
  })
}

function retryable(code: ErrorCode, afterSeconds: number | null, details: FailureDetails): Failure {
  const failed = failure(code, {
    ...details,
    next: { ...details.next, after_seconds: afterSeconds },
  })
  return {
    ...failed,
    error: { ...failed.error, retryable: true, retry_after_seconds: afterSeconds },
  }
}
