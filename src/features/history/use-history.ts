import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { CallFailure } from '@/api/envoy/failure'
import { useStore } from '@/ui/use-store'
import { historyQueries, type Pages } from './queries'
import type { ReadRange } from './search'
import { useNewest } from './use-newest'

/** The pages of one range, and everything a person can do to them. */
export function useHistory(connection: Connection, read: ReadRange) {
  const waits = useStore(connection.envoy.waits)
  const client = useQueryClient()
  const range = read.ok ? read.range : {}
  const pages = historyQueries(connection).transactions(range)
  const query = useInfiniteQuery({ ...pages, enabled: read.ok })
  const newest = useNewest(connection, range)
  const { key, reloading, refreshing } = newest

  const [restarted, setRestarted] = useState<string | null>(null)
  const busy = query.isFetching || reloading || refreshing

  const followNext = async () => {
    const { error } = await query.fetchNextPage({ cancelRefetch: false })
    if (!isRefusedCursor(error)) {
      if (!error) setRestarted(null)
      return
    }
    // Once by itself (C11); if the fresh cursor is refused as well, a person decides.
    if (restarted !== key) {
      setRestarted(key)
      newest.reload()
    }
  }
  const loadMore = async () => {
    // Asked of the cache: what this render knows of may be over, and effects can run twice.
    const isIdle = client.getQueryState(pages.queryKey)?.fetchStatus === 'idle'
    if (!busy && query.hasNextPage && isIdle) await followNext()
  }

  const restarting = reloading || (isRefusedCursor(query.error) && restarted !== key)
  const failure = restarting ? null : (asFailure(newest.reloadError) ?? asFailure(query.error))

  return {
    history: query.data ?? null,
    waits,
    requests: connection.envoy.requests,
    busy,
    loadingMore: query.isFetchingNextPage || restarting,
    /** Only what nobody has to decide about: not while a wait is on, and not after a failure. */
    mayAnticipate: query.hasNextPage && !busy && failure === null && waits.length === 0,
    failure,
    refreshFailure: asFailure(newest.refreshError),
    refreshing,
    news: newest.news,
    loadMore,
    /** Follows the cursor of an empty page: a person asked for it. */
    followEmpty: () => {
      client.setQueryData<Pages>(pages.queryKey, (loaded) => loaded && unstop(loaded))
      void followNext()
    },
    reload: newest.reload,
    refresh: newest.refresh,
    /** Nothing is loaded: asks for the first page again. */
    retryFirst: () => void query.refetch(),
  }
}

export type HistoryState = ReturnType<typeof useHistory>

/** The last page, free to be followed although it was empty. */
function unstop(loaded: Pages): Pages {
  const last = loaded.pages.at(-1)
  if (last === undefined) return loaded
  return { ...loaded, pages: [...loaded.pages.slice(0, -1), { ...last, stop: null }] }
}

const isRefusedCursor = (error: unknown) =>
  error instanceof CallFailure && error.kind === 'cursor_refused'

function asFailure(error: unknown): CallFailure | null {
  if (error === null || error === undefined) return null
  return error instanceof CallFailure ? error : new CallFailure('no_reply')
}
