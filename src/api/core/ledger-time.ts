import type { Clock } from './clock'

/** What the tabs know of the wall clock, as one of them wrote it down. */
export type Setting = {
  /** How far the wall clock is ahead of the ledger's time, ms. */
  readonly offset: number
  /** How often it was found to have been set: the highest is the latest. */
  readonly found: number
}

export type LedgerTime = {
  /** The ledger's time, whole ms, and what is to be written down of the wall clock. */
  read(settings: readonly Setting[]): { readonly now: number; readonly setting: Setting }
}

/** Clocks that nobody sets differ by less than this (ms). */
const SAME_TIME_MS = 250
/** How soon the others tell a new tab that the clock had been set before it came (ms). */
const NEW_MS = 10_000

/**
 * One time for all tabs, by which starts are counted: it goes on like the steady clock of each, whatever
 * the wall clock is set to, and stands still in a sleep where that does. Tabs can compare nothing but
 * wall clocks, so the first tab that finds it set writes down by how much. A new tab goes by what it
 * finds, and by the others' word as long as it is new.
 */
export function createLedgerTime(clock: Clock): LedgerTime {
  const bornAt = clock.steady()
  /** How far the ledger's time is ahead of this tab's steady clock. */
  let lead: number | null = null
  let known = 0
  return {
    read(settings) {
      const latest = settings.reduce(later)
      const wall = Math.floor(clock.now())
      const steady = clock.steady()
      const isNews = latest.found !== known && steady - bornAt < NEW_MS
      if (lead === null || isNews) lead = wall - latest.offset - steady
      const now = Math.floor(steady + lead)
      const offset = wall - now
      const wasSet = Math.abs(offset - latest.offset) > SAME_TIME_MS
      const setting = wasSet ? { offset, found: latest.found + 1 } : latest
      known = setting.found
      return { now, setting: { offset: setting.offset, found: setting.found } }
    },
  }
}

const later = (one: Setting, other: Setting) => (other.found > one.found ? other : one)
