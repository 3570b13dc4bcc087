import { createFileRoute } from '@tanstack/react-router'
import { PurchasePage } from '@/features/purchases/purchase-page'

export const Route = createFileRoute('/purchases/$purchaseId')({ component: Purchase })

function Purchase() {
  const { connection } = Route.useRouteContext()
  const { purchaseId } = Route.useParams()
  return <PurchasePage connection={connection} purchaseId={purchaseId} />
}
