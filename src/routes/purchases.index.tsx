import { createFileRoute } from '@tanstack/react-router'
import { PurchasesPage } from '@/features/purchases/purchases-page'

export const Route = createFileRoute('/purchases/')({
  // Imported here, since a loader's own imports land in the entry that every page waits for.
  // Started, not awaited: the page has its own words for a list that does not come.
  loader: async ({ context: { connection, queryClient }, cause }) => {
    const { purchasesQueries } = await import('@/features/purchases/queries')
    const { list } = purchasesQueries(connection)
    // A pointer over the navigation is no wish to ask again after a failure.
    if (cause === 'preload' && queryClient.getQueryState(list.queryKey)?.error) return
    queryClient.query(list).catch(() => {})
  },
  component: Purchases,
})

function Purchases() {
  return <PurchasesPage connection={Route.useRouteContext().connection} />
}
