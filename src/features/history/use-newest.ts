import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { whenIdle } from '@/ui/when-idle'
import type { DateRange } from './search'

type Kind = 'reload' | 'refresh'

/** The last read of the newest page, and the range it was for: the person may have gone on to another. */
type Run = {
  readonly kind: Kind
  readonly key: string
  readonly pending: boolean
  readonly error: unknown
  /** What it did, once it has. */
  readonly news: string | null
}

/** Not in the entry: no page waits for it before its first rows. */
const loadNewest = () => import('./newest')

/** To be called once rows are there: without a network it could not be fetched. */
export function prefetchNewest() {
  return whenIdle(() => loadNewest().catch(() => undefined))
}

/** Reads the newest page again, in place of what is loaded or on top of it. */
export function useNewest(connection: Connection, range: DateRange) {
  const client = useQueryClient()
  const [run, setRun] = useState<Run | null>(null)
  const key = JSON.stringify(range)

  const start = async (kind: Kind) => {
    const begun = { kind, key, pending: true, error: null, news: null }
    let ended: Run
    setRun(begun)
    try {
      const { refreshNewest, reloadNewest } = await loadNewest()
      const read = kind === 'reload' ? reloadNewest : refreshNewest
      ended = { ...begun, pending: false, news: await read({ client, connection, range }) }
    } catch (error) {
      ended = { ...begun, pending: false, error }
    }
    // Whatever was begun after it speaks now.
    setRun((last) => (last === begun ? ended : last))
  }

  const is = (kind: Kind) => (run?.kind === kind ? run : null)
  return {
    key,
    reloading: is('reload')?.pending ?? false,
    refreshing: is('refresh')?.pending ?? false,
    /** Of this range only. */
    reloadError: is('reload')?.key === key ? run?.error : null,
    refreshError: is('refresh')?.key === key ? run?.error : null,
    news: run?.key === key ? run.news : null,
    reload: () => void start('reload'),
    refresh: () => void start('refresh'),
  }
}
