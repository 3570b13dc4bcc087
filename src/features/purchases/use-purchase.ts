import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { istDay } from '@/lib/days'
import type { PurchaseId } from '@/lib/ids'
import { type Freshness, freshness, isFresh, isSolid } from './freshness'
import { type Knowledge, lastTried } from './knowledge'
import { createPressGuard } from './press-guard'
import { purchasesQueries } from './queries'
import { useTick } from './tick'

export type PurchaseView = {
  readonly known: Knowledge | undefined
  readonly freshness: Freshness
  /** Whether the state may be shown as current. */
  readonly solid: boolean
  readonly checking: boolean
  readonly checkAgain: () => void
}

/** Watches one purchase for as long as the component is there. */
export function usePurchase(connection: Connection, id: PurchaseId): PurchaseView {
  const queries = purchasesQueries(connection)
  const { data: known } = useQuery({ ...queries.check(id), enabled: false })
  const watch = useQuery({ ...queries.watch(id), throwOnError: true })
  const [askedAt, setAskedAt] = useState(0)
  const [guard] = useState(() => createPressGuard())
  const fresh = useTick((now) => isFresh(known, now))
  // "Today" becomes "Yesterday" at midnight in India, whatever else happens.
  useTick(() => istDay(connection.envoy.serverNow()))

  // A held read is no news: the page says "Checking" when it knows nothing current, or was asked to.
  const phase = watch.data ?? 'checking'
  const wanted = !fresh || (lastTried(known) ?? 0) < askedAt
  const checking = watch.isFetching && phase === 'checking' && wanted

  return {
    known,
    freshness: freshness(known, { fresh, checking, today: connection.envoy.serverNow() }),
    solid: isSolid(known, fresh),
    checking,
    checkAgain: () =>
      guard(() => {
        setAskedAt(Date.now())
        void watch.refetch()
      }),
  }
}
