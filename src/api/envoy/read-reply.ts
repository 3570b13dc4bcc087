import type { Reading } from '../core/call'
import type { Lost, Reply } from '../core/exchange'
import type { Verdict } from '../core/verdict'
import type { ToolName } from './contract'
import { type Envelope, parseJson, readEnvelope, readMeta, readPassbookKind } from './envelope'
import { CallFailure, type LostCause } from './failure'
import { type NextStep, readNext } from './next'
import { readRefusal } from './refusal'
import type { ReplyMeta } from './types'

/** What a tool's own reader gets to see of a reply that says ok. */
export type OkReply = {
  readonly envelope: Envelope
  readonly next: NextStep | null
  readonly meta: ReplyMeta
}

export type ReplyReader<T> = {
  readonly tool: ToolName
  readonly readOnly: boolean
  /** Null: the reply lacks what the tool must deliver. */
  read(reply: OkReply): T | null
  /** Hears of every reply that was Envoy's. */
  seen?(meta: ReplyMeta, reply: Reply): void
}

/** What one attempt brought, by error code and `next` and never by the HTTP status (R-087, C41). */
export function readReply<T>(reply: Reply | Lost, reader: ReplyReader<T>): Reading<T, CallFailure> {
  if ('lost' in reply) return { verdict: noReply(reply.lost, reader), note: null }
  const json = parseJson(reply.text)
  const envelope = readEnvelope(json, reader.tool)
  if (envelope === null) return { verdict: notEnvoys(json, reply, reader), note: null }
  const meta = readMeta(envelope, json, reply)
  reader.seen?.(meta, reply)
  return { verdict: readEnvelopes(envelope, meta, reply, reader), note: meta }
}

function readEnvelopes<T>(
  envelope: Envelope,
  meta: ReplyMeta,
  reply: Reply,
  reader: ReplyReader<T>,
): Verdict<T, CallFailure> {
  const next = readNext(envelope.next, reply.receivedAt)
  if (!envelope.ok) return readRefusal({ envelope, meta, next, reply, tool: reader.tool })
  const value = reader.read({ envelope, meta, next })
  return value === null ? noReply('unreadable', reader, meta) : { kind: 'done', value }
}

/** Passbook's own failures, and everything a proxy may put in Envoy's place (C40). */
function notEnvoys<T>(
  json: unknown,
  reply: Reply,
  reader: ReplyReader<T>,
): Verdict<T, CallFailure> {
  switch (readPassbookKind(json)) {
    case null:
      return noReply(reply.status >= 500 ? 'server' : 'unreadable', reader)
    case 'signed_out':
      return { kind: 'stop', failure: new CallFailure('signed_out') }
    case 'upstream_unreachable':
      return noReply('server', reader)
    case 'upstream_timeout':
      return noReply('timeout', reader)
    default:
      return { kind: 'stop', failure: new CallFailure('refused') }
  }
}

function noReply(
  cause: LostCause,
  reader: { readonly readOnly: boolean },
  meta: ReplyMeta | null = null,
): Verdict<never, CallFailure> {
  const changed = reader.readOnly ? 'nothing' : 'unknown'
  return {
    kind: 'no_reply',
    cause,
    failure: new CallFailure('no_reply', { changed, lost: cause, meta }),
  }
}
