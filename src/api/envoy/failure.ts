import type { FieldProblem, NextCall, PurchaseStatus, ReplyMeta, UserAction } from './types'

/** What kind of screen a failed call leads to; never shown as it is. */
export type FailureKind =
  | 'signed_out'
  | 'not_allowed'
  | 'not_enabled'
  | 'not_found'
  | 'invalid_input'
  | 'cursor_refused'
  | 'idempotency_conflict'
  | 'active_purchase'
  | 'state_conflict'
  | 'no_rail'
  | 'rate_limited'
  | 'unavailable'
  | 'update_needed'
  | 'no_reply'
  | 'offline'
  | 'refused'
  | 'not_recognised'

/** How a reply was lost. */
export type LostCause = 'network' | 'timeout' | 'unreadable' | 'server'

export type FailureDetails = {
  readonly changed?: 'nothing' | 'unknown'
  readonly says?: string | null
  readonly userAction?: UserAction | null
  readonly fields?: readonly FieldProblem[]
  readonly until?: number | null
  readonly meta?: ReplyMeta | null
  readonly lost?: LostCause | null
  readonly next?: NextCall | null
  readonly status?: PurchaseStatus | null
}

/** The one error a call to Envoy rejects with (an abandoned read rejects with an AbortError). */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly kind: FailureKind
  /** B2: 'unknown' when a write may have happened although nothing says so. */
  readonly changed: 'nothing' | 'unknown'
  /** Envoy's own message, raw and hostile until it went through `safeProse`. */
  readonly says: string | null
  readonly userAction: UserAction | null
  readonly fields: readonly FieldProblem[]
  /** When a person may try again, epoch ms; null: at once, or never (the kind tells). */
  readonly until: number | null
  readonly meta: ReplyMeta | null
  /** Only with kind 'no_reply'. */
  readonly lost: LostCause | null
  /** The call a failed reply points to; read-only tools only. */
  readonly next: NextCall | null
  /** After a failed write: the purchase as it was read right afterwards. */
  readonly status: PurchaseStatus | null

  constructor(kind: FailureKind, details: FailureDetails = {}) {
    super(`Envoy call failed: ${kind}`)
    this.kind = kind
    this.changed = details.changed ?? 'nothing'
    this.says = details.says ?? null
    this.userAction = details.userAction ?? null
    this.fields = details.fields ?? []
    this.until = details.until ?? null
    this.meta = details.meta ?? null
    this.lost = details.lost ?? null
    this.next = details.next ?? null
    this.status = details.status ?? null
  }
}

/** The same failure with some details replaced. */
export function withDetails(failure: CallFailure, details: FailureDetails): CallFailure {
  return new CallFailure(failure.kind, { ...failure, ...details })
}
