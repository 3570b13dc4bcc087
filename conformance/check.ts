import type { Ask } from './asker'
import type { Clock } from './pace'
import type { Seen } from './seen'
import type { RuleId, Verdict } from './verdict'

/** What a check cannot do without; each is an option of the command. */
export type Need =
  | 'write'
  | 'answer'
  | 'other-token'
  | 'read-only-token'
  | 'key'
  | 'slow'
  | 'limit-test'

/** What the writes use: all of it is this run's own, but for the purchase to answer on. */
export type Writing = {
  /** A shop's address for the n-th purchase of the run. */
  merchantUrl(n: number): string
  /** Rupees, with two decimals. */
  amount: string
  /** A key of this run, `length` characters long. */
  key(name: string, length?: number): string
  /** Whether the run may write at all. */
  allowed: boolean
  /** The purchase whose open question may be answered; empty: none. */
  answerOn: string
}

export type Asking = {
  ask: Ask
  /** What was read once and serves several checks. */
  seen: Seen
  clock: Clock
  writing: Writing
}

/** One thing to ask about: it asks, and yields what it saw of its rules. */
export type Check = {
  title: string
  /** Everything it may speak about; only these, so that `--only` and "skipped" know. */
  rules: readonly RuleId[]
  needs?: readonly Need[]
  run(asking: Asking): AsyncGenerator<Verdict, void, undefined>
}
