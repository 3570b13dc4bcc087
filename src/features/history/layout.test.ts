import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexPages } from './columns'
import {
  ariaRowOfDay,
  ariaRowOfSlot,
  dayHeight,
  dayTop,
  listHeight,
  rowTop,
  sliceOf,
  slotAtOffset,
} from './layout'
import { aLine, aPage, DAY, NOON } from './lines.fixture'
import { dayOfSlot } from './read-index'

const heights = fc.constantFrom(
  { row: 54, day: 36, gap: 12 },
  { row: 46, day: 36, gap: 12 },
  { row: 60, day: 36, gap: 12 },
)
const days = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 })

function indexOf(rowsPerDay: readonly number[]) {
  const lines = rowsPerDay.flatMap((rows, day) =>
    Array.from({ length: rows }, () => aLine({ at: NOON - day * DAY })),
  )
  return indexPages([aPage(lines)], undefined)
}

/** Every header and row with its top, stacked one after the other. */
function stacked(rowsPerDay: readonly number[], h: { row: number; day: number; gap: number }) {
  let top = 0
  const dayTops: number[] = []
  const rowTops: number[] = []
  for (const rows of rowsPerDay) {
    dayTops.push(top)
    top += h.day
    for (let row = 0; row < rows; row += 1) {
      rowTops.push(top)
      top += h.row
    }
    top += h.gap
  }
  return { dayTops, rowTops, end: top - h.gap }
}

describe('the places of days and rows', () => {
  it('are where stacking them one after the other would put them', () => {
    fc.assert(
      fc.property(days, heights, (rows, h) => {
        const index = indexOf(rows)
        const model = stacked(rows, h)
        expect(rows.map((_, day) => dayTop(index, h, day))).toEqual(model.dayTops)
        expect(model.rowTops.map((_, slot) => rowTop(index, h, slot))).toEqual(model.rowTops)
        expect(listHeight(index, h)).toBe(model.end)
      }),
    )
  })

  it('lead from any offset inside a row back to that row', () => {
    fc.assert(
      fc.property(days, heights, fc.nat(), fc.nat(), (rows, h, pick, within) => {
        const index = indexOf(rows)
        const slot = pick % index.size
        expect(slotAtOffset(index, h, rowTop(index, h, slot) + (within % h.row))).toBe(slot)
      }),
    )
  })

  it('stay inside the list for offsets outside of it', () => {
    const index = indexOf([2, 3])
    const h = { row: 54, day: 36, gap: 12 }
    expect(slotAtOffset(index, h, -100)).toBe(0)
    expect(slotAtOffset(index, h, 1e9)).toBe(4)
  })

  it('draw every row in view once, in order, in its own day, and the kept one wherever it is', () => {
    fc.assert(
      fc.property(days, heights, fc.nat(), fc.nat(), fc.nat(), (rows, h, a, b, c) => {
        const index = indexOf(rows)
        const from = a % listHeight(index, h)
        const to = from + (b % 900)
        const kept = c % index.size
        const slices = sliceOf(index, h, from, to, kept)
        const slots = slices.flatMap((slice) => slice.slots)
        expect(slots).toEqual([...new Set(slots)].toSorted((x, y) => x - y))
        expect(slots).toContain(kept)
        const inView = Array.from({ length: index.size }, (_, slot) => slot).filter((slot) => {
          const top = rowTop(index, h, slot)
          return top + h.row > from && top <= to
        })
        for (const slot of inView) expect(slots).toContain(slot)
        for (const { day, slots: own } of slices) {
          for (const slot of own) expect(dayOfSlot(index, slot)).toBe(day)
        }
        expect(slices.map((slice) => slice.day)).toEqual([
          ...new Set(slices.map((slice) => slice.day)),
        ])
      }),
    )
  })

  it('draw nothing of an empty list', () => {
    const index = indexPages([aPage([])], undefined)
    const h = { row: 54, day: 36, gap: 12 }
    expect(sliceOf(index, h, 0, 900, 0)).toEqual([])
    expect(listHeight(index, h)).toBe(0)
  })

  it('[product] count rows of the grid with day headers, as assistive technology hears them', () => {
    fc.assert(
      fc.property(days, (rows) => {
        const index = indexOf(rows)
        const numbers = rows.flatMap((count, day) => [
          ariaRowOfDay(index, day),
          ...Array.from({ length: count }, (_, row) =>
            ariaRowOfSlot((index.dayFirst[day] ?? 0) + row, day),
          ),
        ])
        expect(numbers).toEqual(Array.from({ length: index.size + rows.length }, (_, n) => n + 1))
      }),
    )
  })

  it('give a day the height of its header and rows', () => {
    const index = indexOf([2, 3])
    expect(dayHeight(index, { row: 54, day: 36, gap: 12 }, 1)).toBe(36 + 3 * 54)
  })
})
