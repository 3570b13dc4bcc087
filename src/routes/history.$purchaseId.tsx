import { createFileRoute } from '@tanstack/react-router'
import { PurchasePanel } from '@/features/purchases/purchase-panel'

export const Route = createFileRoute('/history/$purchaseId')({ component: PurchaseBesideHistory })

function PurchaseBesideHistory() {
  const { connection } = Route.useRouteContext()
  const { purchaseId } = Route.useParams()
  return <PurchasePanel connection={connection} purchaseId={purchaseId} />
}
