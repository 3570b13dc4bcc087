import { NotAnswered } from './asker'
import type { Asking, Check, Need } from './check'
import { ALL_RULES } from './rules'
import type { RuleId, Verdict } from './verdict'

type Seen = Extract<Verdict, { kind: 'kept' | 'broken' }>

/** What a rule's verdicts came from, with the title of the check. */
export type Observation = Omit<Seen, 'rules'> & { check: string }

export type RuleResult = {
  rule: RuleId
  observations: Observation[]
  /** Why a check could not see it. */
  unseen: string[]
  /** Checks that were not run, and what they need. */
  skipped: { check: string; needs: readonly Need[] }[]
}

export type RunResult = {
  rules: RuleResult[]
  /** Checks that failed themselves: nothing is known about their rules. */
  failures: string[]
}

const EVERY_REPLY = 'every reply'

/** Collects verdicts by rule; `only` (empty: all) says which rules are wanted. */
export function createCollector(only: readonly RuleId[]) {
  const wanted = only.length === 0 ? ALL_RULES : ALL_RULES.filter((rule) => only.includes(rule))
  const results = new Map<RuleId, RuleResult>(
    wanted.map((rule) => [rule, { rule, observations: [], unseen: [], skipped: [] }]),
  )
  return {
    results,
    add(verdict: Verdict, check = EVERY_REPLY) {
      for (const rule of verdict.rules) {
        const result = results.get(rule)
        if (verdict.kind === 'unseen') result?.unseen.push(verdict.why)
        else result?.observations.push({ ...observed(verdict), check })
      }
    },
  }
}

function observed({ kind, sent, expected, came }: Seen): Omit<Seen, 'rules'> {
  return { kind, sent, expected, came }
}

export type Collector = ReturnType<typeof createCollector>

/** A rule that a check does not name would be missing from `--only` and from what was skipped. */
function declared(check: Check, verdict: Verdict): void {
  const other = verdict.rules.find((rule) => !check.rules.includes(rule))
  if (other !== undefined) throw new Error(`it speaks about ${other} without naming it`)
}

/** Asks everything that the wanted rules and the given options allow, one check after the other. */
export async function runChecks(
  checks: readonly Check[],
  asking: Asking,
  collector: Collector,
  has: (need: Need) => boolean,
): Promise<RunResult> {
  const failures: string[] = []
  for (const check of checks) {
    if (!check.rules.some((rule) => collector.results.has(rule))) continue
    const needs = (check.needs ?? []).filter((need) => !has(need))
    if (needs.length > 0) {
      for (const rule of check.rules) {
        collector.results.get(rule)?.skipped.push({ check: check.title, needs })
      }
      continue
    }
    try {
      for await (const verdict of check.run(asking)) {
        declared(check, verdict)
        collector.add(verdict, check.title)
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      collector.add({ kind: 'unseen', rules: check.rules, why }, check.title)
      if (!(error instanceof NotAnswered)) failures.push(`${check.title}: ${why}`)
    }
  }
  return { rules: [...collector.results.values()], failures }
}
