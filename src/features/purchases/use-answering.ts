import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Connection } from '@/api/envoy/connection'
import type { PurchaseStatus } from '@/api/envoy/types'
import type { PurchaseId } from '@/lib/ids'
import { useStore } from '@/ui/use-store'
import { type Answering, createAnswering } from './answering'
import { purchasesQueries } from './queries'

// With the connection, so that an account's words go with it; in memory only (B10).
const kept = new WeakMap<Connection['envoy'], Map<PurchaseId, Answering>>()

type Asked = { connection: Connection; client: QueryClient; status: PurchaseStatus }

function answeringOf({ connection, client, status }: Asked): Answering {
  const { envoy } = connection
  const { purchaseId } = status.purchase
  const all = kept.get(envoy) ?? new Map<PurchaseId, Answering>()
  kept.set(envoy, all)
  const before = all.get(purchaseId)
  if (before) return before
  const { learnt } = purchasesQueries(connection)
  const learn = (news: PurchaseStatus) => learnt(client, news)
  const answering = createAnswering({ envoy, purchase: purchaseId, learn }, status)
  all.set(purchaseId, answering)
  return answering
}

/** The answer to a purchase's question: typed words and a sending outlive the page, not the connection. */
export function useAnswering(connection: Connection, status: PurchaseStatus) {
  const client = useQueryClient()
  const answering = answeringOf({ connection, client, status })
  useEffect(() => answering.see(status), [answering, status])
  return { answering, state: useStore(answering.state) }
}
