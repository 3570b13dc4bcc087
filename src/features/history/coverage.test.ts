import { describe, expect, it } from 'vitest'
import { type Day, istDay } from '@/lib/days'
import { indexPages } from './columns'
import {
  coverageLine,
  endWords,
  leftOutWords,
  rangeWords,
  refreshWords,
  shortRangeWords,
  totalLabel,
} from './coverage'
import { aLine, aPage, DAY, NOON } from './lines.fixture'

// Casts: days written out for a test.
const from = '2026-09-01' as Day
const to = '2026-09-30' as Day
const today = istDay(NOON)

const index = indexPages([aPage([aLine(), aLine({ at: NOON - 3 * DAY })])], undefined)

describe('what a total covers', () => {
  it('[C13] says so far until everything is loaded', () => {
    expect(totalLabel({ range: {}, complete: false })).toBe('Net spend, loaded so far')
    expect(totalLabel({ range: { from, to }, complete: false })).toBe(
      'Net spend, 01 Sep 2026 to 30 Sep 2026, loaded so far',
    )
  })

  it('[C13] becomes final at the end only, and names the dates of the filter', () => {
    expect(totalLabel({ range: {}, complete: true })).toBe('Net spend, all history')
    expect(totalLabel({ range: { from, to }, complete: true })).toBe(
      'Net spend, 01 Sep 2026 to 30 Sep 2026',
    )
  })

  it('[product] names how far back it reaches, and how old it is', () => {
    expect(coverageLine({ index, range: {}, complete: false, today })).toBe(
      '2 purchases · loaded back to 26 Nov 2026 · as of 12:00',
    )
    expect(coverageLine({ index, range: {}, complete: true, today })).toBe(
      '2 purchases · all history loaded · as of 12:00',
    )
    expect(coverageLine({ index, range: { from, to }, complete: true, today })).toBe(
      '2 purchases · as of 12:00',
    )
  })

  it('gives the day when it was read on another one', () => {
    const tomorrow = istDay(NOON + DAY)
    expect(coverageLine({ index, range: { from }, complete: true, today: tomorrow })).toBe(
      '2 purchases · as of 29 Nov 2026, 12:00 IST',
    )
  })

  it('[C6] words every kind of range', () => {
    expect(rangeWords({})).toBeNull()
    expect(rangeWords({ from })).toBe('from 01 Sep 2026')
    expect(rangeWords({ to })).toBe('up to 30 Sep 2026')
    expect(rangeWords({ from, to: from })).toBe('01 Sep 2026')
  })

  it('shortens a range only where both days share a year', () => {
    expect(shortRangeWords({ from, to })).toBe('01 Sep to 30 Sep 2026')
    expect(shortRangeWords({ from: '2025-09-01' as Day, to })).toBe('01 Sep 2025 to 30 Sep 2026')
    expect(shortRangeWords({ to })).toBe('Up to 30 Sep 2026')
    expect(shortRangeWords({ from, to: from })).toBe('01 Sep 2026')
    expect(shortRangeWords({})).toBeNull()
  })

  it('[product] says at the end what is all there is', () => {
    expect(endWords(index, {})).toBe('All history loaded, back to 26 Nov 2026.')
    expect(endWords(index, { from, to })).toBe(
      'All purchases in these dates loaded, 01 Sep 2026 to 30 Sep 2026.',
    )
  })

  it('[C1] [C16] says what it leaves out', () => {
    expect(leftOutWords({ sums: [], unknownCurrency: 0, unreadable: 0 })).toEqual([])
    expect(
      leftOutWords({
        sums: [{ currency: 'INR', money: null }],
        unknownCurrency: 2,
        unreadable: 1,
      }),
    ).toEqual([
      '1 line could not be read and cannot be counted.',
      '2 amounts in a currency Passbook does not know cannot be added.',
      'A sum is too large to be shown exactly.',
    ])
  })
})

describe('what a refresh found', () => {
  it('is said in one sentence', () => {
    const at = NOON
    expect(refreshWords({ at, added: 0, reloaded: false })).toBe('Checked at 12:00. Nothing new.')
    expect(refreshWords({ at, added: 1, reloaded: false })).toBe(
      'Checked at 12:00. 1 new purchase.',
    )
    expect(refreshWords({ at, added: 50, reloaded: true })).toContain('the list was reloaded')
  })
})
