/** Envoy's time, as far as its replies have told it. One for each server, shared by all its calls. */
export type EnvoyClock = {
  /** Envoy's time now, epoch ms; the machine's until a reply has told better. */
  now(): number
  /** What is added to the machine's time at the moment, in ms. */
  skew(): number
  /**
   * Learns from the `Date` header of a reply that has just come. Returns the skew it tells, in ms,
   * exact to a second; null when there is nothing to learn from it.
   */
  learn(date: string | undefined): number | null
}

/** `Date` has whole seconds, cut off: the middle of its second is the best guess. */
const HALF_A_SECOND_MS = 500
/** A clock further off than ten years is no clock. */
const MAX_SKEW_MS = 10 * 366 * 86_400_000

/** `machine` is the machine's time, epoch ms. It may be wrong (CT-5): a proof must carry Envoy's. */
export function createEnvoyClock(machine: () => number): EnvoyClock {
  let skew = 0
  return {
    now: () => machine() + skew,
    skew: () => skew,
    learn(date) {
      const told = readDate(date)
      if (told === null) return null
      const difference = told + HALF_A_SECOND_MS - machine()
      if (Math.abs(difference) > MAX_SKEW_MS) return null
      skew = difference
      return difference
    },
  }
}

/** Only the one form that HTTP servers write: `Date.parse` also takes others, as local time. */
function readDate(date = ''): number | null {
  const at = new Date(date)
  return !Number.isNaN(at.getTime()) && at.toUTCString() === date ? at.getTime() : null
}
