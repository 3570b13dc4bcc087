import type { Outcome } from '../envelope'
import type { Fault } from '../faults'
import type { FieldProblem } from '../fields'
import type { AccountRow, TokenRow } from '../store/schema'

/** One authenticated call of a tool, whatever it came over. */
export type ToolCall = {
  token: TokenRow
  account: AccountRow
  body: Readonly<Record<string, unknown>>
  /** What was wrong with the body before any tool looked at it: keys that stand twice. */
  problems: readonly FieldProblem[]
  /** The fault that bends this call's page, if one does (cursor, vanish_line). */
  fault: Fault | null
  /** Fires when the client leaves. */
  signal: AbortSignal
  /** Tells how long a held read was held (ms), however that ended. */
  held(ms: number): void
}

/** Runs a call; never throws for anything a client can send. */
export type Tool = (call: ToolCall) => Outcome | Promise<Outcome>
