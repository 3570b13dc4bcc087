import type { HistoryIndex } from './columns'
import { dayOfSlot, firstSlot, lastNotPast } from './read-index'

/** Heights in pixels, from the design's tokens: nothing in the list is ever measured. */
export type Heights = { readonly row: number; readonly day: number; readonly gap: number }

/**
 * Where a day starts, in pixels from the top of the list. Every day before it added one header, one
 * gap and its rows, so that no table of offsets is needed and a new row height costs nothing.
 */
export function dayTop(index: HistoryIndex, heights: Heights, day: number): number {
  return day * (heights.day + heights.gap) + firstSlot(index, day) * heights.row
}

export function dayHeight(index: HistoryIndex, heights: Heights, day: number): number {
  return heights.day + (firstSlot(index, day + 1) - firstSlot(index, day)) * heights.row
}

export function listHeight(index: HistoryIndex, heights: Heights): number {
  return index.dayCount === 0 ? 0 : dayTop(index, heights, index.dayCount) - heights.gap
}

/** Where a row starts, in pixels from the top of its day. */
export function rowTopInDay(
  index: HistoryIndex,
  heights: Heights,
  day: number,
  slot: number,
): number {
  return heights.day + (slot - firstSlot(index, day)) * heights.row
}

export function rowTop(index: HistoryIndex, heights: Heights, slot: number): number {
  const day = dayOfSlot(index, slot)
  return dayTop(index, heights, day) + rowTopInDay(index, heights, day, slot)
}

/** The slot under this offset; a header counts as its first row, a gap as the row above it. */
export function slotAtOffset(index: HistoryIndex, heights: Heights, offset: number): number {
  if (index.size === 0) return 0
  const day = lastNotPast(index.dayCount, offset, (at) => dayTop(index, heights, at))
  const within = Math.floor((offset - dayTop(index, heights, day) - heights.day) / heights.row)
  const last = firstSlot(index, day + 1) - 1
  return Math.min(last, firstSlot(index, day) + Math.max(0, within))
}

/** Row of the grid, counted from 1, day headers included. */
export function ariaRowOfDay(index: HistoryIndex, day: number): number {
  return firstSlot(index, day) + day + 1
}

export function ariaRowOfSlot(slot: number, day: number): number {
  return slot + day + 2
}

export type DaySlice = { readonly day: number; readonly slots: readonly number[] }

/**
 * The days and rows to draw between two offsets, oldest last. `kept` is drawn wherever it is: the
 * row that holds the tab stop must not leave the document.
 */
export function sliceOf(
  index: HistoryIndex,
  heights: Heights,
  from: number,
  to: number,
  kept: number,
): DaySlice[] {
  if (index.size === 0) return []
  const first = slotAtOffset(index, heights, from)
  const last = slotAtOffset(index, heights, to)
  const slices: { day: number; slots: number[] }[] = []
  const add = (slot: number, day: number) => {
    const open = slices.at(-1)
    if (open?.day === day) open.slots.push(slot)
    else slices.push({ day, slots: [slot] })
  }
  if (kept < first) add(kept, dayOfSlot(index, kept))
  let day = dayOfSlot(index, first)
  for (let slot = first; slot <= last; slot += 1) {
    if (slot >= firstSlot(index, day + 1)) day += 1
    add(slot, day)
  }
  if (kept > last && kept < index.size) add(kept, dayOfSlot(index, kept))
  return slices
}
