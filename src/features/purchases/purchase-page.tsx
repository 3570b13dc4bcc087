import './parts.css'
import './purchase.css'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { isPurchaseId, type PurchaseId } from '@/lib/ids'
import { Button } from '@/ui/button'
import { PageBar } from '@/ui/page-bar'
import { CheckedPurchase } from './checked-purchase'
import { NoSuchPurchase } from './no-such-purchase'
import { PurchaseContent } from './purchase-content'
import { usePurchase } from './use-purchase'

type Props = { connection: Connection /** From the path: anything. */; purchaseId: string }

export function PurchasePage({ connection, purchaseId }: Props) {
  // What is no purchase id cannot be one of this account: no call is needed to know.
  if (!isPurchaseId(purchaseId)) {
    return (
      <Frame>
        <NoSuchPurchase level={1} />
      </Frame>
    )
  }
  return <WatchedPage key={purchaseId} connection={connection} purchaseId={purchaseId} />
}

function WatchedPage({
  connection,
  purchaseId,
}: {
  connection: Connection
  purchaseId: PurchaseId
}) {
  const view = usePurchase(connection, purchaseId)
  return (
    <Frame
      actions={
        <Button
          variant="ghost"
          iconOnly
          icon={RotateCw}
          iconSize={18}
          label="Check again"
          working={view.checking}
          onPress={view.checkAgain}
        />
      }
    >
      <CheckedPurchase
        connection={connection}
        purchaseId={purchaseId}
        view={view}
        place="page"
        content={PurchaseContent}
      />
    </Frame>
  )
}

function Frame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="sheet">
      <main className="main is-detail" id="main" tabIndex={-1}>
        <PageBar
          title="Purchase"
          plainTitle
          back={
            <Link to="/purchases" className="btn ghost icon" aria-label="Back to purchases">
              <ArrowLeft className="i" size={20} aria-hidden="true" />
            </Link>
          }
          actions={actions}
        />
        <div className="pp pad">
          <nav className="crumb only-d" aria-label="Breadcrumb">
            <Link to="/purchases" className="btn ghost small">
              <ArrowLeft className="i" size={15} aria-hidden="true" />
              Purchases
            </Link>
          </nav>
          {children}
        </div>
      </main>
    </div>
  )
}
