import './parts.css'
import './purchase.css'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react'
import { use } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { isPurchaseId, type PurchaseId } from '@/lib/ids'
import { Button } from '@/ui/button'
import { PageBarEnd } from '@/ui/page-bar'
import { CheckedPurchase } from './checked-purchase'
import { NoSuchPurchase } from './no-such-purchase'
import { PanelContent } from './panel-content'
import { usePurchase } from './use-purchase'

type Steps = {
  /** To the line above or below in the list. */ onPrevious?: () => void
  onNext?: () => void
}
type Props = Steps & { connection: Connection /** From the path: anything. */; purchaseId: string }

/** One purchase beside the history list; full screen on phones. */
export function PurchasePanel({ connection, purchaseId, ...steps }: Props) {
  const known = isPurchaseId(purchaseId)
  return (
    <aside className="panel" id="detail" aria-label="Purchase">
      <PanelBar purchaseId={known ? purchaseId : null} {...steps} />
      <div className="panel-body">
        {known ? (
          <Watched key={purchaseId} connection={connection} purchaseId={purchaseId} />
        ) : (
          <NoSuchPurchase level={2} />
        )}
      </div>
    </aside>
  )
}

// The list behind is out of reach on a phone, so focus goes to the way back; beside it, nothing moves.
function focusOnPhones(back: HTMLAnchorElement | null) {
  if (matchMedia('(max-width: 760px)').matches) back?.focus()
}

function PanelBar({ purchaseId, onPrevious, onNext }: Steps & { purchaseId: PurchaseId | null }) {
  return (
    <div className="panel-bar">
      <Link
        to="/history"
        search={true}
        className="btn ghost icon only-m"
        aria-label="Back to history"
        ref={focusOnPhones}
      >
        <ArrowLeft className="i" size={20} aria-hidden="true" />
      </Link>
      <span className="ttl">Purchase</span>
      {onPrevious ? (
        <Button {...BAR} icon={ChevronUp} label="Previous purchase" onPress={onPrevious} />
      ) : null}
      {onNext ? (
        <Button {...BAR} icon={ChevronDown} label="Next purchase" onPress={onNext} />
      ) : null}
      {purchaseId ? (
        <Link
          to="/purchases/$purchaseId"
          params={{ purchaseId }}
          className="btn ghost icon small only-d"
          aria-label="Open full page"
          title="Open full page"
        >
          <Maximize2 className="i" size={15} aria-hidden="true" />
        </Link>
      ) : null}
      <Link
        to="/history"
        search={true}
        className="btn ghost icon small only-d"
        aria-label="Close"
        title="Close (Esc)"
      >
        <X className="i" size={17} aria-hidden="true" />
      </Link>
      <span className="end only-m">{use(PageBarEnd)}</span>
    </div>
  )
}

const BAR = {
  variant: 'ghost',
  size: 'small',
  iconOnly: true,
  iconSize: 17,
  className: 'only-d',
} as const

function Watched({ connection, purchaseId }: { connection: Connection; purchaseId: PurchaseId }) {
  const view = usePurchase(connection, purchaseId)
  return (
    <CheckedPurchase
      connection={connection}
      purchaseId={purchaseId}
      view={view}
      place="panel"
      content={PanelContent}
    />
  )
}
