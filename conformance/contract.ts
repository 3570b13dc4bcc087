/** The contract as read for this suite, apart from every other reading of it. */

export const REVISION = 'envoy@2026-10'

/** What every reply has. */
export const ENVELOPE_FIELDS = [
  'ok',
  'contract',
  'tool',
  'request_id',
  'trace_id',
  'server_time',
  'replayed',
  'purchase',
  'data',
  'next',
  'user_action',
  'follow_ups',
  'error',
] as const

export const NEXT_FIELDS = ['action', 'tool', 'args', 'instruction', 'after_seconds', 'by'] as const
export const ACTIONS = ['retry', 'call_tool', 'stop', 'reconnect', 'fix_input', 'update_client']

/** Each code's rule and HTTP statuses. */
export const CODES = {
  INVALID_INPUT: { rule: 'R-153', statuses: [400, 413] },
  UNAUTHENTICATED: { rule: 'R-154', statuses: [401] },
  NOT_ALLOWED: { rule: 'R-155', statuses: [403] },
  SERVICE_NOT_ENABLED: { rule: 'R-156', statuses: [403] },
  NOT_FOUND: { rule: 'R-157', statuses: [404] },
  IDEMPOTENCY_CONFLICT: { rule: 'R-158', statuses: [409] },
  ACTIVE_PURCHASE_EXISTS: { rule: 'R-159', statuses: [409] },
  STATE_CONFLICT: { rule: 'R-160', statuses: [409] },
  NO_RAIL: { rule: 'R-161', statuses: [422] },
  RATE_LIMITED: { rule: 'R-162', statuses: [429] },
  UNAVAILABLE: { rule: 'R-163', statuses: [503] },
  CLIENT_UPDATE_REQUIRED: { rule: 'R-164', statuses: [426] },
} as const

export type Code = keyof typeof CODES

export function isCode(code: string | null): code is Code {
  return code !== null && Object.hasOwn(CODES, code)
}

export const STATES = [
  'needs_details',
  'needs_answer',
  'waiting_for_user',
  'processing',
  'ready',
  'verifying',
  'completed',
  'failed',
  'cancelled',
  'superseded',
]
/** Nothing follows these, so that a read of them is never held. */
export const ENDED = ['completed', 'failed', 'cancelled', 'superseded']

export const WRITES = ['start_purchase', 'submit_answer']

export const PURCHASE_ID = /^pur_[a-f0-9]{32}$/
/** Well formed, and nobody's. */
export const NOBODYS_PURCHASE = `pur_${'0'.repeat(32)}`

export const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
export const UTC_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:00)$/

/** True for RFC 3339 with an offset that names a real instant. */
export function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && DATE_TIME.test(value) && !Number.isNaN(Date.parse(value))
}
