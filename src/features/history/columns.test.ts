import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Line } from '@/api/envoy/types'
import { istDay } from '@/lib/days'
import { type HistoryIndex, idOf, indexPages } from './columns'
import { aLine, aNext, aPage, DAY, HOUR, NOON, purchaseId, unreadable } from './lines.fixture'
import type { HistoryPage } from './page'
import { dayAt, dayTotal, firstSlot, lineAt, oldestDay, wholeTotal } from './read-index'

/** As the page shows it, computed the slow way from all lines at once. */
function naive(pages: readonly HistoryPage[]) {
  const all = pages.flatMap((page) => page.lines)
  const standing = all.filter((line, at) => {
    const id = idOf(line)
    return id === null || all.findLastIndex((other) => idOf(other) === id) === at
  })
  const days: { day: string | null; lines: Line[]; rupees: number }[] = []
  for (const line of standing) {
    const day = line.kind === 'line' ? istDay(line.at) : (days.at(-1)?.day ?? null)
    const open = days.at(-1)
    const group = open && open.day === day ? open : { day, lines: [], rupees: 0 }
    if (group !== open) days.push(group)
    group.lines.push(line)
    if (line.kind === 'line' && line.amount.currency === 'INR') group.rupees += line.amount.minor
  }
  return days
}

function shown(index: HistoryIndex) {
  return Array.from({ length: index.dayCount }, (_, day) => ({
    day: dayAt(index, day),
    lines: Array.from({ length: firstSlot(index, day + 1) - firstSlot(index, day) }, (_, row) =>
      lineAt(index, firstSlot(index, day) + row),
    ),
    rupees: index.dayRupees[day],
  }))
}

const byPage = (pages: readonly HistoryPage[]) =>
  pages.reduce<HistoryIndex | undefined>(
    (index, _, at) => indexPages(pages.slice(0, at + 1), index),
    undefined,
  )

const line = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      hoursLater: fc.integer({ min: 0, max: 40 }),
      minor: fc.integer({ min: -500, max: 100_000 }),
      id: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 2 }),
      currency: fc.constantFrom('INR', 'INR', 'INR', 'USD', 'XQX'),
    }),
  },
  { weight: 1, arbitrary: fc.constant(null) },
)

/** Pages of a history, newest first, cut anywhere; some purchases come twice. */
const history = fc
  .array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 8 })
  .map((cut) => {
    let at = NOON
    return cut.map((items) =>
      aPage(
        items.map((item) => {
          if (item === null) return unreadable
          at -= item.hoursLater * HOUR
          return aLine({
            at,
            amount: { minor: item.minor, currency: item.currency, display: null },
            purchaseId: item.id === null ? null : purchaseId(item.id),
          })
        }),
        aNext('more'),
      ),
    )
  })

describe('the column index', () => {
  it('[C3] [product] shows the lines, days and day totals of all pages, however the pages are cut', () => {
    fc.assert(
      fc.property(history, (pages) => {
        const index = byPage(pages)
        expect(index && shown(index)).toEqual(naive(pages))
      }),
    )
  })

  it('is the same grown page by page as built at once', () => {
    fc.assert(
      fc.property(history, (pages) => {
        const grown = byPage(pages)
        const built = indexPages(pages, undefined)
        expect(grown && shown(grown)).toEqual(shown(built))
        expect(grown && wholeTotal(grown)).toEqual(wholeTotal(built))
        expect(grown?.slotOf).toEqual(built.slotOf)
      }),
    )
  })

  it('touches only the new page when one is added', () => {
    const first = aPage(Array.from({ length: 50 }, (_, n) => aLine({ at: NOON - n * HOUR })))
    const before = indexPages([first], undefined)
    let read = 0
    const watched = {
      ...first,
      lines: new Proxy(first.lines, {
        get: (lines, key) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) read += 1
          return Reflect.get(lines, key)
        },
      }),
    }
    const index = indexPages([watched], undefined)
    expect(read).toBeGreaterThan(0)
    read = 0
    const grown = indexPages([watched, aPage([aLine({ at: NOON - 5 * DAY })])], index)
    expect(read).toBe(0)
    expect(grown.size).toBe(51)
    expect(before.size).toBe(50)
  })

  it('gives back the same index for the same pages', () => {
    const pages = [aPage([aLine()])]
    const index = indexPages(pages, undefined)
    expect(indexPages([...pages], index)).toBe(index)
  })

  it('[C3] keeps equal lines without an id apart', () => {
    const index = indexPages([aPage([aLine(), aLine()]), aPage([aLine()])], undefined)
    expect(index.purchases).toBe(3)
    expect(index.dayRupees[0]).toBe(300)
  })

  it('[C3] lets a purchase seen again replace its earlier line, also on one page', () => {
    const id = purchaseId(7)
    const early = aLine({ purchaseId: id, minor: 500 })
    const late = aLine({ purchaseId: id, minor: 300, at: NOON - DAY })
    for (const pages of [[aPage([early, late])], [aPage([early]), aPage([late])]]) {
      const index = byPage(pages)
      expect(index && shown(index)).toEqual(naive(pages))
      expect(index?.rupees).toBe(300)
      expect(index?.slotOf.get(id)).toBe(0)
    }
  })

  it('[cases] 13 lines of one instant over pages of 10 are one day with one total', () => {
    const lines = Array.from({ length: 13 }, (_, n) =>
      aLine({ purchaseId: purchaseId(n), minor: n }),
    )
    const pages = [aPage(lines.slice(0, 10), aNext('a')), aPage(lines.slice(10))]
    const index = byPage(pages)
    expect(index?.dayCount).toBe(1)
    expect(index?.size).toBe(13)
    expect(index?.dayRupees[0]).toBe(78)
  })

  it('[C1] puts a line that could not be read under the line before it', () => {
    const index = indexPages([aPage([unreadable, aLine(), unreadable])], undefined)
    expect(shown(index).map(({ day, lines }) => [day, lines.length])).toEqual([
      [null, 1],
      ['2026-11-29', 2],
    ])
    expect(dayTotal(index, 1).unreadable).toBe(1)
    expect(wholeTotal(index).unreadable).toBe(2)
    expect(index.purchases).toBe(1)
  })

  it('[C13] never adds two currencies; rupees come first', () => {
    const dollars = { minor: 1200, currency: 'USD', display: null }
    const index = indexPages(
      [aPage([aLine({ amount: dollars }), aLine({ minor: 50 }), aLine({ amount: dollars })])],
      undefined,
    )
    const sums = [
      { currency: 'INR', money: { minor: 50, currency: 'INR' } },
      { currency: 'USD', money: { minor: 2400, currency: 'USD' } },
    ]
    expect(wholeTotal(index).sums).toEqual(sums)
    expect(dayTotal(index, 0).sums).toEqual(sums)
  })

  it('[C13] a day in other money only has no rupee total', () => {
    const index = indexPages(
      [aPage([aLine({ amount: { minor: 1, currency: 'USD', display: null } })])],
      undefined,
    )
    expect(dayTotal(index, 0).sums.map((sum) => sum.currency)).toEqual(['USD'])
  })

  it('[C16] counts an amount in an unknown currency instead of adding it', () => {
    const index = indexPages(
      [aPage([aLine({ amount: { minor: 1, currency: 'ZZQ', display: 'Z 1' } })])],
      undefined,
    )
    expect(wholeTotal(index)).toEqual({ sums: [], unknownCurrency: 1, unreadable: 0 })
  })

  it('[product] shows no sum that is not exact', () => {
    const index = indexPages(
      [aPage([aLine({ minor: Number.MAX_SAFE_INTEGER }), aLine({ minor: 1 })])],
      undefined,
    )
    expect(wholeTotal(index).sums).toEqual([{ currency: 'INR', money: null }])
  })

  it('[C5] breaks days at midnight in India', () => {
    const lines = [
      aLine({ at: Date.parse('2026-03-31T18:45:00Z') }),
      aLine({ at: Date.parse('2026-03-31T18:29:59Z') }),
    ]
    const index = indexPages([aPage(lines)], undefined)
    expect([dayAt(index, 0), dayAt(index, 1)]).toEqual(['2026-04-01', '2026-03-31'])
    expect(oldestDay(index)).toBe('2026-03-31')
  })

  it('[product] is as old as its oldest page', () => {
    const pages = [aPage([aLine()], null, NOON), aPage([aLine()], null, NOON - HOUR)]
    expect(byPage(pages)?.readAt).toBe(NOON - HOUR)
  })
})
