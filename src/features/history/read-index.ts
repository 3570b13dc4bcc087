import type { Line } from '@/api/envoy/types'
import type { Day } from '@/lib/days'
import type { Money } from '@/lib/money'
import type { Extras, HistoryIndex } from './columns'
import { dayOfNumber, NO_DAY } from './day-number'

/** The last place in `starts[0…count)` that is not past `value`; the starts never fall. */
export function lastNotPast(count: number, value: number, startOf: (at: number) => number) {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (startOf(middle) <= value) low = middle
    else high = middle - 1
  }
  return low
}

export function lineAt(index: HistoryIndex, slot: number): Line | undefined {
  const chunk = lastNotPast(index.chunks.length, slot, (at) => index.chunkStart[at] ?? 0)
  return index.standing[chunk]?.[slot - (index.chunkStart[chunk] ?? 0)]
}

export function dayOfSlot(index: HistoryIndex, slot: number): number {
  return lastNotPast(index.dayCount, slot, (day) => firstSlot(index, day))
}

/** The slot a day starts with; for the day after the last, the number of slots. */
export function firstSlot(index: HistoryIndex, day: number): number {
  return day < index.dayCount ? (index.dayFirst[day] ?? 0) : index.size
}

export function dayAt(index: HistoryIndex, day: number): Day | null {
  const number = index.dayNumber[day] ?? NO_DAY
  return number === NO_DAY ? null : dayOfNumber(number)
}

/** The day that history is loaded back to. */
export function oldestDay(index: HistoryIndex): Day | null {
  return index.dayCount === 0 ? null : dayAt(index, index.dayCount - 1)
}

/** What a sum says: one entry per currency, rupees first; `null` money is too large to be exact. */
export type Total = {
  readonly sums: readonly { readonly currency: string; readonly money: Money | null }[]
  readonly unknownCurrency: number
  readonly unreadable: number
}

export function dayTotal(index: HistoryIndex, day: number): Total {
  return totalOf(index.dayRupees[day] ?? 0, index.dayRupeeLines[day] ?? 0, index.dayExtras.get(day))
}

export function wholeTotal(index: HistoryIndex): Total {
  return totalOf(index.rupees, index.rupeeLines, index.extras)
}

function totalOf(rupees: number, rupeeLines: number, extras: Extras | undefined): Total {
  const others = [...(extras?.others ?? [])].map(([currency, sum]) => sumOf(currency, sum))
  const unknownCurrency = extras?.unknownCurrency ?? 0
  return {
    // A day in other money only has no rupee sum; a day of nothing readable has none at all.
    sums: rupeeLines > 0 ? [sumOf('INR', rupees), ...others] : others,
    unknownCurrency,
    unreadable: extras?.unreadable ?? 0,
  }
}

function sumOf(currency: string, minor: number) {
  return { currency, money: Number.isNaN(minor) ? null : { minor, currency } }
}
