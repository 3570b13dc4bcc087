import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { createStore } from '@/api/core/store'
import { CallFailure } from '@/api/envoy/failure'
import type { Session } from '@/api/envoy/session'
import { keepActive, lockByHand } from '@/api/session/idle'
import { KEPT } from '@/api/session/kept'
import type { Renewal } from '@/api/session/renewal'
import { signOut } from '@/api/session/sign-out'
import { markSignOut } from '@/api/session/sign-out-mark'
import { createTestBrowser, type TestTab } from '@/api/session/test-browser'
import { reconsider } from './reconsider'
import { createSessionKeeper } from './session-keeper'
import type { Opened } from './session-state'

const MINUTE = 60_000

/** One browser at one server; `tag` is whose session its cookie opens, null: nobody's. */
function stage() {
  const browser = createTestBrowser()
  const server = { tag: 'a' as string | null, reachable: true, asked: 0 }
  let now = Date.UTC(2026, 10, 30, 6)
  const readSession = async (): Promise<Session> => {
    server.asked += 1
    const { tag } = server
    await Promise.resolve()
    if (!server.reachable) throw new CallFailure('no_reply')
    const account = tag === null ? null : { tag, name: `Name of ${tag}` }
    // Nothing else of a session is read here.
    return { signedIn: tag !== null, account, freshForS: 300 } as Session
  }
  const openTab = (tab: TestTab = browser.tab()) => {
    const reload = vi.fn()
    const ended = vi.fn<() => void>()
    const keeper = createSessionKeeper({
      readSession,
      connect: (session, closed) => {
        closed.addEventListener('abort', ended)
        const renewal = { take: vi.fn<Renewal['take']>(), ended: createStore(false) }
        // Only the account and `take` matter here; no call is made.
        return { connection: { account: session.account }, renewal } as unknown as Opened
      },
      createQueryClient: () => new QueryClient(),
      storage: tab.storage,
      now: () => now,
      reload,
    })
    tab.page.addEventListener('storage', keeper.look)
    return { ...tab, keeper, reload, ended }
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { browser, server, readSession, openTab, pass, now: () => now }
}

type Tab = ReturnType<ReturnType<typeof stage>['openTab']>

const statusOf = ({ keeper }: Tab) => {
  const state = keeper.state.get()
  return state.status === 'signed_out' ? `signed_out ${state.how}` : state.status
}

const leaveHere = ({ keeper, storage }: Tab) =>
  signOut({
    storage,
    drop: () => keeper.leave('here'),
    say: () => {},
    leaveAddress: () => {},
    tell: async () => {
      storage.removeItem(KEPT.signingOut)
      return true
    },
  })

describe('the session', () => {
  it('[product] is read once, however often pages ask', async () => {
    const { openTab, server } = stage()
    const { keeper } = openTab()
    const [first, second] = await Promise.all([keeper.open(), keeper.open()])
    expect(await keeper.open()).toBe(first)
    expect(second).toBe(first)
    expect(server.asked).toBe(1)
  })

  it('[product] a failure is not kept: the next try reads again', async () => {
    const { openTab, server } = stage()
    const tab = openTab()
    server.reachable = false
    await expect(tab.keeper.open()).rejects.toMatchObject({ kind: 'no_reply' })
    expect(statusOf(tab)).toBe('starting')
    server.reachable = true
    await tab.keeper.open()
    expect(statusOf(tab)).toBe('open')
  })

  it('[product] the same account after a reconnect keeps what is loaded', async () => {
    const { openTab } = stage()
    const { keeper } = openTab()
    const first = await keeper.open()
    keeper.forget()
    expect((await keeper.open()).queryClient).toBe(first.queryClient)
    expect(first.renewal.take).toHaveBeenCalledWith(300)
    expect(keeper.newOwner.get()).toBeNull()
  })

  it('[product] nobody signed in, and a session that has ended, are told apart', async () => {
    const { openTab, server } = stage()
    server.tag = null
    const never = openTab()
    await expect(never.keeper.open()).rejects.toMatchObject({ kind: 'signed_out' })
    expect(statusOf(never)).toBe('signed_out never')
    never.storage.setItem(KEPT.owner, 'a')
    const ended = openTab()
    await expect(ended.keeper.open()).rejects.toMatchObject({ kind: 'signed_out' })
    expect(statusOf(ended)).toBe('signed_out ended')
  })
})

describe('[SR-21] [CT-7] a sign-out', () => {
  it('takes the pages of every tab off the screen before anything is asked', async () => {
    const { openTab, server } = stage()
    const tabs = [openTab(), openTab(), openTab()]
    const loaded = await Promise.all(tabs.map(({ keeper }) => keeper.open()))
    for (const { queryClient } of loaded) queryClient.setQueryData(['a', 'x'], 1)
    server.reachable = false
    const asked = server.asked
    const [first, ...others] = tabs
    if (!first) throw new Error('no tab')
    const told = leaveHere(first)
    expect(statusOf(first)).toBe('signed_out here')
    for (const tab of others) expect(statusOf(tab)).toBe('signed_out elsewhere')
    for (const { ended } of tabs) expect(ended).toHaveBeenCalledOnce()
    for (const { queryClient } of loaded) expect(queryClient.getQueryCache().getAll()).toEqual([])
    expect(server.asked).toBe(asked)
    await told
    await expect(first.keeper.open()).rejects.toMatchObject({ kind: 'signed_out' })
    expect(server.asked).toBe(asked)
  })

  it('[CT-6] is seen by a page that slept through it as soon as it looks, without a network', async () => {
    const { browser, openTab, server } = stage()
    const asleep = browser.tab()
    const sleeper = openTab({ ...asleep, page: new EventTarget() })
    const awake = openTab()
    await Promise.all([sleeper.keeper.open(), awake.keeper.open()])
    await leaveHere(awake)
    server.reachable = false
    expect(statusOf(sleeper)).toBe('open')
    sleeper.keeper.look()
    expect(statusOf(sleeper)).toBe('signed_out elsewhere')
  })

  it('a session that was being read when it happened is not shown', async () => {
    const { openTab } = stage()
    const tab = openTab()
    const reading = tab.keeper.open()
    await leaveHere(tab)
    await expect(reading).rejects.toMatchObject({ kind: 'signed_out' })
    expect(statusOf(tab)).toBe('signed_out here')
  })

  it('that has not reached the server shows nothing, also after a reload', async () => {
    const { openTab, server, readSession } = stage()
    const before = openTab()
    await before.keeper.open()
    markSignOut(before.storage)
    const after = openTab()
    expect(statusOf(after)).toBe('signed_out pending')
    await expect(after.keeper.open()).rejects.toMatchObject({ kind: 'signed_out' })
    expect(server.asked).toBe(1)
    await reconsider(after.keeper, readSession)
    expect(server.asked).toBe(1)
  })

  it('ends when somebody signs in in another tab, also the same account', async () => {
    const { openTab } = stage()
    const [one, two] = [openTab(), openTab()]
    await Promise.all([one.keeper.open(), two.keeper.open()])
    await leaveHere(one)
    const fresh = openTab()
    await fresh.keeper.open()
    for (const tab of [one, two]) {
      expect(statusOf(tab)).toBe('starting')
      expect(tab.reload).toHaveBeenCalledOnce()
      await tab.keeper.open()
      expect(statusOf(tab)).toBe('open')
      expect(tab.keeper.newOwner.get()).toBeNull()
    }
  })
})

describe('[R-032] [SR-22] another account', () => {
  it('after a reconnect gets a cache of its own, and the change is told once', async () => {
    const { openTab, server } = stage()
    const { keeper, reload, ended, storage } = openTab()
    const first = await keeper.open()
    first.queryClient.setQueryData(['a', 'purchases'], ['secret'])
    server.tag = 'b'
    keeper.forget()
    const second = await keeper.open()
    expect(second.queryClient).not.toBe(first.queryClient)
    expect(first.queryClient.getQueryCache().getAll()).toEqual([])
    expect(ended).toHaveBeenCalledOnce()
    expect(keeper.newOwner.get()).toBe('Name of b')
    expect([keeper.takeOwnerChange(), keeper.takeOwnerChange()]).toEqual([true, false])
    expect(storage.getItem(KEPT.owner)).toBe('b')
    keeper.dismissNewOwner()
    expect(keeper.newOwner.get()).toBeNull()
    expect(reload).not.toHaveBeenCalled()
  })

  it('than this browser showed before the page was loaded is told as well', async () => {
    const { openTab, browser } = stage()
    browser.map.set(KEPT.owner, 'b')
    const { keeper } = openTab()
    await keeper.open()
    expect(keeper.newOwner.get()).toBe('Name of a')
    expect(keeper.takeOwnerChange()).toBe(true)
  })

  it('in another tab takes the old pages away at once, before its own are known', async () => {
    const { openTab, server } = stage()
    const old = openTab()
    const first = await old.keeper.open()
    server.tag = 'b'
    await openTab().keeper.open()
    expect(statusOf(old)).toBe('starting')
    expect(old.ended).toHaveBeenCalledOnce()
    expect(old.reload).toHaveBeenCalledOnce()
    const second = await old.keeper.open()
    expect(second.connection).not.toBe(first.connection)
    expect(old.keeper.newOwner.get()).toBe('Name of b')
    expect(old.storage.getItem(KEPT.generation)).toBe('1')
  })

  it('noticed when a session is renewed restarts the pages; the same one takes it up again', async () => {
    const { openTab, server, readSession } = stage()
    const tab = openTab()
    const { renewal } = await tab.keeper.open()
    await reconsider(tab.keeper, readSession)
    expect([renewal.take, tab.reload].map((each) => vi.mocked(each).mock.calls.length)).toEqual([
      1, 0,
    ])
    server.tag = 'b'
    await reconsider(tab.keeper, readSession)
    expect(statusOf(tab)).toBe('starting')
    expect(tab.reload).toHaveBeenCalledOnce()
  })

  it('a session that ended, or a server that does not answer, leaves the pages where they are', async () => {
    const { openTab, server, readSession } = stage()
    const tab = openTab()
    await tab.keeper.open()
    server.tag = null
    await reconsider(tab.keeper, readSession)
    server.reachable = false
    await reconsider(tab.keeper, readSession)
    expect(statusOf(tab)).toBe('open')
  })
})

describe('[SR-24] the lock', () => {
  it('takes every tab’s pages off the screen, and keeps what they had loaded', async () => {
    const { openTab } = stage()
    const [one, two] = [openTab(), openTab()]
    const loaded = await one.keeper.open()
    await two.keeper.open()
    lockByHand(one.storage)
    one.keeper.look()
    for (const tab of [one, two]) expect(statusOf(tab)).toBe('locked')
    await one.keeper.showAgain()
    const state = one.keeper.state.get()
    expect(state.status === 'open' && state.queryClient).toBe(loaded.queryClient)
    expect(one.reload).not.toHaveBeenCalled()
    // What one tab shows again, the others do as well, each after asking.
    await vi.waitFor(() => expect(statusOf(two)).toBe('open'))
  })

  it('outlives a reload, and stands as long as the server cannot be asked', async () => {
    const { openTab, server, pass, now, browser } = stage()
    const before = openTab()
    keepActive(before.storage, now())
    pass(16 * MINUTE)
    const after = openTab()
    expect(statusOf(after)).toBe('locked')
    server.reachable = false
    await expect(after.keeper.showAgain()).rejects.toMatchObject({ kind: 'no_reply' })
    expect(statusOf(after)).toBe('locked')
    server.reachable = true
    await after.keeper.showAgain()
    expect(statusOf(after)).toBe('open')
    const asked = server.asked
    await after.keeper.open()
    expect(server.asked).toBe(asked)
    expect(browser.map.get(KEPT.active)).toBe(String(now()))
  })

  it('[R-032] shows another account its own pages, not those that were locked', async () => {
    const { openTab, server } = stage()
    const tab = openTab()
    const first = await tab.keeper.open()
    lockByHand(tab.storage)
    tab.keeper.look()
    server.tag = 'b'
    await tab.keeper.showAgain()
    const state = tab.keeper.state.get()
    expect(state.status === 'open' && state.connection).not.toBe(first.connection)
    expect(tab.reload).toHaveBeenCalledOnce()
    expect(tab.keeper.newOwner.get()).toBe('Name of b')
  })

  it('gives way to a sign-out, and a session that ended meanwhile is not shown', async () => {
    const { openTab, server } = stage()
    const tab = openTab()
    await tab.keeper.open()
    lockByHand(tab.storage)
    tab.keeper.look()
    server.tag = null
    await expect(tab.keeper.showAgain()).rejects.toMatchObject({ kind: 'signed_out' })
    expect(statusOf(tab)).toBe('signed_out ended')
    expect(tab.storage.getItem(KEPT.active)).toBeNull()
  })
})
