import { QueryClient } from '@tanstack/react-query'
import { type Connection, createConnection } from '@/api/envoy/connection'
import type { Session } from '@/api/envoy/session'
import { afterRefusal } from '@/api/session/after-refusal'
import { tellServer } from '@/api/session/pending-sign-out'
import { createRenewOnce } from '@/api/session/renew-once'
import { createRenewal } from '@/api/session/renewal'
import { signOut } from '@/api/session/sign-out'
import { reconsider } from '@/features/shell/reconsider'
import { createSessionKeeper } from '@/features/shell/session-keeper'
import type { Browser, Page } from './browser'
import type { Chances } from './chances'
import type { ModelAccount } from './envoy'
import type { Network } from './network'
import type { VirtualTime } from './time'

/** How long a session stays open before it is renewed, s. */
const FRESH_FOR_S = 300

export type TabParts = {
  readonly browser: Browser
  readonly time: VirtualTime
  readonly chances: Chances
  readonly network: Network
  readonly accounts: ReadonlyMap<string, ModelAccount>
  readonly requestsPerMinute: number
  /** A number for a new connection; told when it has ended. */
  readonly connected: () => { readonly n: number; ended(): void }
  readonly signedOut: (owner: string) => void
}

/** An open connection of a tab. */
export type Open = {
  readonly n: number
  readonly owner: string
  readonly envoy: Connection['envoy']
}

/** One tab: the real session keeper, sign-out and connection, as `router.tsx` and the shell join them. */
export function createTab(parts: TabParts) {
  const { browser, time, chances, network, accounts } = parts
  const page: Page = browser.openPage()
  const clock = time.clockOf(page, chances.random)
  const { storage } = page
  let open: Open | null = null

  /** One request to Passbook's own server; what it says is true when it is there. */
  const ask = <T>(there: () => T) =>
    new Promise<T>((resolve) => {
      time.after('envoy', chances.delay(), () => {
        const reply = there()
        time.after('browser', chances.delay(), () => page.gone || resolve(reply))
      })
    })

  const readSession = () => ask(() => sessionOf(accounts.get(browser.cookie ?? '') ?? null))

  const sessionOf = (account: ModelAccount | null): Session => ({
    signedIn: account !== null,
    account: account && { tag: account.tag, name: account.name },
    contract: null,
    requestsPerMinute: parts.requestsPerMinute,
    linkHosts: [],
    calls: false,
    freshForS: account && FRESH_FOR_S,
  })

  const connect = (session: Session, closed: AbortSignal) => {
    const owner = session.account?.name ?? ''
    const { n, ended } = parts.connected()
    closed.addEventListener('abort', () => {
      open = null
      ended()
    })
    const sender = { connection: n, owner, page, cookie: () => browser.cookie }
    const deps = {
      fetch: network.fetchFor(sender),
      now: clock.now,
      closed,
      freshForS: session.freshForS,
      onEnded: () => keeper.look(),
      renewOnce: createRenewOnce({
        readSession,
        refresh: () =>
          ask(() =>
            browser.cookie === null
              ? { kind: 'signed_out' }
              : { kind: 'renewed', freshForS: FRESH_FOR_S },
          ),
        // The model's own locks are no Web Locks; the server lets only one renewal through by itself.
        locks: undefined,
        tag: session.account?.tag ?? '',
        onOther: () => keeper.restart(),
      }),
      afterRefusal,
      look: () => keeper.look(),
    }
    const renewal = createRenewal(deps)
    const connection = createConnection(session, {
      fetch: renewal.fetch,
      ready: renewal.ready,
      storage,
      clock,
      locks: browser.locks,
      closed,
      online: () => true,
      onEnded: renewal.end,
    })
    if (!connection) throw new Error('Nobody is signed in.')
    open = { n, owner, envoy: connection.envoy }
    return { connection, renewal }
  }

  const keeper = createSessionKeeper({
    readSession,
    connect,
    createQueryClient: () => new QueryClient(),
    storage,
    now: clock.now,
    reload: () => void keeper.open().catch(() => {}),
  })

  page.hear = (message) => {
    keeper.look()
    if (message?.type !== 'account') return
    const state = keeper.state.get()
    const settled = state.status === 'open' && state.connection.account.tag === message.tag
    if (!settled) void reconsider(keeper, readSession)
  }
  keeper.state.subscribe(() => {
    const state = keeper.state.get()
    if (state.status !== 'open') return
    browser.say(page, { type: 'account', tag: state.connection.account.tag })
  })
  keeper.open().catch(() => {})

  return {
    clock,
    /** Null while nobody is signed in, or not known yet. */
    open: () => (page.gone ? null : open),
    signOut() {
      const owner = open?.owner
      const done = signOut({
        storage,
        drop: () => keeper.leave('here'),
        say: (message) => browser.say(page, message),
        leaveAddress() {},
        tell: () =>
          tellServer({
            storage,
            api: {
              signOut: () =>
                ask(() => {
                  browser.cookie = null
                  return true
                }),
            },
          }),
      })
      if (owner !== undefined) parts.signedOut(owner)
      void done.catch(() => {})
    },
    /** Closed, or about to be loaded anew. */
    end() {
      const { n } = open ?? {}
      browser.end(page)
      return n ?? null
    },
  }
}

export type Tab = ReturnType<typeof createTab>
