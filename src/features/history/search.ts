import { compareDays, type Day, parseDay } from '@/lib/days'

/**
 * What of History stands in the URL. Days stay the text they are: one that cannot be used must
 * reach the page, which says what is wrong with it instead of dropping it.
 */
export type HistorySearch = { readonly from?: string; readonly to?: string }

export function readHistorySearch(query: Record<string, unknown>): HistorySearch {
  const from = asText(query['from'])
  const to = asText(query['to'])
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }
}

/** Twice the same end is no day either. */
function asText(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value)
}

/** Inclusive IST days (C5); each end is optional (C6). */
export type DateRange = { readonly from?: Day; readonly to?: Day }

export type RangeProblem = 'from_not_a_day' | 'to_not_a_day' | 'neither_a_day' | 'backwards'

export type ReadRange =
  | { readonly ok: true; readonly range: DateRange }
  | { readonly ok: false; readonly problem: RangeProblem }

/** The range that the URL asks for, or why it cannot be asked of Envoy. */
export function readRange(search: HistorySearch): ReadRange {
  const from = readEnd(search.from)
  const to = readEnd(search.to)
  if (from === null && to === null) return { ok: false, problem: 'neither_a_day' }
  if (from === null) return { ok: false, problem: 'from_not_a_day' }
  if (to === null) return { ok: false, problem: 'to_not_a_day' }
  if (from && to && compareDays(from, to) > 0) return { ok: false, problem: 'backwards' }
  return { ok: true, range: { ...(from ? { from } : {}), ...(to ? { to } : {}) } }
}

function readEnd(text: string | undefined): Day | null | undefined {
  return text === undefined || text === '' ? undefined : parseDay(text)
}

export const RANGE_PROBLEMS: Record<RangeProblem, string> = {
  from_not_a_day: 'The first day in this address is not a day of the calendar.',
  to_not_a_day: 'The last day in this address is not a day of the calendar.',
  neither_a_day: 'The two days in this address are not days of the calendar.',
  backwards: 'The first day in this address comes after the last one.',
}
