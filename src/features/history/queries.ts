import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Connection } from '@/api/envoy/connection'
import type { NextCall } from '@/api/envoy/types'
import { type HistoryIndex, indexPages } from './columns'
import { type HistoryPage, type Loaded, NOTHING_LOADED, type Stop, toHistoryPage } from './page'
import { lineAt } from './read-index'
import type { DateRange } from './search'

/** The most a page may hold: the fewest requests (C8). */
const PAGE_SIZE = 50

export type Pages = InfiniteData<HistoryPage, NextCall | null>

/** What the list shows of the pages. */
export type History = {
  readonly index: HistoryIndex
  /** Nothing older exists: totals are final. */
  readonly complete: boolean
  /** Why it cannot go on although it is not complete. */
  readonly stop: Stop | null
}

export const historyQueries = ({ envoy, account }: Connection) => {
  const newest = async (range: DateRange, signal?: AbortSignal) => {
    const page = await envoy.listTransactions({ ...range, limit: PAGE_SIZE }, signal && { signal })
    return toHistoryPage(page, NOTHING_LOADED)
  }

  /** The pages of one date range. Only a person, or the end of the list coming near, asks for more. */
  const transactions = (range: DateRange) =>
    infiniteQueryOptions({
      queryKey: [account.tag, 'transactions', range],
      queryFn: async ({ pageParam, signal, client, queryKey }) => {
        if (pageParam === null) return newest(range, signal)
        const page = await envoy.followPage(pageParam, { signal })
        return toHistoryPage(page, loadedBefore(client.getQueryData<Pages>(queryKey), pageParam))
      },
      initialPageParam: null as NextCall | null,
      getNextPageParam: (page: HistoryPage) => (page.stop === null ? page.next : undefined),
      select: toHistory,
      // Each of these would read every page again, or compare them all, for one that is new.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnMount: false,
      retryOnMount: false,
      structuralSharing: false,
    })

  return { newest, transactions }
}

/** Indexes by the lines they start with: they go when the pages go. */
const grown = new WeakMap<HistoryPage['lines'], HistoryIndex>()

function indexOf(pages: readonly HistoryPage[]): HistoryIndex {
  const start = pages[0]?.lines
  const index = indexPages(pages, start && grown.get(start))
  if (start) grown.set(start, index)
  return index
}

function toHistory({ pages }: Pages): History {
  const last = pages.at(-1)
  return {
    index: indexOf(pages),
    complete: last !== undefined && !last.more,
    stop: last?.stop ?? null,
  }
}

function loadedBefore(data: Pages | undefined, asked: NextCall): Loaded {
  if (data === undefined) return { ...NOTHING_LOADED, asked: [asked] }
  const index = indexOf(data.pages)
  return { asked: [...data.pageParams, asked], known: index.slotOf, lastAt: lastInstant(index) }
}

function lastInstant(index: HistoryIndex): number | null {
  for (let slot = index.size - 1; slot >= 0; slot -= 1) {
    const line = lineAt(index, slot)
    if (line?.kind === 'line') return line.at
  }
  return null
}
