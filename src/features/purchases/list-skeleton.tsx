import { Skeleton } from '@/ui/skeleton'
import { ListHead } from './list-head'

const WIDTHS = [150, 118, 176, 132, 96, 144]

/** The list before it came: rows without a state. */
export function ListSkeleton() {
  return (
    <div className="list-sk" role="status" aria-label="Loading purchases">
      <ListHead />
      {WIDTHS.map((width) => (
        <div className="prow pad" key={width}>
          <Skeleton width="var(--s)" height="var(--s)" className="mark" />
          <span className="c-m">
            <Skeleton width={width} height={11} />
          </span>
          <span className="c-s">
            <Skeleton width={92} height={9} />
          </span>
          <span className="c-a">
            <Skeleton width={62} height={11} />
          </span>
        </div>
      ))}
    </div>
  )
}
