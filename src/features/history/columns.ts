import type { Line, ReadableLine } from '@/api/envoy/types'
import type { PurchaseId } from '@/lib/ids'
import { isKnownCurrency } from './currency'
import { dayNumberOf, NO_DAY } from './day-number'
import { createNames, type Names, nameId } from './name-table'
import type { HistoryPage } from './page'

/** What a rupee sum leaves out. */
export type Extras = {
  /** Sums in other currencies: one currency per sum (C13). */
  readonly others: Map<string, number>
  /** Lines in a currency whose minor units mean nothing to us (C16). */
  unknownCurrency: number
  unreadable: number
}

/**
 * The lines of all loaded pages as columns. A line is known by its slot, the place it has in the
 * list; a day is a run of slots. The arrays are longer than `size` and `dayCount` and are shared
 * with the index that grows out of this one: adding a page touches the lines of that page only.
 */
export type HistoryIndex = {
  /** The pages' lines as they came: tells whether other pages go on from these. */
  readonly chunks: readonly (readonly Line[])[]
  /** The lines of each page that stand in the list; the same array unless some were replaced. */
  readonly standing: readonly (readonly Line[])[]
  readonly chunkStart: Int32Array
  readonly size: number
  /** Minor units of the line's own currency; 0 where the line could not be read. */
  readonly minor: Float64Array
  readonly day: Int32Array
  readonly title: Int32Array
  readonly agent: Int32Array
  readonly titles: Names
  readonly agents: Names

  readonly dayCount: number
  readonly dayNumber: Int32Array
  /** The slot a day starts with. */
  readonly dayFirst: Int32Array
  /** Sums of paise; NaN once a sum is too large to be exact. */
  readonly dayRupees: Float64Array
  readonly dayRupeeLines: Int32Array
  readonly dayExtras: ReadonlyMap<number, Extras>

  readonly rupees: number
  readonly rupeeLines: number
  readonly extras: Extras
  /** Readable lines. */
  readonly purchases: number
  readonly slotOf: ReadonlyMap<PurchaseId, number>
  /** The oldest reading among the pages, epoch ms. */
  readonly readAt: number
}

type Draft = { -readonly [K in keyof HistoryIndex]: HistoryIndex[K] } & {
  chunks: (readonly Line[])[]
  standing: (readonly Line[])[]
  dayExtras: Map<number, Extras>
  slotOf: Map<PurchaseId, number>
}

const CAPACITY = 64

function createDraft(): Draft {
  return {
    chunks: [],
    standing: [],
    chunkStart: new Int32Array(CAPACITY),
    size: 0,
    minor: new Float64Array(CAPACITY),
    day: new Int32Array(CAPACITY),
    title: new Int32Array(CAPACITY),
    agent: new Int32Array(CAPACITY),
    titles: createNames('Unknown merchant'),
    agents: createNames(''),
    dayCount: 0,
    dayNumber: new Int32Array(CAPACITY),
    dayFirst: new Int32Array(CAPACITY),
    dayRupees: new Float64Array(CAPACITY),
    dayRupeeLines: new Int32Array(CAPACITY),
    dayExtras: new Map(),
    rupees: 0,
    rupeeLines: 0,
    extras: createExtras(),
    purchases: 0,
    slotOf: new Map(),
    readAt: Number.POSITIVE_INFINITY,
  }
}

const createExtras = (): Extras => ({ others: new Map(), unknownCurrency: 0, unreadable: 0 })

/**
 * The index of these pages. `previous` is grown when the pages only went on from it; everything
 * else (a reload, a merge, a purchase seen again) is built anew.
 */
export function indexPages(
  pages: readonly HistoryPage[],
  previous: HistoryIndex | undefined,
): HistoryIndex {
  if (previous === undefined || !goesOn(previous, pages)) return build(pages)
  const added = pages.slice(previous.chunks.length)
  if (added.length === 0) return previous
  if (added.some((page) => repeats(previous.slotOf, page))) return build(pages)
  const draft: Draft = {
    ...previous,
    chunks: [...previous.chunks],
    standing: [...previous.standing],
    dayExtras: new Map(previous.dayExtras),
    // Copying a hundred thousand ids for each page would be a walk over all lines.
    slotOf: previous.slotOf as Map<PurchaseId, number>,
    extras: { ...previous.extras },
  }
  for (const page of added) addPage(draft, page, page.lines)
  return draft
}

function goesOn(index: HistoryIndex, pages: readonly HistoryPage[]): boolean {
  return (
    index.chunks.length <= pages.length &&
    index.chunks.every((lines, at) => lines === pages[at]?.lines)
  )
}

function repeats(known: ReadonlyMap<PurchaseId, number>, page: HistoryPage): boolean {
  const ids = page.lines.flatMap((line) => idOf(line) ?? [])
  return new Set(ids).size < ids.length || ids.some((id) => known.has(id))
}

/** A purchase seen again replaces its earlier line; lines without an id are never compared (C3). */
function build(pages: readonly HistoryPage[]): HistoryIndex {
  const last = new Map<PurchaseId, Line>()
  let repeated = false
  for (const page of pages) {
    for (const line of page.lines) {
      const id = idOf(line)
      if (id === null) continue
      repeated ||= last.has(id)
      last.set(id, line)
    }
  }
  const stands = (line: Line) => {
    const id = idOf(line)
    return id === null || last.get(id) === line
  }
  const draft = createDraft()
  for (const page of pages) {
    addPage(draft, page, repeated ? page.lines.filter(stands) : page.lines)
  }
  return draft
}

export function idOf(line: Line): PurchaseId | null {
  return line.kind === 'line' ? line.purchaseId : null
}

function addPage(draft: Draft, page: HistoryPage, standing: readonly Line[]) {
  const chunk = draft.chunks.length
  draft.chunks.push(page.lines)
  draft.standing.push(standing)
  draft.chunkStart = roomFor(draft.chunkStart, chunk)
  draft.chunkStart[chunk] = draft.size
  draft.readAt = Math.min(draft.readAt, page.at)
  for (const line of standing) addLine(draft, line)
}

function addLine(draft: Draft, line: Line) {
  const slot = draft.size
  draft.size += 1
  draft.minor = roomFor(draft.minor, slot)
  draft.day = roomFor(draft.day, slot)
  draft.title = roomFor(draft.title, slot)
  draft.agent = roomFor(draft.agent, slot)
  if (line.kind === 'unreadable') addUnreadable(draft, slot)
  else addReadable(draft, slot, line)
}

/** It says no day: it stays under the line it came after. */
function addUnreadable(draft: Draft, slot: number) {
  const number = draft.dayCount > 0 ? (draft.dayNumber[draft.dayCount - 1] ?? NO_DAY) : NO_DAY
  const day = enterDay(draft, slot, number)
  draft.day[slot] = number
  draft.extras.unreadable += 1
  extrasOf(draft, day).unreadable += 1
}

function addReadable(draft: Draft, slot: number, line: ReadableLine) {
  const number = dayNumberOf(line.at)
  const day = enterDay(draft, slot, number)
  draft.minor[slot] = line.amount.minor
  draft.day[slot] = number
  draft.title[slot] = nameId(draft.titles, line.title)
  draft.agent[slot] = nameId(draft.agents, line.subtitle)
  draft.purchases += 1
  if (line.purchaseId !== null) draft.slotOf.set(line.purchaseId, slot)
  addAmount(draft, day, line.amount)
}

function enterDay(draft: Draft, slot: number, number: number): number {
  const current = draft.dayCount - 1
  if (current >= 0 && draft.dayNumber[current] === number) return current
  const day = draft.dayCount
  draft.dayCount += 1
  draft.dayNumber = roomFor(draft.dayNumber, day)
  draft.dayFirst = roomFor(draft.dayFirst, day)
  draft.dayRupees = roomFor(draft.dayRupees, day)
  draft.dayRupeeLines = roomFor(draft.dayRupeeLines, day)
  draft.dayNumber[day] = number
  draft.dayFirst[day] = slot
  return day
}

function addAmount(draft: Draft, day: number, amount: { minor: number; currency: string }) {
  const { minor, currency } = amount
  if (currency === 'INR') {
    draft.rupees = addExactly(draft.rupees, minor)
    draft.rupeeLines += 1
    draft.dayRupees[day] = addExactly(draft.dayRupees[day] ?? 0, minor)
    draft.dayRupeeLines[day] = (draft.dayRupeeLines[day] ?? 0) + 1
    return
  }
  for (const extras of [draft.extras, extrasOf(draft, day)]) {
    if (isKnownCurrency(currency)) {
      extras.others.set(currency, addExactly(extras.others.get(currency) ?? 0, minor))
    } else {
      extras.unknownCurrency += 1
    }
  }
}

function extrasOf(draft: Draft, day: number): Extras {
  const known = draft.dayExtras.get(day)
  if (known) return known
  const made = createExtras()
  draft.dayExtras.set(day, made)
  return made
}

/** NaN, and NaN from then on, where the sum of paise could no longer be trusted to the last one. */
function addExactly(sum: number, minor: number): number {
  const next = sum + minor
  return Number.isSafeInteger(next) ? next : Number.NaN
}

/** The array, or a copy twice as long, so that `at` has a place in it. */
function roomFor<T extends Int32Array | Float64Array>(array: T, at: number): T {
  if (at < array.length) return array
  // The two constructors have no common type that TypeScript would keep through `new`.
  const longer = new (array.constructor as new (length: number) => T)(array.length * 2)
  longer.set(array)
  return longer
}
