import { type Day, formatDay, formatInstant, formatTime, istDay } from '@/lib/days'
import type { HistoryIndex } from './columns'
import type { Stop } from './page'
import { oldestDay, type Total } from './read-index'
import type { DateRange } from './search'

const counted = new Intl.NumberFormat('en-IN')

export function countWords(count: number, one: string, many = `${one}s`) {
  return `${counted.format(count)} ${count === 1 ? one : many}`
}

/** "01 Sep 2026 to 30 Sep 2026"; null for all of history. */
export function rangeWords({ from, to }: DateRange): string | null {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
  if (from) return `from ${formatDay(from)}`
  return to ? `up to ${formatDay(to)}` : null
}

/** The same for a narrow place: the year once, where both days share it. */
export function shortRangeWords(range: DateRange): string | null {
  const { from, to } = range
  const oneYear = from && to && from !== to && from.slice(0, 4) === to.slice(0, 4)
  if (oneYear) return `${formatDay(from).slice(0, -5)} to ${formatDay(to)}`
  return rangeWords(range)?.replace(/^[fu]/, (letter) => letter.toUpperCase()) ?? null
}

type Covered = { index: HistoryIndex; range: DateRange; complete: boolean; today: Day }

/** What the total is a total of (C13): it names its coverage, and is final only at the end. */
export function totalLabel({ range, complete }: Pick<Covered, 'range' | 'complete'>): string {
  const dates = rangeWords(range)
  const scope = [dates, complete ? null : 'loaded so far'].filter(Boolean).join(', ')
  return `Net spend, ${scope || 'all history'}`
}

/** How much stands behind the total, and from when. */
export function coverageLine({ index, range, complete, today }: Covered): string {
  const count = countWords(index.purchases, 'purchase')
  const oldest = oldestDay(index)
  const reach = [
    complete && rangeWords(range) === null ? 'all history loaded' : null,
    !complete && oldest ? `loaded back to ${formatDay(oldest)}` : null,
    `as of ${momentWords(index.readAt, today)}`,
  ]
  return [count, ...reach].filter(Boolean).join(' · ')
}

/** "14:32" today, with its day otherwise. */
function momentWords(at: number, today: Day): string {
  return istDay(at) === today ? formatTime(at) : formatInstant(at)
}

/** What the total leaves out, as sentences. */
export function leftOutWords({ unreadable, unknownCurrency, sums }: Total): string[] {
  const tooLarge = sums.filter((sum) => sum.money === null).length
  return [
    unreadable > 0
      ? `${countWords(unreadable, 'line')} could not be read and cannot be counted.`
      : '',
    unknownCurrency > 0
      ? `${countWords(unknownCurrency, 'amount')} in a currency Passbook does not know cannot be added.`
      : '',
    tooLarge > 0 ? 'A sum is too large to be shown exactly.' : '',
  ].filter(Boolean)
}

/** What stands at the end of a list that has nothing more to load. */
export function endWords(index: HistoryIndex, range: DateRange): string {
  const dates = rangeWords(range)
  if (dates) return `All purchases in these dates loaded, ${dates}.`
  const oldest = oldestDay(index)
  return oldest ? `All history loaded, back to ${formatDay(oldest)}.` : 'All history loaded.'
}

export const STOP_WORDS: Record<Stop, string> = {
  repeated: 'Envoy sent a part of the list again instead of older purchases.',
  empty: 'Envoy sent an empty page, although it says that older purchases exist.',
  unreachable: 'Envoy says that older purchases exist, but not how to load them.',
}

/** What a refresh found, for the person who asked for it. */
export function refreshWords(found: { at: number; added: number; reloaded: boolean }): string {
  const time = `Checked at ${formatTime(found.at)}`
  if (found.reloaded) {
    return `${time}. Too much is new to join it to what was loaded: the list was reloaded.`
  }
  return found.added === 0
    ? `${time}. Nothing new.`
    : `${time}. ${countWords(found.added, 'new purchase')}.`
}

export const RELOADED_WORDS =
  'The list was reloaded from the newest purchase: it could not be continued from where it was.'
