import { Skeleton } from '@/ui/skeleton'
import type { Place } from './purchase-link'

/** A purchase before its first check came back: shapes where its parts will be, and no state. */
export function CheckingSkeleton({ place }: { place: Place }) {
  return place === 'page' ? <PageSkeleton /> : <PanelSkeleton />
}

function PageSkeleton() {
  return (
    <div className="pp-grid skp" role="status">
      <div className="pp-l">
        <div className="pp-head">
          <Ident />
          <div className="pp-amt">
            <Skeleton width={140} height={24} />
          </div>
        </div>
        <div className="pp-state">
          <Checking />
        </div>
        <div className="pp-prog">
          <Lines />
        </div>
      </div>
      <div className="pp-r">
        <div className="pp-money card">
          <Skeleton width={76} height={10} />
          <Skeleton width="100%" height={9} className="skp-figure" />
          <Skeleton width="72%" height={9} className="skp-line" />
        </div>
      </div>
    </div>
  )
}

function PanelSkeleton() {
  return (
    <div className="skp" role="status">
      <Ident />
      <Skeleton width={168} height={24} className="skp-figure" />
      <div className="sec">
        <Checking />
      </div>
      <div className="sec">
        <Lines />
      </div>
    </div>
  )
}

function Ident() {
  return (
    <div className="ident">
      <Skeleton width={48} height={48} className="mark lg" />
      <div>
        <Skeleton width={150} height={15} />
        <Skeleton width={106} height={10} className="skp-second" />
      </div>
    </div>
  )
}

function Checking() {
  return (
    <>
      <div className="state-l">
        <span className="spin muted" />
        <span className="medium">Checking with Envoy</span>
      </div>
      <p className="hint">No state is shown until the check comes back.</p>
    </>
  )
}

function Lines() {
  return (
    <>
      <Skeleton width="100%" height={9} />
      <Skeleton width="72%" height={9} className="skp-line" />
    </>
  )
}
