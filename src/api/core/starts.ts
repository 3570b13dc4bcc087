import type { Setting } from './ledger-time'

/** What one tab wrote down of its starts, those to come included; ms of the ledger's own time. */
export type Part = Setting & {
  /** When it was written down. */
  readonly at: number
  readonly starts: readonly number[]
}

export const NOTHING: Part = { offset: 0, found: 0, at: 0, starts: [] }

/** The window of the service's limit, ms. */
export const WINDOW_MS = 60_000
/** A call may leave this much later than its start says (ms): timers are late. */
export const LATE_MS = 1_000
/** Nobody stands in line for longer than this (ms). */
const FARTHEST_MS = 3_600_000
/** How long a start counts: what leaves late must not come too close to what leaves on time. */
const COUNTS_MS = WINDOW_MS + LATE_MS

/**
 * The next `want` starts after those of all tabs: each not before now, not before any other one, and a
 * window after the one that has to have run out for it. So there are never more than `allowed` in a
 * window, whoever comes is served in turn, and everybody knows when. Starts that are given back only
 * make room.
 */
export function nextStarts(
  starts: readonly number[],
  { want, allowed, now }: { want: number; allowed: number; now: number },
): readonly number[] {
  const all = starts.filter((at) => now - at < COUNTS_MS).sort((a, b) => a - b)
  const before = all.length
  while (all.length < before + want) {
    const free = (all.at(-allowed) ?? Number.NEGATIVE_INFINITY) + COUNTS_MS
    all.push(Math.max(now, all.at(-1) ?? now, free))
  }
  return all.slice(before)
}

/**
 * The starts of one tab that count. What will only be written comes from before a clock was set back,
 * with no tab there to see it: its starts count as now (CT-2).
 */
export function startsOf({ at, starts }: Part, now: number): readonly number[] {
  return at > now + LATE_MS ? starts.map((start) => Math.min(start, now)) : starts
}

export function writePart({ offset, found, at, starts }: Part): string {
  return JSON.stringify([offset, found, at, ...starts])
}

/** Anything that is not ours counts as nothing. */
export function readPart(text: string | null): Part {
  try {
    const parsed: unknown = JSON.parse(text ?? '')
    if (!Array.isArray(parsed) || !parsed.every((value) => Number.isSafeInteger(value)))
      return NOTHING
    const [offset = 0, found = 0, at = 0, ...starts] = parsed
    return { offset, found, at, starts: starts.filter((start) => start < at + FARTHEST_MS) }
  } catch {
    return NOTHING
  }
}
