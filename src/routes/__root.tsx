import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { AppShell } from '@/features/shell/app-shell'
import { FramePending } from '@/features/shell/frame-pending'
import { PageNotFound } from '@/features/shell/page-screen'
import type { SessionKeeper } from '@/features/shell/session-keeper'
import { StartProblem } from '@/features/shell/start-problem'
import { usePageHasData } from '@/features/shell/use-page-has-data'
import { useSettled } from '@/features/shell/use-settled'
import { prefetchFailureNotice } from '@/notices/failure-notice'

export const Route = createRootRouteWithContext<{ session: SessionKeeper }>()({
  beforeLoad: ({ context }) => context.session.open(),
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
  const { connection, queryClient } = Route.useRouteContext()
  const settled = useSettled(usePageHasData(queryClient))
  useEffect(() => (settled ? prefetchFailureNotice() : undefined), [settled])
  const needsYou = settled ? (
    <Suspense fallback={null}>
      <NeedsYou connection={connection} />
    </Suspense>
  ) : null
  return (
    <QueryClientProvider client={queryClient}>
      <AppShell connection={connection} needsYou={needsYou}>
        <Outlet />
      </AppShell>
    </QueryClientProvider>
  )
}
