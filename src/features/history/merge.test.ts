import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Line } from '@/api/envoy/types'
import { aLine, aNext, aPage, HOUR, NOON, purchaseId, unreadable } from './lines.fixture'
import { mergeNewest } from './merge'
import type { Pages } from './queries'

const bought = (number: number, over: Partial<Parameters<typeof aLine>[0]> = {}) =>
  aLine({ purchaseId: purchaseId(number), at: NOON + number * HOUR, minor: number, ...over })

const loadedFrom = (...pages: Line[][]): Pages => ({
  pages: pages.map((lines, at) => aPage(lines, aNext(`after ${at}`))),
  pageParams: pages.map((_, at) => (at === 0 ? null : aNext(`after ${at - 1}`))),
})

const linesOf = (pages: Pages) => pages.pages.flatMap((page) => page.lines)

function merged(loaded: Pages, fresh: Line[], more = true) {
  const result = mergeNewest(loaded, aPage(fresh, more ? aNext('fresh') : null, NOON + 9 * HOUR))
  if (!result.connected) throw new Error('not connected')
  return result
}

describe('the newest page put on what is loaded', () => {
  it('adds new lines on top and keeps the way to older ones', () => {
    const loaded = loadedFrom([bought(5), bought(4)], [bought(3), bought(2)])
    const { pages, added } = merged(loaded, [bought(6), bought(5)])
    expect(linesOf(pages)).toEqual([6, 5, 4, 3, 2].map((n) => bought(n)))
    expect(added).toBe(1)
    expect(pages.pages.at(-1)?.next).toEqual(aNext('after 1'))
    expect(pages.pageParams).toBe(loaded.pageParams)
  })

  it('takes over what changed in a line', () => {
    const loaded = loadedFrom([bought(5), bought(4)])
    const { pages, added } = merged(loaded, [bought(5, { minor: 1 }), bought(4)])
    expect(linesOf(pages)).toEqual([bought(5, { minor: 1 }), bought(4)])
    expect(added).toBe(0)
  })

  it('[R-076] drops a line that is no longer there', () => {
    const loaded = loadedFrom([bought(5), bought(4), bought(3)], [bought(2), bought(1)])
    const { pages } = merged(loaded, [bought(5), bought(3), bought(2)])
    expect(linesOf(pages)).toEqual([5, 3, 2, 1].map((n) => bought(n)))
  })

  it('[cases] keeps every line of one instant that the page ends within', () => {
    const same = (n: number) => bought(n, { at: NOON })
    const loaded = loadedFrom([same(1), same(2), same(3), same(4)])
    const { pages } = merged(loaded, [same(1), same(2)])
    expect(linesOf(pages)).toEqual([1, 2, 3, 4].map(same))
  })

  it('[C3] counts equal lines without an id instead of taking one for the other', () => {
    const loaded = loadedFrom([aLine(), aLine(), aLine({ at: NOON - HOUR })])
    const { pages, added } = merged(loaded, [aLine(), aLine(), aLine()])
    expect(linesOf(pages)).toEqual([aLine(), aLine(), aLine(), aLine({ at: NOON - HOUR })])
    expect(added).toBe(1)
  })

  it('takes a purchase that moved up away from its old place', () => {
    const loaded = loadedFrom([bought(5), bought(4)], [bought(3), bought(2)])
    const moved = bought(2, { at: NOON + 7 * HOUR })
    const { pages } = merged(loaded, [moved, bought(5)])
    expect(linesOf(pages)).toEqual([moved, bought(5), bought(4), bought(3)])
  })

  it('lets a line that could not be read go or stay with the line before it', () => {
    const loaded = loadedFrom([bought(5), unreadable, bought(4), unreadable])
    expect(linesOf(merged(loaded, [bought(6), bought(5)]).pages)).toEqual([
      bought(6),
      bought(5),
      bought(4),
      unreadable,
    ])
  })

  it('[product] does not join what it cannot prove to be whole', () => {
    const loaded = loadedFrom([bought(5), bought(4)])
    const result = mergeNewest(loaded, aPage([bought(9), bought(8)], aNext('fresh')))
    expect(result).toEqual({ connected: false })
    expect(mergeNewest(loaded, aPage([unreadable], aNext('fresh')))).toEqual({ connected: false })
  })

  it('is everything there is when nothing follows it', () => {
    const { pages, added } = merged(loadedFrom([bought(5)], [bought(4)]), [bought(9)], false)
    expect(linesOf(pages)).toEqual([bought(9)])
    expect(pages.pageParams).toEqual([null])
    expect(added).toBe(1)
  })

  it('is as old as the oldest line it keeps', () => {
    expect(merged(loadedFrom([bought(5)]), [bought(6), bought(5)]).pages.pages[0]?.at).toBe(
      NOON + 9 * HOUR,
    )
    expect(merged(loadedFrom([bought(5), bought(4)]), [bought(5)]).pages.pages[0]?.at).toBe(NOON)
  })

  it('[product] shows what is there now down to the end of the page, and what was loaded below', () => {
    const world = fc.record({
      count: fc.integer({ min: 3, max: 30 }),
      appeared: fc.integer({ min: 0, max: 3 }),
      vanished: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
      cut: fc.integer({ min: 1, max: 30 }),
    })
    const size = 5
    fc.assert(
      fc.property(world, ({ count, appeared, vanished, cut }) => {
        const numbers = (top: number) => Array.from({ length: top }, (_, n) => top - n)
        const before = numbers(count)
        const now = numbers(count + appeared).filter((n) => !vanished.includes(n))
        const page = now.slice(0, size)
        const loaded = loadedFrom(
          before.slice(0, cut).map((n) => bought(n)),
          before.slice(cut).map((n) => bought(n)),
        )
        const result = mergeNewest(
          loaded,
          aPage(
            page.map((n) => bought(n)),
            now.length > size ? aNext('fresh') : null,
          ),
        )
        const end = now.length > size ? (page.at(-1) ?? 0) : 0
        const expected = [...page, ...before.filter((n) => n < end)]
        const joins = now.length <= size || page.some((n) => n <= count)
        expect(result.connected).toBe(joins)
        if (result.connected) {
          expect(linesOf(result.pages)).toEqual(expected.map((n) => bought(n)))
        }
      }),
    )
  })
})
