import './parts.css'
import './purchases.css'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { CallFailure } from '@/api/envoy/failure'
import { FailureNotice } from '@/notices/failure-notice'
import { Waiting } from '@/notices/waiting'
import { Button } from '@/ui/button'
import { PageHead } from '@/ui/page-head'
import { useStore } from '@/ui/use-store'
import { clockWords } from './freshness'
import { ListSkeleton } from './list-skeleton'
import { createPressGuard } from './press-guard'
import { PurchaseSections } from './purchase-sections'
import { purchasesQueries } from './queries'

/** The newest purchases: what needs the person first, then what moves, then what is over. */
export function PurchasesPage({ connection }: { connection: Connection }) {
  const { envoy } = connection
  const list = useQuery({
    ...purchasesQueries(connection).list,
    // The route has just asked: what Envoy refused is not asked again by drawing it.
    retryOnMount: false,
    // Only a call's own failure has words of its own; anything else is a fault of the page.
    throwOnError: (error) => !(error instanceof CallFailure),
  })
  const waits = useStore(envoy.waits)
  const failure = list.error instanceof CallFailure ? list.error : null
  const [guard] = useState(() => createPressGuard())
  const refresh = {
    icon: RotateCw,
    working: list.isFetching,
    onPress: () => guard(() => void list.refetch({ cancelRefetch: false })),
  }
  const told = { about: 'list', requests: envoy.requests, onRetry: refresh.onPress } as const
  return (
    <div className="sheet">
      <main className="main" id="main" tabIndex={-1}>
        <PageHead
          title="Purchases"
          actions={
            <>
              {list.data ? <ListedAt list={list.data.meta} now={envoy.serverNow()} /> : null}
              <Button {...refresh} iconSize={15} label="Refresh list" />
            </>
          }
          phoneActions={
            <Button {...refresh} iconSize={19} variant="ghost" iconOnly label="Refresh list" />
          }
        />
        <div className="pad wait-note">
          <Waiting waits={waits} requests={envoy.requests} />
        </div>
        {failure && list.data ? (
          <div className="pad list-note">
            <FailureNotice {...told} failure={failure} as="callout" />
          </div>
        ) : null}
        {failure && !list.data ? <FailureNotice {...told} failure={failure} as="page" /> : null}
        {list.data ? (
          <PurchaseSections connection={connection} list={list.data} refreshing={list.isFetching} />
        ) : failure ? null : (
          <ListSkeleton />
        )}
      </main>
    </div>
  )
}

type ListedAtProps = { list: { serverTime: number | null; receivedAt: number }; now: number }

function ListedAt({ list, now }: ListedAtProps) {
  return (
    <span className="sub num">
      Listed at {clockWords(list.serverTime ?? list.receivedAt, now)} IST
    </span>
  )
}
