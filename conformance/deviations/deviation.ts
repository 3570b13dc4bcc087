import type { RuleId } from '../verdict'

// biome-ignore lint/suspicious/noExplicitAny: a deviation spoils whatever came.
type Loose = any

/** A call on its way to Envoy. */
export type Call = {
  tool: string
  /** The JSON of the body; null when it is none. */
  body: Loose
  bytes: number
  /** The authorization header. */
  bearer: string
}

/** A reply on its way back. */
export type Back = { status: number; headers: Headers; json: Loose }

/** Something in front of Envoy that breaks a rule on purpose. */
export type Deviation = {
  name: string
  /** Exactly the rules that are broken by it. */
  breaks: readonly RuleId[]
  /** What has to be asked for to see it; the rest is asked whatever it is. */
  asks?: '--limit-test' | '--slow'
  /** Another body in place of what was sent; undefined leaves it. Made anew for each run, so that it may remember. */
  make(): {
    request?(call: Call): unknown
    reply?(back: Back, call: Call): void
  }
}

export const deviation = (
  name: string,
  breaks: readonly RuleId[],
  make: Deviation['make'],
  asks?: '--limit-test' | '--slow',
): Deviation => ({ name, breaks, make, ...(asks === undefined ? {} : { asks }) })

/** Spoils replies, one by one. */
export const spoiling =
  (spoil: (back: Back, call: Call) => void): Deviation['make'] =>
  () => ({ reply: spoil })
