import { createRouter } from '@tanstack/react-router'
import { createConnection } from '@/api/envoy/connection'
import { CallFailure } from '@/api/envoy/failure'
import { readSession } from '@/api/envoy/session'
import { PagePending } from '@/features/shell/frame-pending'
import { PageError, PageNotFound } from '@/features/shell/page-screen'
import { parseSearch, stringifySearch } from '@/features/shell/search-params'
import { createSessionKeeper } from '@/features/shell/session-keeper'
import { createQueryClient } from './query-client'
import { routeTree } from './routeTree.gen'

const ask: typeof fetch = (input, init) => fetch(input, init)

export const session = createSessionKeeper({
  createQueryClient,
  connect: async () => {
    const connection = createConnection(await readSession(ask), {
      fetch: ask,
      storage: localStorage,
    })
    if (!connection) throw new CallFailure('signed_out')
    return connection
  },
})

export const router = createRouter({
  routeTree,
  context: { session },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // Query owns how fresh something is.
  defaultPreloadStaleTime: 0,
  // Scroll is kept in memory by each page: the router's own way writes addresses to sessionStorage.
  scrollRestoration: false,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: PageNotFound,
  defaultPendingComponent: PagePending,
  defaultPendingMs: 150,
})

declare module '@tanstack/react-router' {
  // A declaration can only be merged into an interface.
  interface Register {
    router: typeof router
  }
}
