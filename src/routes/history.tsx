import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { HistoryPage } from '@/features/history/history-page'
import { historyQueries } from '@/features/history/queries'
import { historySearch, readRange } from '@/features/history/search'
import { isPurchaseId } from '@/lib/ids'

export const Route = createFileRoute('/history')({
  validateSearch: historySearch,
  // Without `loaderDeps`: other dates must not take the page off the screen while they load.
  loader: async ({ context: { connection, queryClient }, location, cause }) => {
    const read = readRange(historySearch.parse(location.search))
    if (!read.ok) return
    const first = historyQueries(connection).transactions(read.range)
    if (cause === 'preload' && queryClient.getQueryState(first.queryKey)?.error) return
    // A failure stays in the query, and the page says it in its own words.
    await queryClient.infiniteQuery(first).catch(() => undefined)
  },
  // The list is read again when a person asks for it, not on the way to a purchase and back.
  staleTime: Number.POSITIVE_INFINITY,
  // Waits of a minute and more have a screen: the page shows itself while its first page is read.
  pendingComponent: History,
  pendingMinMs: 0,
  component: History,
})

function History() {
  const { connection } = Route.useRouteContext()
  const search = Route.useSearch()
  const { purchaseId = '' } = useParams({ strict: false })
  const openId = isPurchaseId(purchaseId) ? purchaseId : null
  return (
    <HistoryPage
      connection={connection}
      search={search}
      openId={openId}
      panel={purchaseId ? <Outlet /> : null}
    />
  )
}
