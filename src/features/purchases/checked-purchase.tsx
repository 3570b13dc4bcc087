import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Connection } from '@/api/envoy/connection'
import type { CallFailure } from '@/api/envoy/failure'
import type { PurchaseId } from '@/lib/ids'
import { FailureNotice } from '@/notices/failure-notice'
import { Waiting } from '@/notices/waiting'
import { useStore } from '@/ui/use-store'
import { CheckingSkeleton } from './checking-skeleton'
import type { Check } from './knowledge'
import { lookAlikeNames } from './look-alike-names'
import { NoSuchPurchase } from './no-such-purchase'
import type { Place } from './purchase-link'
import { purchasesQueries } from './queries'
import { QuestionCard } from './question-card'
import { screenOf } from './screen'
import { StateNews } from './state-news'
import { SupportDetails } from './support-details'
import type { PurchaseView } from './use-purchase'

/** What a checked purchase is drawn from, on its page and in the panel. */
export type ContentProps = {
  readonly view: PurchaseView
  readonly check: Check
  /** A later check failed. */
  readonly failure: CallFailure | null
  /** Envoy's clock. */
  readonly serverNow: () => number
  /** Where addresses from Envoy may lead. */
  readonly linkHosts: readonly string[]
  /** Names that look like better-known ones. */
  readonly alike: ReadonlySet<string>
  readonly question: ReactNode
  readonly support: ReactNode
}

type Props = {
  connection: Connection
  purchaseId: PurchaseId
  view: PurchaseView
  place: Place
  /** Draws the purchase once a check came back. */
  content: (props: ContentProps) => ReactNode
}

/** One purchase, whatever its checks have brought so far. */
export function CheckedPurchase({ connection, purchaseId, view, place, content: Content }: Props) {
  const { known } = view
  const waits = useStore(connection.envoy.waits)
  const screen = screenOf(known)
  const { data: list } = useQuery({ ...purchasesQueries(connection).list, enabled: false })
  const support = (
    <SupportDetails
      place={place}
      purchaseId={purchaseId}
      revision={known?.checked?.status.purchase.revision ?? null}
      meta={known?.failed?.failure.meta ?? known?.checked?.status.meta ?? null}
    />
  )
  return (
    <>
      <StateNews check={screen.kind === 'shown' ? screen.check : null} />
      {/* Beside the list, the list's own page says what is being waited for. */}
      <div className={place === 'page' ? 'wait-note' : 'wait-note only-m'}>
        <Waiting waits={waits} requests={connection.envoy.requests} />
      </div>
      {screen.kind === 'loading' ? <CheckingSkeleton place={place} /> : null}
      {screen.kind === 'not_found' ? <NoSuchPurchase level={place === 'page' ? 1 : 2} /> : null}
      {screen.kind === 'failed' ? (
        <FailureNotice
          failure={screen.failure}
          requests={connection.envoy.requests}
          onRetry={view.checkAgain}
          as={place === 'page' ? 'page' : 'callout'}
        />
      ) : null}
      {screen.kind === 'failed' || screen.kind === 'not_found' ? (
        <div className="pp-alone">{support}</div>
      ) : null}
      {screen.kind === 'shown' ? (
        <Content
          view={view}
          check={screen.check}
          failure={screen.failure}
          serverNow={connection.envoy.serverNow}
          linkHosts={connection.linkHosts}
          alike={lookAlikeNames(list, screen.check.status.purchase)}
          question={<QuestionCard connection={connection} status={screen.check.status} />}
          support={support}
        />
      ) : null}
    </>
  )
}
