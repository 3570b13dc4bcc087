import {
  ACTIONS,
  CODES,
  DATE_TIME,
  ENVELOPE_FIELDS,
  isCode,
  NEXT_FIELDS,
  REVISION,
  UTC_DATE_TIME,
} from './contract'
import { at, isObject } from './json'
import type { Reply } from './reply'
import { judge, unseen, type Verdict } from './verdict'

/** What can be said of any reply, whatever it answers. */
export function* everyReply(reply: Reply): Generator<Verdict> {
  // Nothing is written about requests that the documents do not know; see C38.
  if (reply.astray) return
  yield judge('R-140', reply, reply.json !== null, 'one JSON object, the shared envelope')
  if (reply.json === null) return
  yield* envelope(reply)
  yield* nextStep(reply)
  if (at(reply.json, 'error') != null || reply.status >= 400) yield* failure(reply)
}

function* envelope(reply: Reply): Generator<Verdict> {
  const { json } = reply
  const missing = ENVELOPE_FIELDS.filter((name) => at(json, name) === undefined)
  yield judge('R-141', reply, missing.length === 0, 'all thirteen fields', {
    missing,
  })
  const requestId = at(json, 'request_id')
  const traceId = at(json, 'trace_id')
  const both = [requestId, traceId].every((id) => typeof id === 'string' && id !== '')
  yield judge('R-028', reply, both, 'a request_id and a trace_id', {
    request_id: requestId,
    trace_id: traceId,
  })
  const contract = at(json, 'contract')
  yield judge('R-142', reply, contract === REVISION, REVISION, contract)
  const tool = at(json, 'tool')
  yield judge('R-143', reply, tool === reply.tool, reply.tool, tool)
  const time = at(json, 'server_time')
  yield judge('R-144', reply, isUtc(time), 'an instant of RFC 3339 in UTC', time)
  const hex = typeof traceId === 'string' && /^[0-9a-f]{32}$/.test(traceId)
  yield judge('R-145', reply, hex, '32 lowercase hexadecimal digits', traceId)
}

function isUtc(time: unknown): boolean {
  return (
    typeof time === 'string' &&
    DATE_TIME.test(time) &&
    UTC_DATE_TIME.test(time) &&
    !Number.isNaN(Date.parse(time))
  )
}

function* nextStep(reply: Reply): Generator<Verdict> {
  const next = at(reply.json, 'next')
  if (next == null) return
  const missing = NEXT_FIELDS.filter((name) => at(next, name) === undefined)
  yield judge('R-085', reply, missing.length === 0, 'the six fields of next', { missing })
  const action = at(next, 'action')
  const known = ACTIONS.some((name) => name === action)
  yield judge('R-084', reply, known, `one of ${ACTIONS.join(', ')}`, action)
}

function* failure(reply: Reply): Generator<Verdict> {
  const { json, code } = reply
  const error = at(json, 'error')
  const next = at(json, 'next')
  yield judge('R-089', reply, at(json, 'ok') === false, 'ok: false', { ok: at(json, 'ok') })
  yield judge('R-088', reply, isObject(error) && isObject(next), 'error and one next', {
    error: kindOf(error),
    next: kindOf(next),
  })
  yield judge(
    'R-146',
    reply,
    at(json, 'purchase') === null &&
      at(json, 'data') === null &&
      sameEmptyList(at(json, 'follow_ups')) &&
      (mayAsk(code) || at(json, 'user_action') === null),
    'purchase and data null, follow_ups [], user_action null',
    {
      purchase: kindOf(at(json, 'purchase')),
      data: kindOf(at(json, 'data')),
      follow_ups: kindOf(at(json, 'follow_ups')),
      user_action: kindOf(at(json, 'user_action')),
    },
  )
  if (isObject(error)) yield* errorParts(reply, error)
}

function* errorParts(reply: Reply, error: unknown): Generator<Verdict> {
  const { code } = reply
  const wrong = ERROR_PARTS.filter(([name, good]) => !good(at(error, name))).map(([name]) => name)
  yield judge('R-147', reply, wrong.length === 0, 'the six parts of error, each of its type', {
    missing_or_wrong: wrong,
  })
  yield judge('R-152', reply, isCode(code), 'one of the twelve codes', code)
  if (!isCode(code)) return
  const { rule, statuses } = CODES[code]
  const right = statuses.some((status) => status === reply.status)
  yield judge(rule, reply, right, `HTTP ${statuses.join(' or ')} for ${code}`)
  if (code !== 'INVALID_INPUT') {
    const none = sameEmptyList(at(error, 'fields'))
    yield judge('R-148', reply, none, 'error.fields []', kindOf(at(error, 'fields')))
  }
  if (code === 'ACTIVE_PURCHASE_EXISTS') {
    const message = at(reply.json, 'user_action.message')
    const said = typeof message === 'string' && message !== ''
    yield judge(rule, reply, said, 'a user_action with a message', kindOf(message))
  }
  yield* retrying(reply)
  if (code === 'RATE_LIMITED') yield* limited(reply)
}

function* retrying(reply: Reply): Generator<Verdict> {
  const retryable = at(reply.json, 'error.retryable')
  const action = at(reply.json, 'next.action')
  const came = { retryable, action }
  if (reply.code === 'RATE_LIMITED') {
    yield judge('R-079', reply, retryable === true && action === 'retry', 'to be retried', came)
  } else if (reply.code === 'UNAVAILABLE') {
    const fits = (action === 'retry') === (retryable === true)
    yield judge('R-079', reply, fits, 'next.action retry exactly when it is retryable', came)
  } else {
    const never = retryable === false && action !== 'retry'
    yield judge('R-079', reply, never, 'not to be retried', came)
  }
}

/** Any 429, whichever limit it speaks of (R-095…R-100, C44). */
function* limited(reply: Reply): Generator<Verdict> {
  const { json, headers } = reply
  const action = at(json, 'next.action')
  yield judge('R-095', reply, reply.status === 429 && action === 'retry', '429, retry', {
    status: reply.status,
    action,
  })
  const waits = {
    next: at(json, 'next.after_seconds'),
    error: at(json, 'error.retry_after_seconds'),
  }
  yield judge('R-096', reply, waits.next === 60 && waits.error === 60, '60 in both places', waits)
  const header = headers.get('retry-after')
  const whole = header !== null && /^\d+$/.test(header)
  yield judge('R-097', reply, whole, 'Retry-After in whole seconds', header ?? 'no Retry-After')
  if (!whole) return void (yield unseen('R-099', 'there was no Retry-After to read'))
  const seconds = Number(header)
  yield judge('R-099', reply, seconds <= 60, 'at most 60', header)
  if (seconds === 60) return
  const own = waits.next !== seconds && waits.error !== seconds
  yield judge('R-100', reply, own, '60 in the body while the header says less', {
    header,
    ...waits,
  })
}

const nullOr = (type: string) => (value: unknown) => value === null || typeof value === type
const ERROR_PARTS: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['code', (value) => typeof value === 'string'],
  ['message', (value) => typeof value === 'string' && value !== ''],
  ['fields', (value) => Array.isArray(value)],
  ['reason_code', nullOr('string')],
  ['retryable', (value) => typeof value === 'boolean'],
  ['retry_after_seconds', nullOr('number')],
]

/** Codes whose reply may ask something of the person. */
function mayAsk(code: string | null): boolean {
  return !['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED', 'IDEMPOTENCY_CONFLICT'].includes(
    code ?? '',
  )
}

function sameEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** What kind of thing came, without its content. */
function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  return value === undefined ? 'missing' : `a ${typeof value}`
}
