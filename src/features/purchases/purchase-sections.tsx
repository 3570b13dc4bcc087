import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw, ShoppingBag } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Connection } from '@/api/envoy/connection'
import type { PurchaseList } from '@/api/envoy/types'
import { istDay } from '@/lib/days'
import { FailureNotice } from '@/notices/failure-notice'
import { Button } from '@/ui/button'
import { Empty } from '@/ui/empty'
import { Live } from '@/ui/live'
import { ListHead } from './list-head'
import { lookAlikeNames } from './look-alike-names'
import { NeedCard } from './need-card'
import { needNews } from './need-news'
import { createPressGuard } from './press-guard'
import { PurchaseRow } from './purchase-row'
import { purchasesQueries } from './queries'
import { type Entry, firstFailure } from './sections'
import { useTick } from './tick'
import { useSections } from './use-sections'

type Props = {
  connection: Connection
  list: PurchaseList
  /** The list is being read again: what is checked now would be checked once more in a moment. */
  refreshing: boolean
}

export function PurchaseSections({ connection, list, refreshing }: Props) {
  const queries = purchasesQueries(connection)
  const client = useQueryClient()
  const sections = useSections(connection, list)
  const alike = useMemo(() => lookAlikeNames(list), [list])
  const round = useQuery({ ...queries.round(list), enabled: !refreshing })
  const again = useMutation({
    mutationFn: () => queries.checkAll(client, { list, since: Date.now() }),
    networkMode: 'always',
  })
  const [guard] = useState(() => createPressGuard())
  const checkAgain = () => guard(() => again.mutate())
  const working = refreshing || round.isFetching || again.isPending
  const { serverNow } = connection.envoy
  // "Today" becomes "Yesterday" at midnight in India, whatever else happens.
  useTick(() => istDay(serverNow()))
  const today = serverNow()
  const { needs_you, in_progress, finished, unreadable } = sections
  const failure = firstFailure([...needs_you, ...in_progress])

  if (list.purchases.length === 0) {
    return (
      <Empty icon={ShoppingBag} title="No purchases yet">
        When an agent buys something for you through Envoy, it appears here.
      </Empty>
    )
  }
  return (
    <>
      <Live>{working ? null : needNews(needs_you)}</Live>
      {failure && !working ? (
        <div className="pad list-note">
          <FailureNotice failure={failure} onRetry={checkAgain} as="callout" />
        </div>
      ) : null}
      {needs_you.length > 0 ? (
        <section className="pad needs" aria-labelledby="needs-you">
          <h2 className="grp" id="needs-you">
            Needs you <span className="count">{needs_you.length}</span>
          </h2>
          <div className="need-g">
            {needs_you.map((entry) => (
              <NeedCard
                key={entry.purchase.purchaseId}
                entry={entry}
                alike={alike}
                serverNow={serverNow}
              />
            ))}
          </div>
        </section>
      ) : null}
      <ListHead />
      {in_progress.length > 0 ? (
        <section className="moving" aria-labelledby="in-progress">
          <div className="grp pad">
            <h2 id="in-progress">
              In progress <span className="n num">{in_progress.length}</span>
            </h2>
            <Button
              variant="ghost"
              size="small"
              icon={RotateCw}
              label="Check all"
              working={working}
              onPress={checkAgain}
            />
          </div>
          <Rows entries={in_progress} alike={alike} today={today} />
        </section>
      ) : null}
      {finished.length > 0 ? (
        <section aria-labelledby="finished">
          <h2 className="grp pad" id="finished">
            Finished <span className="n num">{finished.length}</span>
          </h2>
          <Rows entries={finished} alike={alike} today={today} />
        </section>
      ) : null}
      <Tail unreadable={unreadable} truncated={list.truncated} />
    </>
  )
}

type RowsProps = { entries: readonly Entry[]; alike: ReadonlySet<string>; today: number }

function Rows({ entries, alike, today }: RowsProps) {
  return (
    <ul>
      {entries.map((entry) => (
        <PurchaseRow key={entry.purchase.purchaseId} entry={entry} alike={alike} today={today} />
      ))}
    </ul>
  )
}

function Tail({ unreadable, truncated }: { unreadable: number; truncated: boolean }) {
  return (
    <>
      {unreadable > 0 ? (
        <p className="tailnote pad">
          {unreadable === 1
            ? 'One purchase in this list could not be read.'
            : `${unreadable} purchases in this list could not be read.`}
        </p>
      ) : null}
      {truncated ? (
        <p className="tailnote pad">More purchases exist that are not shown here.</p>
      ) : null}
    </>
  )
}
