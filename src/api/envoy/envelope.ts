import * as z from 'zod/mini'
import type { Reply } from '../core/exchange'
import { withoutCard } from './redact'
import { anything, flag, instant, items, parseOr, text } from './schemas'
import type { FieldProblem, ReplyMeta, UserAction } from './types'

/** The shared envelope of every reply: strict in what we decide by, else lenient. */
const envelope = z.object({
  ok: z.boolean(),
  tool: z.string(),
  contract: text,
  request_id: text,
  trace_id: text,
  server_time: instant,
  replayed: flag,
  purchase: anything,
  data: anything,
  next: anything,
  user_action: anything,
  error: anything,
})
export type Envelope = z.infer<typeof envelope>

const errorSchema = z.object({
  code: text,
  message: text,
  fields: z.catch(items, []),
  retryable: z.catch(z.nullable(z.boolean()), null),
  retry_after_seconds: z.catch(z.nullable(z.number()), null),
})
export type EnvelopeError = z.infer<typeof errorSchema>
const NO_ERROR: EnvelopeError = {
  code: null,
  message: null,
  fields: [],
  retryable: null,
  retry_after_seconds: null,
}

const userAction = z.object({ message: z.string(), kind: text, url: text, expires_at: instant })
const fieldText = z.catch(z.string(), '')
const field = z.object({ path: z.string(), problem: fieldText, expected: fieldText })

/** The JSON of a reply, or undefined when it is none. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The envelope, or null when the reply is none or answers another tool. */
export function readEnvelope(json: unknown, tool: string): Envelope | null {
  const read = parseOr(envelope, json)
  return read?.tool === tool ? read : null
}

export function readMeta(read: Envelope, json: unknown, reply: Reply): ReplyMeta {
  return {
    requestId: read.request_id,
    traceId: read.trace_id,
    serverTime: read.server_time,
    contract: read.contract,
    receivedAt: reply.receivedAt,
    raw: withoutCard(json),
  }
}

export function readError(raw: unknown): EnvelopeError {
  return parseOr(errorSchema, raw) ?? NO_ERROR
}

export function readUserAction(raw: unknown): UserAction | null {
  const action = parseOr(userAction, raw)
  if (action === null) return null
  const { message, kind, url, expires_at: expiresAt } = action
  return { message, kind, url, expiresAt }
}

/** All fields to mend; an entry without a path cannot be shown anywhere. */
export function readFields(raw: readonly unknown[]): FieldProblem[] {
  return raw.flatMap((entry) => parseOr(field, entry) ?? [])
}

const passbookReply = z.object({ passbook: z.object({ kind: z.string() }) })

/** The kind of a failure of Passbook's own server, which never is Envoy's; null when it is none. */
export function readPassbookKind(json: unknown): string | null {
  return parseOr(passbookReply, json)?.passbook.kind ?? null
}
