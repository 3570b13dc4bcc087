/** The doubling never goes above this (seconds); a longer base stands as it is (B1). */
const DOUBLING_CEILING_S = 240
/** A base above this is never waited out automatically (C35), in seconds. */
export const LONGEST_AUTOMATIC_S = 300
/** Used when a refusal names no usable wait: the usual window of a request limit, in seconds. */
const UNNAMED_WAIT_S = 60
/** A refusal that asks for no wait at all is still not answered in a tight loop, in seconds. */
const SHORTEST_WAIT_S = 1
/** Nobody can tell a longer wait from a mistake; a person may try after it, in seconds. */
const LONGEST_WAIT_S = 3600
/** Refusals in a row after which only a person goes on. */
const REFUSALS_BEFORE_STOP = 4

/** Random lengthening by 0–25 %: a wait is never shortened. `random` in 0…1. */
export function lengthen(ms: number, random: number): number {
  return Math.ceil(ms * (1 + 0.25 * random))
}

export type RateLimitWait = { readonly waitMs: number; readonly automatic: boolean }

/**
 * How long nobody may send after a 429, and whether the call then repeats itself.
 * `inARow`: 429s in a row before this one (n = 0 for the first). `baseSeconds`: B1's base, null
 * when none was usable.
 */
export function rateLimitWait(
  baseSeconds: number | null,
  inARow: number,
  random: number,
): RateLimitWait {
  const named = baseSeconds !== null && Number.isFinite(baseSeconds) && baseSeconds >= 0
  const base = Math.max(SHORTEST_WAIT_S, named ? baseSeconds : UNNAMED_WAIT_S)
  const doubled = Math.min(base * 2 ** inARow, DOUBLING_CEILING_S)
  const seconds = Math.min(Math.max(base, doubled), LONGEST_WAIT_S)
  return {
    waitMs: lengthen(seconds * 1000, random),
    automatic: named && base <= LONGEST_AUTOMATIC_S && inARow + 1 < REFUSALS_BEFORE_STOP,
  }
}

/** Wait before the n-th automatic repetition after a lost reply: 1–2 s, then 3–6 s. */
export function noReplyWaitMs(earlier: number, random: number): number {
  const shortest = earlier === 0 ? 1000 : 3000
  return Math.ceil(shortest * (1 + random))
}

/** Wait the service named for one call; null when it is too long (or no number) to be waited out. */
export function namedWaitMs(seconds: number, random: number): number | null {
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > LONGEST_AUTOMATIC_S) return null
  return lengthen(Math.max(SHORTEST_WAIT_S, seconds) * 1000, random)
}

/** From now until a person may try, when `seconds` was too long to be waited out automatically. */
export function longWaitMs(seconds: number): number | null {
  if (!Number.isFinite(seconds) || seconds < 0) return null
  return Math.min(seconds, LONGEST_WAIT_S) * 1000
}
