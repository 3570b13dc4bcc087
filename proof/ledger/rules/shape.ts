/** As in the name of a test: `R-057`, `V-3`. */
export type RuleId = `R-${string}` | `V-${string}`

/** Who has to keep a rule. */
type Keeper = 'client' | 'sandbox' | 'page'

/** Why a rule has no test: one sentence, shown beside it. */
type Open = {
  readonly state: 'not built yet' | 'cannot be tested here'
  readonly why: string
}

/** One rule of the contract, in one short sentence of our own. A rule without `open` must be proven. */
export type Rule = {
  readonly id: RuleId
  readonly says: string
  readonly keepers: readonly Keeper[]
  readonly open?: Open
}
