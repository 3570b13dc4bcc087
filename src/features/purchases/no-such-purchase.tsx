import { Link } from '@tanstack/react-router'
import { CircleQuestionMark } from 'lucide-react'
import { Empty } from '@/ui/empty'

/** Absent, or somebody else's: Envoy answers the same for both. */
export function NoSuchPurchase({ level }: { level: 1 | 2 }) {
  return (
    <Empty
      icon={CircleQuestionMark}
      title="No such purchase under this account"
      level={level}
      role="alert"
      action={
        <Link to="/purchases" className="btn">
          Go to Purchases
        </Link>
      }
    >
      It may belong to another account. Not finding it here says nothing about the purchase itself.
      Do not start it again.
    </Empty>
  )
}
