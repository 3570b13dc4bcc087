import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Clock, systemClock } from '@/api/core/clock'
import type { Connection } from '@/api/envoy/connection'
import { CallFailure } from '@/api/envoy/failure'
import type { PurchaseList, PurchaseStatus } from '@/api/envoy/types'
import { watchPurchase } from '@/api/envoy/watch'
import type { PurchaseId } from '@/lib/ids'
import { type Knowledge, lastTried, learn, type Moment, type News } from './knowledge'
import { type KnowledgeOf, toCheck } from './sections'
import { pageVisibility, type Visibility, watchWhileSeen } from './watching'

/** The most `list_purchases` gives (C8). */
const LIST_LIMIT = 20
/** Coming back to the page within this time shows the list that is there. */
const LIST_STALE_MS = 30_000

type Surroundings = { clock: Clock; visibility: Visibility }
const browser: Surroundings = { clock: systemClock, visibility: pageVisibility }

/** The queries of purchases for one connection: the list, one check, a watch, and a round of checks. */
export const purchasesQueries = (
  { envoy, account }: Connection,
  { clock, visibility }: Surroundings = browser,
) => {
  /** An instant of the browser's clock with Envoy's beside it. */
  const momentOf = (at: number): Moment => ({ at, shown: at + envoy.serverNow() - clock.now() })

  const list = queryOptions({
    queryKey: [account.tag, 'purchases'],
    queryFn: ({ signal }) => envoy.listPurchases({ limit: LIST_LIMIT }, { signal }),
    staleTime: LIST_STALE_MS,
  })

  /** What is known of one purchase. Its fetch is one check; a failed check is knowledge, not an error. */
  const check = (id: PurchaseId) =>
    queryOptions({
      queryKey: [account.tag, 'purchase', id],
      queryFn: async ({ client, signal, queryKey }): Promise<Knowledge> => {
        const news = await newsOf(envoy.getPurchaseStatus({ purchase: id }, { signal }), {
          momentOf,
          now: clock.now,
        })
        return learn(client.getQueryData<Knowledge>(queryKey), news)
      },
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
    })

  /**
   * Watches one purchase as long as somebody observes this query, and writes what it learns into
   * `check(id)`. Its own data is only what the watch last did. Leaving aborts the held read.
   */
  const watch = (id: PurchaseId) =>
    queryOptions({
      queryKey: [account.tag, 'watch', id],
      queryFn: async ({ client, signal, queryKey }): Promise<WatchPhase> => {
        const start = (whole: AbortSignal) => watchPurchase(envoy, id, { signal: whole, clock })
        let phase: WatchPhase = 'checking'
        for await (const sighting of watchWhileSeen(start, {
          signal,
          clock,
          visibility,
        })) {
          if (signal.aborted) break
          phase = sighting.kind
          if (sighting.kind !== 'checking') {
            const news = { ...sighting, when: momentOf(sighting.at) }
            client.setQueryData(check(id).queryKey, (known) => learn(known, news))
          }
          // Data of its own from the start would tell the frame that the page has its first data.
          if (phase !== 'checking' || client.getQueryData(queryKey) !== undefined) {
            client.setQueryData<WatchPhase>(queryKey, phase)
          }
        }
        return phase
      },
      // Opening a purchase always begins with a fresh read.
      staleTime: 0,
      gcTime: 0,
    })

  /** Checks, once for each read of the list, what may not be shown as current unchecked. */
  const round = (purchases: PurchaseList) =>
    queryOptions({
      queryKey: [account.tag, 'purchases', 'checked', purchases.meta.receivedAt],
      queryFn: async ({ client, signal }) => {
        await checkAll(client, { list: purchases, since: purchases.meta.receivedAt, signal })
        return null
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    })

  /** Checks everything in the list that was not tried since a browser time; the client's limiter paces it. */
  const checkAll = async (
    client: QueryClient,
    { list: purchases, since, signal }: { list: PurchaseList; since: number; signal?: AbortSignal },
  ) => {
    const known = knowledgeIn(client)
    const due = toCheck(purchases, known).filter((id) => (lastTried(known(id)) ?? 0) < since)
    await Promise.allSettled(
      due.map((id) => (signal?.aborted ? null : client.query({ ...check(id), staleTime: 0 }))),
    )
  }

  /** Takes in what the reply to a write shows, and watches on where the watch has ended. */
  const learnt = (client: QueryClient, status: PurchaseStatus) => {
    const id = status.purchase.purchaseId
    const news: News = { kind: 'checked', status, when: momentOf(status.meta.receivedAt) }
    client.setQueryData(check(id).queryKey, (known) => learn(known, news))
    const { queryKey } = watch(id)
    if (client.isFetching({ queryKey }) === 0) {
      void client.refetchQueries({ queryKey, type: 'active' })
    }
  }

  const knowledgeIn =
    (client: QueryClient): KnowledgeOf =>
    (id) =>
      client.getQueryData(check(id).queryKey)

  return { list, check, watch, round, checkAll, learnt, knowledgeIn }
}

/** What a watch last did. */
export type WatchPhase = 'checking' | 'checked' | 'failed'

async function newsOf(
  call: ReturnType<Connection['envoy']['getPurchaseStatus']>,
  { momentOf, now }: { momentOf: (at: number) => Moment; now: () => number },
): Promise<News> {
  try {
    const status = await call
    return { kind: 'checked', status, when: momentOf(status.meta.receivedAt) }
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    return { kind: 'failed', failure: error, when: momentOf(now()) }
  }
}
