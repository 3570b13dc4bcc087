import { createRouter } from '@tanstack/react-router'
import { webLocks } from '@/api/core/locks'
import { watchPresence } from '@/api/core/presence'
import { openStorage } from '@/api/core/stored'
import { createConnection } from '@/api/envoy/connection'
import { CallFailure } from '@/api/envoy/failure'
import { readSession, type Session } from '@/api/envoy/session'
import { createRenewal } from '@/api/session/renewal'
import { PagePending } from '@/features/shell/frame-pending'
import { loadSessionPart } from '@/features/shell/load-session-part'
import { PageError, PageNotFound } from '@/features/shell/page-screen'
import { parseSearch, stringifySearch } from '@/features/shell/search-params'
import { createSessionKeeper } from '@/features/shell/session-keeper'
import { createQueryClient } from './query-client'
import { routeTree } from './routeTree.gen'

const ask: typeof fetch = (input, init) => fetch(input, init)
const storage = openStorage(() => localStorage)
// Where the tabs share no storage, taking turns would not help them.
const locks = webLocks(storage.shared ? navigator.locks : undefined)
const presence = watchPresence(window, () => performance.now())

export const session = createSessionKeeper({
  readSession: () => readSession(ask),
  storage,
  createQueryClient,
  now: Date.now,
  // Afterwards, so that the pages are there to be loaded.
  reload: () => void setTimeout(() => router.invalidate()),
  connect,
})

/** One account's way to Envoy, open until `closed`. */
function connect(who: Session, closed: AbortSignal) {
  const tag = who.account?.tag ?? ''
  const renewal = createRenewal({
    fetch: ask,
    now: Date.now,
    closed,
    freshForS: who.freshForS,
    look: session.look,
    onEnded: session.look,
    // The code for both comes later: most pages show their first rows without it.
    renewOnce: async (marginS) => {
      const part = await loadSessionPart().catch(() => null)
      return part ? part.renewSession(session, tag, marginS) : { kind: 'unreachable' }
    },
    afterRefusal: async (response, ways) => {
      const part = await loadSessionPart().catch(() => null)
      return part ? part.afterRefusal(response, ways) : response
    },
  })
  const connection = createConnection(who, {
    fetch: renewal.fetch,
    ready: renewal.ready,
    storage,
    locks,
    presence,
    closed,
    onEnded: renewal.end,
  })
  if (!connection) throw new CallFailure('signed_out')
  return { connection, renewal }
}

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
