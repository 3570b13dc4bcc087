import { useQueries } from '@tanstack/react-query'
import type { Connection } from '@/api/envoy/connection'
import type { PurchaseList } from '@/api/envoy/types'
import { purchasesQueries } from './queries'
import { arrange, readable, type Sections } from './sections'

/** The list in its sections, arranged anew with every check that comes back. */
export function useSections(connection: Connection, list: PurchaseList): Sections {
  const { check } = purchasesQueries(connection)
  const ids = readable(list).map(({ purchaseId }) => purchaseId)
  const checks = useQueries({
    queries: ids.map((id) => ({ ...check(id), enabled: false })),
  })
  const of = new Map(ids.map((id, index) => [id, checks[index]]))
  return arrange(
    list,
    (id) => of.get(id)?.data,
    (id) => of.get(id)?.isFetching ?? false,
  )
}
