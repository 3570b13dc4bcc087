import type { Line, ReadableLine } from '@/api/envoy/types'
import type { PurchaseId } from '@/lib/ids'
import { idOf } from './columns'
import type { HistoryPage } from './page'
import type { Pages } from './queries'

export type Merged =
  | { readonly connected: true; readonly pages: Pages; readonly added: number }
  /** Lines may be missing between the newest page and what is loaded. */
  | { readonly connected: false }

/**
 * The newest page, read again, put on top of what is loaded. It speaks for everything down to its
 * own last line: what is loaded there and is not in it has gone. Below, loaded lines stay.
 */
export function mergeNewest(loaded: Pages, fresh: HistoryPage): Merged {
  if (!fresh.more) {
    return {
      connected: true,
      pages: { pages: [fresh], pageParams: [null] },
      added: added(loaded, fresh),
    }
  }
  const end = lastInstant(fresh)
  if (end === null) return { connected: false }
  const older = linesBelow(loaded, fresh, end)
  if (!older.met) return { connected: false }
  const [first, ...rest] = loaded.pages.map((page, at) => {
    const lines = older.kept[at] ?? []
    return lines.length === page.lines.length ? page : { ...page, lines }
  })
  if (first === undefined) return { connected: false }
  const top: HistoryPage = {
    ...first,
    lines: [...fresh.lines, ...(older.kept[0] ?? [])],
    at: (older.kept[0] ?? []).length === 0 ? fresh.at : first.at,
  }
  return {
    connected: true,
    pages: { pages: [top, ...rest], pageParams: loaded.pageParams },
    added: added(loaded, fresh),
  }
}

function lastInstant(page: HistoryPage): number | null {
  const last = page.lines.findLast((line) => line.kind === 'line')
  return last?.kind === 'line' ? last.at : null
}

/** The loaded lines that the fresh page does not speak for, page by page. */
function linesBelow(loaded: Pages, fresh: HistoryPage, end: number) {
  const ids = new Set(fresh.lines.flatMap((line) => idOf(line) ?? []))
  const unnamed = countUnnamed(fresh.lines)
  let met = false
  /** Whether the line before was dropped: one that cannot be read shares its fate. */
  let dropping = true
  const keeps = (line: Line): boolean => {
    if (line.kind === 'unreadable') return !dropping
    const again = line.at >= end && takeMatch(line, ids, unnamed)
    met ||= again
    const stale = line.purchaseId !== null && ids.has(line.purchaseId)
    dropping = line.at > end || again || stale
    return !dropping
  }
  const kept = loaded.pages.map((page) => page.lines.filter(keeps))
  return { met, kept }
}

const content = (line: ReadableLine) =>
  JSON.stringify([line.at, line.title, line.subtitle, line.amount.minor, line.amount.currency])

/** Equal lines without an id are legal (C3): each is counted, none is taken for another. */
function countUnnamed(lines: readonly Line[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) {
    if (line.kind !== 'line' || line.purchaseId !== null) continue
    const key = content(line)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function takeMatch(line: ReadableLine, ids: ReadonlySet<PurchaseId>, unnamed: Map<string, number>) {
  if (line.purchaseId !== null) return ids.has(line.purchaseId)
  const key = content(line)
  const left = unnamed.get(key) ?? 0
  if (left > 0) unnamed.set(key, left - 1)
  return left > 0
}

/** Lines of the fresh page that were not loaded before. */
function added(loaded: Pages, fresh: HistoryPage): number {
  const ids = new Set<PurchaseId>()
  const unnamed = new Map<string, number>()
  for (const page of loaded.pages) {
    for (const line of page.lines) {
      const id = idOf(line)
      if (id !== null) ids.add(id)
    }
    for (const [key, count] of countUnnamed(page.lines)) {
      unnamed.set(key, (unnamed.get(key) ?? 0) + count)
    }
  }
  return fresh.lines.filter((line) => line.kind === 'line' && !takeMatch(line, ids, unnamed)).length
}
