import type { Reply } from './reply'

/** A rule of the documents (`R-051`), or what was assumed where they are silent or disagree (`C11`, `B16`). */
export type RuleId = `R-${number}` | `C${number}` | `B${number}`

/** What a check saw of some rules in one exchange; or why it could not see anything. */
export type Verdict =
  | {
      kind: 'kept' | 'broken'
      rules: readonly RuleId[]
      sent: string
      expected: string
      came: string
    }
  | { kind: 'unseen'; rules: readonly RuleId[]; why: string }

const LONGEST = 240

/** Whether what came kept some rules. `came` names what was looked at; left out: status and code. */
export function judge(
  rules: RuleId | readonly RuleId[],
  reply: Reply,
  kept: boolean,
  expected: string,
  came: unknown = reply.summary,
): Verdict {
  return {
    kind: kept ? 'kept' : 'broken',
    rules: listed(rules),
    sent: reply.sent,
    expected,
    came: shown(came),
  }
}

/** A failure with one of these says nothing about what was sent. */
const WHATEVER_IS_SENT = [
  'UNAUTHENTICATED',
  'NOT_ALLOWED',
  'SERVICE_NOT_ENABLED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'CLIENT_UPDATE_REQUIRED',
]

/** As `judge`; unseen when the call would have failed whatever was sent. */
export function weigh(
  rules: RuleId | readonly RuleId[],
  reply: Reply,
  kept: boolean,
  expected: string,
  came: unknown = reply.summary,
): Verdict {
  return reply.ok || isRefused(reply)
    ? judge(rules, reply, kept, expected, came)
    : unseen(rules, `it was answered ${reply.summary}`)
}

/** Whether something was refused because of what it is. */
export function refusal(
  rules: RuleId | readonly RuleId[],
  reply: Reply,
  expected = 'a refusal',
): Verdict {
  return weigh(rules, reply, !reply.ok, expected, reply.ok ? 'an answer' : reply.summary)
}

/** Whether something was accepted. */
export function accepted(
  rules: RuleId | readonly RuleId[],
  reply: Reply,
  expected = 'an answer',
): Verdict {
  return weigh(rules, reply, reply.ok, expected)
}

/** Failed because of what was sent. */
export function isRefused(reply: Reply): boolean {
  return !reply.ok && reply.code !== null && !WHATEVER_IS_SENT.includes(reply.code)
}

/** The rules cannot be seen here, and why: one part of a sentence. */
export function unseen(rules: RuleId | readonly RuleId[], why: string): Verdict {
  return { kind: 'unseen', rules: listed(rules), why }
}

/** True for what the documents leave open: it is never reported as broken. */
export function isAssumption(rule: RuleId): boolean {
  return !rule.startsWith('R-')
}

/** A value as one short line. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function listed(rules: RuleId | readonly RuleId[]): readonly RuleId[] {
  return typeof rules === 'string' ? [rules] : rules
}
