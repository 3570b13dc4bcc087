import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { CallFailure } from '@/api/envoy/failure'
import { useStore } from '@/ui/use-store'
import { RELOADED_WORDS, refreshWords } from './coverage'
import { mergeNewest } from './merge'
import { historyQueries, type Pages } from './queries'
import type { DateRange, ReadRange } from './search'

/** The pages of one range, and everything a person can do to them. */
export function useHistory(connection: Connection, read: ReadRange) {
  const waits = useStore(connection.envoy.waits)
  const queries = historyQueries(connection)
  const range = read.ok ? read.range : {}
  const query = useInfiniteQuery({ ...queries.transactions(range), enabled: read.ok })
  const newest = useNewest(connection, range)
  const { key, reload, refresh } = newest

  const [restarted, setRestarted] = useState<string | null>(null)
  const busy = query.isFetching || reload.isPending || refresh.isPending

  const followNext = async () => {
    const { error } = await query.fetchNextPage({ cancelRefetch: false })
    if (!isRefusedCursor(error)) {
      if (!error) setRestarted(null)
      return
    }
    // Once by itself (C11); if the fresh cursor is refused as well, a person decides.
    if (restarted !== key) {
      setRestarted(key)
      newest.startReload()
    }
  }
  const loadMore = async () => {
    // Asked of the cache: what this render knows of may be over, and effects can run twice.
    if (!busy && query.hasNextPage && newest.isIdle()) await followNext()
  }

  const reloadFailure = reload.variables?.key === key ? asFailure(reload.error) : null
  const restarting = reload.isPending || (isRefusedCursor(query.error) && restarted !== key)
  const failure = restarting ? null : (reloadFailure ?? asFailure(query.error))

  return {
    history: query.data ?? null,
    waits,
    busy,
    loadingMore: query.isFetchingNextPage || restarting,
    /** Only what nobody has to decide about: not while a wait is on, and not after a failure. */
    mayAnticipate: query.hasNextPage && !busy && failure === null && waits.length === 0,
    failure,
    refreshFailure: refresh.variables?.key === key ? asFailure(refresh.error) : null,
    refreshing: refresh.isPending,
    news: newest.news,
    loadMore,
    /** Follows the cursor of an empty page: a person asked for it. */
    followEmpty: () => {
      newest.forgetStop()
      void followNext()
    },
    reload: newest.startReload,
    refresh: newest.startRefresh,
    /** Nothing is loaded: asks for the first page again. */
    retryFirst: () => void query.refetch(),
  }
}

export type HistoryState = ReturnType<typeof useHistory>

/** A read of the newest page, and the range it was for: the person may have gone on to another. */
type Asked = { readonly range: DateRange; readonly key: string }

function useNewest(connection: Connection, range: DateRange) {
  const client = useQueryClient()
  const queries = historyQueries(connection)
  const keyOf = (asked: DateRange) => queries.transactions(asked).queryKey
  const asked: Asked = { range, key: JSON.stringify(range) }
  const [news, setNews] = useState<{ key: string; text: string } | null>(null)

  /** The newest page alone, in place of everything. */
  const reload = useMutation({
    mutationFn: (what: Asked) => queries.newest(what.range),
    onSuccess: (page, what) => {
      client.setQueryData<Pages>(keyOf(what.range), { pages: [page], pageParams: [null] })
      setNews({ key: what.key, text: RELOADED_WORDS })
    },
  })

  /** The newest page on top of what is loaded; never a second one. */
  const refresh = useMutation({
    mutationFn: (what: Asked) => queries.newest(what.range),
    onMutate: () => setNews(null),
    onSuccess: (page, what) => {
      const loaded = client.getQueryData<Pages>(keyOf(what.range))
      const merged = loaded && mergeNewest(loaded, page)
      const joined = merged?.connected === true
      const pages = joined ? merged.pages : { pages: [page], pageParams: [null] }
      client.setQueryData<Pages>(keyOf(what.range), pages)
      const added = joined ? merged.added : page.lines.length
      setNews({ key: what.key, text: refreshWords({ at: page.at, added, reloaded: !joined }) })
    },
  })

  return {
    key: asked.key,
    reload,
    refresh,
    news: news?.key === asked.key ? news.text : null,
    startReload: () => reload.mutate(asked),
    startRefresh: () => refresh.mutate(asked),
    isIdle: () => client.getQueryState(keyOf(range))?.fetchStatus === 'idle',
    forgetStop: () =>
      client.setQueryData<Pages>(keyOf(range), (loaded) => loaded && unstop(loaded)),
  }
}

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
