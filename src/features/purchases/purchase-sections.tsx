import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw, ShoppingBag } from 'lucide-react'
import type { Connection } from '@/api/envoy/connection'
import type { PurchaseList } from '@/api/envoy/types'
import { FailureNotice } from '@/notices/failure-notice'
import { Button } from '@/ui/button'
import { Empty } from '@/ui/empty'
import { Live } from '@/ui/live'
import { NeedCard } from './need-card'
import { PurchaseRow } from './purchase-row'
import { purchasesQueries } from './queries'
import { type Entry, firstFailure } from './sections'
import { useSections } from './use-sections'

type Props = { connection: Connection; list: PurchaseList }

export function PurchaseSections({ connection, list }: Props) {
  const queries = purchasesQueries(connection)
  const client = useQueryClient()
  const sections = useSections(connection, list)
  const round = useQuery(queries.round(list))
  const again = useMutation({
    mutationFn: () => queries.checkAll(client, { list, since: Date.now() }),
    networkMode: 'always',
  })
  const working = round.isFetching || again.isPending
  const { serverNow } = connection.envoy
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
      <Live>{working ? null : needNews(needs_you.length)}</Live>
      {failure && !working ? (
        <div className="pad list-note">
          <FailureNotice failure={failure} onRetry={() => again.mutate()} as="callout" />
        </div>
      ) : null}
      {needs_you.length > 0 ? (
        <section className="pad needs" aria-labelledby="needs-you">
          <h2 className="grp" id="needs-you">
            Needs you <span className="count">{needs_you.length}</span>
          </h2>
          <div className="need-g">
            {needs_you.map((entry) => (
              <NeedCard key={entry.purchase.purchaseId} entry={entry} serverNow={serverNow} />
            ))}
          </div>
        </section>
      ) : null}
      <div className="phead pad only-d" aria-hidden="true">
        <span />
        <span>Merchant</span>
        <span>State</span>
        <span>Freshness</span>
        <span>Who checks out</span>
        <span>Started</span>
        <span className="end">Amount</span>
      </div>
      {in_progress.length > 0 ? (
        <section aria-labelledby="in-progress">
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
              onPress={() => again.mutate()}
            />
          </div>
          <Rows entries={in_progress} today={today} />
        </section>
      ) : null}
      {finished.length > 0 ? (
        <section aria-labelledby="finished">
          <h2 className="grp pad" id="finished">
            Finished <span className="n num">{finished.length}</span>
          </h2>
          <Rows entries={finished} today={today} />
        </section>
      ) : null}
      <Tail unreadable={unreadable} truncated={list.truncated} />
    </>
  )
}

function needNews(count: number) {
  if (count === 0) return 'No purchase needs you.'
  return count === 1 ? '1 purchase needs you.' : `${count} purchases need you.`
}

function Rows({ entries, today }: { entries: readonly Entry[]; today: number }) {
  return (
    <ul>
      {entries.map((entry) => (
        <PurchaseRow key={entry.purchase.purchaseId} entry={entry} today={today} />
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
