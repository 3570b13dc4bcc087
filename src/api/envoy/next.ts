import * as z from 'zod/mini'
import { NEXT_ACTIONS, type NextAction, TOOLS, type ToolName, WRITE_TOOLS } from './contract'
import { parseOr, text } from './schemas'
import type { NextCall } from './types'

/** What a reply says is to be done next. */
export type NextStep = {
  /** An action we do not know means stop. */
  readonly action: NextAction
  /** The call to make, when the action is call_tool and the call is one we know. */
  readonly call: NextCall | null
  /** A number as it came; null when it was none. Never made out of text (C35). */
  readonly afterSeconds: number | null
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nextSchema = z.object({
  action: z.string(),
  tool: text,
  // Kept as the very object that came: it is sent back unchanged.
  args: z.catch(z.nullable(z.custom<Readonly<Record<string, unknown>>>(isObject)), null),
  after_seconds: z.catch(z.nullable(z.number()), null),
})

/** Reads `next`; null when there is none (C33). `receivedAt`: when the reply came, epoch ms. */
export function readNext(raw: unknown, receivedAt: number): NextStep | null {
  const next = parseOr(nextSchema, raw)
  if (next === null) return null
  const action = NEXT_ACTIONS.find((known) => known === next.action) ?? 'stop'
  const tool = TOOLS.find((known) => known === next.tool)
  const call =
    action === 'call_tool' && tool !== undefined && next.args !== null
      ? { tool, args: next.args, afterSeconds: next.after_seconds, receivedAt }
      : null
  return { action, call, afterSeconds: next.after_seconds }
}

/** Whether the tool changes something: then only a person may follow it. */
export function isWriteTool(tool: ToolName): boolean {
  return WRITE_TOOLS.some((write) => write === tool)
}

/** The call, if it is to this tool. */
export function callTo(tool: ToolName, next: NextStep | null): NextCall | null {
  return next?.call?.tool === tool ? next.call : null
}

/**
 * The same text for the same call: lets whoever pages automatically notice that it is sent round in
 * circles. Never shown, never stored.
 */
export function callKey(next: NextCall): string {
  return `${next.tool} ${JSON.stringify(next.args)}`
}
