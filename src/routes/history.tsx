import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { HistoryPage } from '@/features/history/history-page'
import { historyQueries } from '@/features/history/queries'
import { readHistorySearch, readRange } from '@/features/history/search'
import { isPurchaseId } from '@/lib/ids'

/** So long a first page is worth waiting for without showing anything: then the page shows its own wait. */
const PATIENCE_MS = 150

export const Route = createFileRoute('/history')({
  // Where everyone lands: in the entry, its code is there without one more round trip.
  codeSplitGroupings: [],
  validateSearch: readHistorySearch,
  // Without `loaderDeps`: other dates must not take the page off the screen while they load.
  loader: async ({ context: { connection, queryClient }, location, cause }) => {
    const read = readRange(readHistorySearch(location.search))
    if (!read.ok) return
    const first = historyQueries(connection).transactions(read.range)
    if (cause === 'preload' && queryClient.getQueryState(first.queryKey)?.error) return
    // A failure stays in the query: the page says it in its own words.
    const asked = queryClient.infiniteQuery(first).catch(() => null)
    await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  },
  // The list is read again when a person asks for it, not on the way to a purchase and back.
  staleTime: Number.POSITIVE_INFINITY,
  pendingMs: 2 * PATIENCE_MS,
  component: HistoryRoute,
})

function HistoryRoute() {
  const { connection } = Route.useRouteContext()
  const { purchaseId } = useParams({ strict: false })
  return (
    <HistoryPage
      connection={connection}
      search={Route.useSearch()}
      openId={purchaseId && isPurchaseId(purchaseId) ? purchaseId : null}
      panel={purchaseId ? <Outlet /> : null}
    />
  )
}
