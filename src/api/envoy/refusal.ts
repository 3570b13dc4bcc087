import type { Reply } from '../core/exchange'
import { parseRetryAfter } from '../core/retry-after'
import type { Verdict } from '../core/verdict'
import { LONGEST_AUTOMATIC_S } from '../core/wait'
import type { ErrorCode, NextAction, ToolName } from './contract'
import {
  type Envelope,
  type EnvelopeError,
  readError,
  readFields,
  readUserAction,
} from './envelope'
import { CallFailure, type FailureKind } from './failure'
import { isWriteTool, type NextStep } from './next'
import type { FieldProblem, ReplyMeta } from './types'

export type Refusal = {
  readonly envelope: Envelope
  readonly meta: ReplyMeta
  readonly next: NextStep | null
  readonly reply: Reply
  readonly tool: ToolName
}

/** The twelve codes. */
const KINDS: Readonly<Record<ErrorCode, FailureKind>> = {
  INVALID_INPUT: 'invalid_input',
  UNAUTHENTICATED: 'signed_out',
  NOT_ALLOWED: 'not_allowed',
  SERVICE_NOT_ENABLED: 'not_enabled',
  NOT_FOUND: 'not_found',
  IDEMPOTENCY_CONFLICT: 'idempotency_conflict',
  ACTIVE_PURCHASE_EXISTS: 'active_purchase',
  STATE_CONFLICT: 'state_conflict',
  NO_RAIL: 'no_rail',
  RATE_LIMITED: 'rate_limited',
  UNAVAILABLE: 'unavailable',
  CLIENT_UPDATE_REQUIRED: 'update_needed',
}

/** A code we do not know falls back on what `next` says; without that it is a stop. */
const KINDS_BY_ACTION: Readonly<Partial<Record<NextAction, FailureKind>>> = {
  reconnect: 'signed_out',
  fix_input: 'invalid_input',
  update_client: 'update_needed',
}

/** What a reply with `ok: false` means for the call. */
export function readRefusal(refusal: Refusal): Verdict<never, CallFailure> {
  const error = readError(refusal.envelope.error)
  const failure = toFailure(refusal, error)
  if (failure.kind === 'rate_limited') return rateLimited(refusal, error, failure)
  if (failure.kind === 'unavailable') return unavailable(refusal, error, failure)
  return { kind: 'stop', failure }
}

function toFailure({ envelope, meta, next, tool }: Refusal, error: EnvelopeError): CallFailure {
  const fields = readFields(error.fields)
  // A failed call that points to another one may have happened (R-081, R-082, B2).
  const mayHaveHappened = next?.action === 'call_tool' && isWriteTool(tool)
  const follow = next?.call ?? null
  return new CallFailure(kindOf(error.code, next, fields), {
    changed: mayHaveHappened ? 'unknown' : 'nothing',
    says: error.message,
    userAction: readUserAction(envelope.user_action),
    fields,
    meta,
    next: follow && !isWriteTool(follow.tool) ? follow : null,
  })
}

function kindOf(
  code: string | null,
  next: NextStep | null,
  fields: readonly FieldProblem[],
): FailureKind {
  if (code === null || !Object.hasOwn(KINDS, code)) {
    return (next && KINDS_BY_ACTION[next.action]) ?? 'not_recognised'
  }
  // A cast because `hasOwn` has just found it among the twelve.
  const kind = KINDS[code as ErrorCode]
  // A cursor that is refused ends the paging, not the form (C11).
  const refusesCursor = kind === 'invalid_input' && fields.some(({ path }) => path === 'cursor')
  return refusesCursor ? 'cursor_refused' : kind
}

/** `max(Retry-After ?? 0, next.after_seconds)` (B1). */
function rateLimited(
  { next, reply }: Refusal,
  error: EnvelopeError,
  failure: CallFailure,
): Verdict<never, CallFailure> {
  const header = parseRetryAfter(reply.header('retry-after'), reply.receivedAt)
  const after = next?.afterSeconds ?? null
  const named = [header, after ?? error.retry_after_seconds].filter((seconds) => isWait(seconds))
  return {
    kind: 'rate_limited',
    baseSeconds: named.length > 0 ? Math.max(...named) : null,
    automatic: next?.action === 'retry' && isWait(after) && after <= LONGEST_AUTOMATIC_S,
    failure,
  }
}

/** Repeated only when all three say so (B7, R-080). */
function unavailable(
  { next }: Refusal,
  error: EnvelopeError,
  failure: CallFailure,
): Verdict<never, CallFailure> {
  const after = next?.afterSeconds ?? null
  return error.retryable === true && next?.action === 'retry' && isWait(after)
    ? { kind: 'retry_after', seconds: after, failure }
    : { kind: 'stop', failure, outage: true }
}

function isWait(seconds: number | null): seconds is number {
  return seconds !== null && Number.isFinite(seconds) && seconds >= 0
}
