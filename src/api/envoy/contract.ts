/**
 * The names and numbers of Envoy's contract `envoy@2026-10`, and nothing else.
 * The only file of `api` that the server and the sandbox may read: schemas stay apart,
 * so that a mistake in one of them cannot hide in the other.
 */

export const CONTRACT = 'envoy@2026-10'

/** The six tools Passbook knows, all called with POST. */
export const TOOLS = [
  'list_transactions',
  'list_purchases',
  'get_purchase_status',
  'list_gift_card_merchants',
  'start_purchase',
  'submit_answer',
] as const
export type ToolName = (typeof TOOLS)[number]

/** Tools that change something; the rest are read-only. */
export const WRITE_TOOLS = [
  'start_purchase',
  'submit_answer',
] as const satisfies readonly ToolName[]

/** The twelve error codes, each declared for every tool. */
export const ERROR_CODES = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'NOT_ALLOWED',
  'SERVICE_NOT_ENABLED',
  'NOT_FOUND',
  'IDEMPOTENCY_CONFLICT',
  'ACTIVE_PURCHASE_EXISTS',
  'STATE_CONFLICT',
  'NO_RAIL',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'CLIENT_UPDATE_REQUIRED',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** What `next.action` may say. */
export const NEXT_ACTIONS = [
  'retry',
  'call_tool',
  'stop',
  'reconnect',
  'fix_input',
  'update_client',
] as const
export type NextAction = (typeof NEXT_ACTIONS)[number]

/** The ten lifecycle states of a purchase over HTTP. */
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
] as const
export type State = (typeof STATES)[number]

/** States that nothing follows. */
export const FINAL_STATES = [
  'completed',
  'failed',
  'cancelled',
  'superseded',
] as const satisfies readonly State[]

/** States in which a person has to do something. */
export const NEEDS_YOU_STATES = [
  'needs_details',
  'needs_answer',
  'waiting_for_user',
] as const satisfies readonly State[]

/** What has happened to the person's money. */
export const MONEY_STATES = [
  'not_charged',
  'set_aside',
  'charged',
  'refunding',
  'refunded',
  'unknown',
] as const
export type MoneyState = (typeof MONEY_STATES)[number]

/** The sandbox's body limit, in bytes (R-006, B16). */
export const MAX_BODY_BYTES = 65_536
/** What our client allows itself, in bytes: below every reading of "64 KB" (B16). */
export const MAX_SENT_BODY_BYTES = 64_000

/** Requests a minute for each access token. */
export const REQUESTS_PER_MINUTE = 120

/** Longest a held read is kept by the sandbox, in seconds (C21). */
export const HOLD_SECONDS = 25

export const PURCHASE_ID_PATTERN = /^pur_[a-f0-9]{32}$/
