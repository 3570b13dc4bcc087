import type { RuleId } from '../rules/shape'

/**
 * A line or two that break one rule on purpose: some test of that rule must notice.
 * Kept telling and short, so that it lasts; `find` stands exactly once in `file`.
 */
export type Break = {
  readonly rule: RuleId
  /** From the root of the repository, e.g. `src/api/core/gate.ts`. */
  readonly file: string
  readonly find: string
  readonly replace: string
  /** Test files to run in place of all those that hold a test of the rule. */
  readonly tests?: readonly string[]
}
