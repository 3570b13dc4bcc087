import { createFileRoute } from '@tanstack/react-router'
import { PurchasesPage } from '@/features/purchases/purchases-page'
import { purchasesQueries } from '@/features/purchases/queries'

export const Route = createFileRoute('/purchases/')({
  // Started, not awaited: the page has its own words for a list that does not come.
  loader: ({ context: { connection, queryClient } }) => {
    queryClient.query(purchasesQueries(connection).list).catch(() => {})
  },
  component: Purchases,
})

function Purchases() {
  return <PurchasesPage connection={Route.useRouteContext().connection} />
}
