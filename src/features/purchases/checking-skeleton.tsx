import { Skeleton } from '@/ui/skeleton'

/** A purchase before its first check came back: shapes, and no state. */
export function CheckingSkeleton() {
  return (
    <div className="skp" role="status">
      <div className="ident">
        <Skeleton width={48} height={48} className="mark lg" />
        <div>
          <Skeleton width={150} height={15} />
          <Skeleton width={106} height={10} className="skp-second" />
        </div>
      </div>
      <Skeleton width={168} height={24} className="skp-figure" />
      <div className="sec">
        <div className="state-l">
          <span className="spin muted" />
          <span className="medium">Checking with Envoy</span>
        </div>
        <p className="hint">No state is shown until the check comes back.</p>
      </div>
      <div className="sec">
        <Skeleton width="100%" height={9} />
        <Skeleton width="72%" height={9} className="skp-line" />
      </div>
    </div>
  )
}
