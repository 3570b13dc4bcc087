import { randomBytes } from 'node:crypto'
import { CONTRACT } from '@/api/envoy/contract'
import type { Failure, NextStep, WireError } from './errors'
import type { UserAction } from './purchase-rules'
import type { PurchaseView } from './view'

/** A call that worked: what goes into the envelope. */
export type Success = {
  ok: true
  replayed: boolean
  purchase: PurchaseView | null
  data: Readonly<Record<string, unknown>> | null
  next: NextStep | null
  userAction: UserAction | null
}

export type Outcome = Success | Failure

/** The shared envelope; all thirteen fields are in every reply. */
export type Envelope = {
  ok: boolean
  contract: string
  tool: string | null
  request_id: string
  trace_id: string
  /** RFC 3339 UTC, by the time of data. */
  server_time: string
  replayed: boolean
  purchase: PurchaseView | null
  data: Readonly<Record<string, unknown>> | null
  next: NextStep | null
  user_action: UserAction | null
  follow_ups: readonly unknown[]
  error: WireError | null
}

/** Wraps an outcome. `tool` is what was called, known or not; `now` is the time of data, epoch ms. */
export function envelopeOf(tool: string | null, outcome: Outcome, now: number): Envelope {
  return {
    ok: outcome.ok,
    contract: CONTRACT,
    tool,
    request_id: `req_${randomBytes(16).toString('hex')}`,
    trace_id: randomBytes(16).toString('hex'),
    server_time: new Date(now).toISOString(),
    replayed: outcome.ok && outcome.replayed,
    purchase: outcome.ok ? outcome.purchase : null,
    data: outcome.ok ? outcome.data : null,
    next: outcome.next,
    user_action: outcome.userAction,
    follow_ups: [],
    error: outcome.ok ? null : outcome.error,
  }
}

/** A success of a tool that returns its payload in `data`. */
export function dataReply(
  data: Readonly<Record<string, unknown>>,
  next: NextStep | null = null,
): Success {
  return { ok: true, replayed: false, purchase: null, data, next, userAction: null }
}
