import { useQueries, useQuery } from '@tanstack/react-query'
import type { Connection } from '@/api/envoy/connection'
import { type NeedsYouCount, needsYouCount } from './needs-you'
import { purchasesQueries } from './queries'
import { readable } from './sections'
import { useTick } from './tick'

/**
 * The count for the navigation; null while nothing is known. Reads the list once, and only when
 * `ready`: after the page's own first data. It follows checks that others make and starts none.
 */
export function useNeedsYou(connection: Connection, ready: boolean): NeedsYouCount | null {
  const { list, check } = purchasesQueries(connection)
  const { data } = useQuery({ ...list, enabled: ready, refetchOnMount: false })
  const ids = data ? readable(data).map(({ purchaseId }) => purchaseId) : []
  const checks = useQueries({ queries: ids.map((id) => ({ ...check(id), enabled: false })) })
  const known = new Map(ids.map((id, index) => [id, checks[index]?.data]))
  const count = (now: number) => data && needsYouCount(data, (id) => known.get(id), now)
  const checked = useTick((now) => count(now)?.checked ?? false)
  const found = count(Date.now())
  return found ? { count: found.count, checked } : null
}
