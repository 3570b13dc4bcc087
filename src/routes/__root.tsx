import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { readHistorySearch } from '@/features/history/search'
import { AppShell } from '@/features/shell/app-shell'
import { FramePending } from '@/features/shell/frame-pending'
import { prefetchSession } from '@/features/shell/load-session-part'
import { ownAddress } from '@/features/shell/own-address'
import { PageNotFound } from '@/features/shell/page-screen'
import { StartProblem } from '@/features/shell/session-gate'
import type { SessionKeeper } from '@/features/shell/session-state'
import { usePageHasData } from '@/features/shell/use-page-has-data'
import { useSettled } from '@/features/shell/use-settled'
import { prefetchNotices } from '@/notices/prefetch'
import { useStore } from '@/ui/use-store'

export const Route = createRootRouteWithContext<{ session: SessionKeeper }>()({
  beforeLoad: async ({ context: { session }, location }) => {
    const opened = await session.open()
    const to = session.takeOwnerChange() ? ownAddress(location.pathname) : null
    if (to) throw redirect({ to, search: readHistorySearch(location.search), replace: true })
    return opened
  },
  component: Root,
  pendingComponent: FramePending,
  errorComponent: StartProblem,
  notFoundComponent: PageNotFound,
})

// A count that cannot be fetched is a count not shown, never a page that breaks.
const NeedsYou = lazy<ComponentType<{ connection: Connection }>>(() =>
  import('./-needs-you').then(
    (part) => ({ default: part.NeedsYou }),
    () => ({ default: () => null }),
  ),
)

function Root() {
  const { connection, queryClient, session } = Route.useRouteContext()
  const state = useStore(session.state)
  const settled = useSettled(usePageHasData(queryClient))
  useEffect(() => (settled ? prefetchNotices() : undefined), [settled])
  useEffect(() => (settled ? prefetchSession(session) : undefined), [settled, session])
  // The pages of the account before are not drawn while those of the next one are on their way.
  if (state.status !== 'open' || state.connection !== connection) return <FramePending />
  const needsYou = settled ? (
    <Suspense fallback={null}>
      <NeedsYou connection={connection} />
    </Suspense>
  ) : null
  return (
    <QueryClientProvider client={queryClient}>
      <AppShell session={session} opened={state} needsYou={needsYou}>
        <Outlet />
      </AppShell>
    </QueryClientProvider>
  )
}
