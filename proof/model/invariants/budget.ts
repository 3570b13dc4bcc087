import type { Invariant, Sent } from '../observer'

const WINDOW_MS = 60_000
/** What is under way for longer may come together with what left long after it (ms). */
const SLOW_MS = 1_000

/**
 * All tabs of an account together start at most so many calls in any 60 s, and Envoy
 * never has to say so unless somebody else used the token, or the network kept calls back and let them
 * go together. Starts that the browser's own clock, after it was set forward, takes for older than that
 * do not count.
 */
export function budgetKept(
  perMinute: number,
  circumstances: {
    readonly othersUsed: (owner: string) => boolean
    readonly planned: (n: number) => boolean
  },
): Invariant {
  return {
    name: 'never over the budget',
    left(sent, { sent: before }) {
      const { real, wall } = sent.left
      const recent = before.filter(
        ({ owner, left }) =>
          owner === sent.owner && real - left.real < WINDOW_MS && wall - left.wall < WINDOW_MS,
      )
      return recent.length >= perMinute
        ? `request ${sent.n} is number ${recent.length + 1} of 60 s, of ${perMinute}`
        : null
    },
    answered(sent, answer, { sent: all }) {
      if (answer.kind !== 'rate_limited' || circumstances.planned(sent.n)) return null
      const excused = circumstances.othersUsed(sent.owner) || all.some((each) => isSlow(each, sent))
      return excused ? null : `request ${sent.n} was one too many`
    },
  }
}

/** Whether a packet that Envoy counted together with this one had been under way for long. */
function isSlow({ owner, left, arrived }: Sent, than: Sent): boolean {
  const at = than.arrived ?? 0
  return (
    owner === than.owner &&
    arrived !== null &&
    at - arrived < WINDOW_MS &&
    arrived - left.real > SLOW_MS
  )
}
