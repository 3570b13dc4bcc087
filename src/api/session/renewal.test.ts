import { describe, expect, it, vi } from 'vitest'
import { createTestClock } from '../core/test-clock'
import { createScriptedFetch } from '../core/test-fetch'
import { CallFailure } from '../envoy/failure'
import type { Session } from '../envoy/session'
import { afterRefusal } from './after-refusal'
import type { Refreshed } from './passbook-api'
import { createRenewOnce, type RenewOnce, type RenewOutcome } from './renew-once'
import { createRenewal } from './renewal'
import { createTestLocks } from './test-browser'

const READ = '/api/tools/list_purchases'
const WRITE = '/api/tools/submit_answer'
const over = () => Response.json({ passbook: { kind: 'signed_out' } }, { status: 401 })
const fine = () => Response.json({ ok: true })
const fresh = (freshForS: number): RenewOutcome => ({ kind: 'fresh', freshForS })

type Options = {
  freshForS?: number | null
  answers?: Parameters<typeof createScriptedFetch>[1]
  renewOnce?: RenewOnce
}

function stage({ freshForS = 300, answers = fine, renewOnce = async () => fresh(300) }: Options) {
  const clock = createTestClock()
  const envoy = createScriptedFetch(clock, answers)
  const closed = new AbortController()
  const renew = vi.fn(renewOnce)
  const onEnded = vi.fn()
  const renewal = createRenewal({
    fetch: envoy.fetch,
    renewOnce: renew,
    afterRefusal,
    now: clock.now,
    closed: closed.signal,
    freshForS,
    onEnded,
  })
  return { clock, renewal, sent: envoy.sent, renew, closed, onEnded }
}

describe('[SR-3] before a call', () => {
  it('a session with time left is not renewed, one with less than 15 s is, once for all calls', async () => {
    const { clock, renewal, renew, sent } = stage({})
    await renewal.fetch(READ)
    clock.jump(284_000)
    await renewal.fetch(READ)
    expect(renew).not.toHaveBeenCalled()
    clock.jump(2_000)
    await Promise.all([renewal.fetch(READ), renewal.fetch(READ), renewal.fetch(WRITE)])
    expect(renew).toHaveBeenCalledTimes(1)
    await renewal.fetch(READ)
    expect(renew).toHaveBeenCalledTimes(1)
    expect(sent).toHaveLength(6)
  })

  it('[CT-7] a sign-out that only the storage tells of yet lets nothing leave', async () => {
    const clock = createTestClock()
    const envoy = createScriptedFetch(clock, fine)
    const closed = new AbortController()
    const renewal = createRenewal({
      fetch: envoy.fetch,
      renewOnce: async () => fresh(300),
      afterRefusal,
      now: clock.now,
      closed: closed.signal,
      freshForS: 300,
      look: () => closed.abort(),
    })
    await expect(renewal.fetch(WRITE)).rejects.toMatchObject({ name: 'AbortError' })
    expect(envoy.sent).toHaveLength(0)
  })

  it('[SR-3] a session that is over at once is renewed once, not for ever', async () => {
    const { renewal, renew } = stage({ freshForS: 0, renewOnce: async () => fresh(0) })
    await renewal.ready()
    expect(renewal.ready()).toBeNull()
    expect(renew).toHaveBeenCalledTimes(1)
  })

  it('[CT-2] can be renewed before its turn, so that nothing is waited for when it leaves', async () => {
    const { clock, renewal, renew, sent } = stage({})
    await renewal.ready()
    clock.jump(290_000)
    await renewal.ready()
    expect(sent).toHaveLength(0)
    await renewal.fetch(READ)
    expect(renew).toHaveBeenCalledTimes(1)
  })

  it('one-token mode never renews and never ends', async () => {
    const { clock, renewal, renew } = stage({ freshForS: null, answers: over })
    clock.jump(1e9)
    expect((await renewal.fetch(READ)).status).toBe(401)
    renewal.end()
    expect([renewal.renewable, renewal.ended.get()]).toEqual([false, false])
    expect(renew).not.toHaveBeenCalled()
  })

  it('a session of a few seconds is not renewed before every call, once that is known', async () => {
    const renewOnce = vi.fn(async () => ({ kind: 'fresh', freshForS: 9 }) as const)
    const { clock, renewal } = stage({ freshForS: 9, renewOnce })
    for (let call = 0; call < 3; call += 1) await renewal.fetch(READ)
    expect(renewOnce).toHaveBeenCalledTimes(1)
    clock.jump(7_000)
    await renewal.fetch(READ)
    expect(renewOnce).toHaveBeenCalledTimes(2)
  })

  it('a page loaded when a session is nearly over renews it before its first call', async () => {
    const { renewal, renew } = stage({ freshForS: 2 })
    await renewal.fetch(READ)
    expect(renew).toHaveBeenCalledTimes(1)
  })

  it('without a network the call goes all the same, and says so itself', async () => {
    const renewOnce = async () => ({ kind: 'unreachable' }) as const
    const { renewal, sent } = stage({ freshForS: 0, renewOnce })
    expect((await renewal.fetch(READ)).status).toBe(200)
    expect(sent).toHaveLength(1)
  })

  it('[R-104] a limit is no reason for another token: a 429 renews nothing and is sent once', async () => {
    const answers = () => Response.json({ ok: false, tool: 'list_purchases' }, { status: 429 })
    const { renewal, sent, renew } = stage({ answers })
    for (const url of [READ, WRITE]) expect((await renewal.fetch(url)).status).toBe(429)
    expect(sent).toHaveLength(2)
    expect(renew).not.toHaveBeenCalled()
  })

  it('once the session has ended nothing is sent, until somebody has signed in again', async () => {
    const renewOnce = async () => ({ kind: 'ended' }) as const
    const { renewal, sent, renew, onEnded } = stage({ freshForS: 0, renewOnce })
    for (const _ of [1, 2]) expect((await renewal.fetch(READ)).status).toBe(401)
    expect([renewal.ended.get(), sent.length]).toEqual([true, 0])
    expect([renew.mock.calls.length, onEnded.mock.calls.length]).toEqual([1, 1])
    renewal.take(300)
    expect((await renewal.fetch(READ)).status).toBe(200)
  })
})

describe('[R-185] after a call that Passbook did not pass on', () => {
  const once = (n: number) => (n === 0 ? over() : fine())

  it('a read is renewed and sent once more, exactly once', async () => {
    const first = stage({ answers: once })
    expect((await first.renewal.fetch(READ)).status).toBe(200)
    const always = stage({ answers: over })
    expect((await always.renewal.fetch(READ)).status).toBe(401)
    for (const { sent, renew } of [first, always]) {
      expect([sent.length, renew.mock.calls.length]).toEqual([2, 1])
    }
  })

  it('a write is never sent again by itself', async () => {
    const { renewal, sent } = stage({ answers: once })
    expect((await renewal.fetch(WRITE)).status).toBe(401)
    expect(sent).toHaveLength(1)
  })

  it('[R-154] Envoy’s own refusal is left alone', async () => {
    const answers = () => Response.json({ ok: false, tool: 'x' }, { status: 401 })
    const { renewal, sent, renew } = stage({ answers })
    expect((await renewal.fetch(READ)).status).toBe(401)
    expect([sent.length, renew.mock.calls.length]).toEqual([1, 0])
  })

  it('a renewal without an answer makes a read one without an answer; a write did not happen', async () => {
    const renewOnce = async () => ({ kind: 'unreachable' }) as const
    const { renewal } = stage({ answers: over, renewOnce })
    expect((await renewal.fetch(READ)).status).toBe(502)
    expect((await renewal.fetch(WRITE)).status).toBe(401)
  })
})

it('[CT-7] a renewal that comes back after the sign-out is nobody’s', async () => {
  let answer = (_: RenewOutcome) => {}
  const { renewal, closed, sent, onEnded } = stage({
    freshForS: 0,
    renewOnce: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const call = renewal.fetch(READ)
  closed.abort()
  answer({ kind: 'ended' })
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  expect([sent.length, renewal.ended.get()]).toEqual([0, false])
  expect(onEnded).not.toHaveBeenCalled()
})

/** A server with one session for all tabs of a browser. */
function server() {
  const state = { tag: 'a' as string | null, freshForS: 0, refreshed: 0, atOnce: 0, most: 0 }
  const api = {
    async readSession() {
      const { tag, freshForS } = state
      const account = tag === null ? null : { tag, name: 'x' }
      // Nothing else of a session is read here.
      return { signedIn: tag !== null, account, freshForS } as Session
    },
    async refresh(): Promise<Refreshed> {
      state.atOnce += 1
      state.most = Math.max(state.most, state.atOnce)
      await Promise.resolve()
      state.refreshed += 1
      state.atOnce -= 1
      state.freshForS = 300
      return { kind: 'renewed', freshForS: 300 }
    },
  }
  return { state, api }
}

type Api = Pick<Parameters<typeof createRenewOnce>[0], 'readSession' | 'refresh'>

describe('[SR-3] over all tabs', () => {
  it('one renewal, whoever asks first: the others find it done', async () => {
    const { state, api } = server()
    const locks = createTestLocks()
    const tabs = Array.from({ length: 8 }, () =>
      createRenewOnce({ ...api, locks, tag: 'a', onOther: () => {} }),
    )
    const outcomes = await Promise.all(tabs.map((renewOnce) => renewOnce(15)))
    expect([state.refreshed, state.most]).toEqual([1, 1])
    expect(outcomes).toEqual(tabs.map(() => fresh(300)))
  })

  it.each<[what: string, locks: Pick<LockManager, 'request'> | undefined]>([
    ['without Web Locks', undefined],
    ['when the turn does not come', { request: () => Promise.reject(new DOMException('late')) }],
  ])('%s it is renewed all the same', async (_, locks) => {
    const { state, api } = server()
    const renewOnce = createRenewOnce({ ...api, locks, tag: 'a', onOther: () => {} })
    expect(await renewOnce(15)).toEqual(fresh(300))
    expect(state.refreshed).toBe(1)
  })

  it('[R-032] another account’s session is not renewed from here', async () => {
    const { state, api } = server()
    const onOther = vi.fn()
    state.tag = 'b'
    const renewOnce = createRenewOnce({ ...api, locks: undefined, tag: 'a', onOther })
    expect(await renewOnce(15)).toEqual({ kind: 'ended' })
    state.tag = null
    expect(await renewOnce(15)).toEqual({ kind: 'ended' })
    expect([state.refreshed, onOther.mock.calls.length]).toEqual([0, 1])
  })

  it('what cannot be reached is neither renewed nor over', async () => {
    const { api } = server()
    const down: Api = { ...api, readSession: () => Promise.reject(new CallFailure('no_reply')) }
    const refused: Api = { ...api, refresh: async () => ({ kind: 'unreachable' }) as const }
    const ended: Api = { ...api, refresh: async () => ({ kind: 'signed_out' }) as const }
    const outcomeOf = (each: Api) =>
      createRenewOnce({ ...each, locks: undefined, tag: 'a', onOther: () => {} })(15)
    expect(await outcomeOf(down)).toEqual({ kind: 'unreachable' })
    expect(await outcomeOf(refused)).toEqual({ kind: 'unreachable' })
    expect(await outcomeOf(ended)).toEqual({ kind: 'ended' })
  })
})
