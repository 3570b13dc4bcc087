import { Skeleton } from '@/ui/skeleton'

const ROWS = [
  [150, 92, 60],
  [118, 104, 54],
  [176, 88, 66],
  [132, 112, 58],
  [160, 96, 62],
  [124, 84, 52],
  [142, 100, 64],
] as const

/** The list before its first page: shapes first, numbers only when they are true. */
export function ListPending() {
  return (
    <div className="pending" role="status" aria-label="Loading history">
      <div className="day-h pad">
        <Skeleton width={96} height={10} />
      </div>
      {ROWS.map(([title, agent, amount]) => (
        <div className="row pad" key={title}>
          <span className="sk mark" />
          <span className="t">
            <Skeleton width={title} height={11} className="line" />
          </span>
          <span className="s">
            <Skeleton width={agent} height={9} className="line" />
          </span>
          <span className="a">
            <Skeleton width={amount} height={11} />
          </span>
        </div>
      ))}
    </div>
  )
}
