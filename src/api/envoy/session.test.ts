import { describe, expect, it } from 'vitest'
import { readSession } from './session'

const answering =
  (body: unknown, status = 200) =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

describe('the session', () => {
  it('asks with the static header', async () => {
    let asked: [unknown, RequestInit | undefined] | undefined
    await readSession(async (url, init) => {
      asked = [url, init]
      return answering({ signed_in: false, account: null })()
    })
    expect(asked?.[0]).toBe('/api/session')
    expect(new Headers(asked?.[1]?.headers).get('x-passbook')).toBe('1')
  })

  it('reads who is signed in and what is allowed', async () => {
    const body = {
      signed_in: true,
      account: { tag: 't', name: 'You' },
      envoy: { contract: 'envoy@2026-10', requests_per_minute: 60 },
      calls: true,
      more: 1,
    }
    expect(await readSession(answering(body))).toEqual({
      signedIn: true,
      account: { tag: 't', name: 'You' },
      contract: 'envoy@2026-10',
      requestsPerMinute: 60,
      linkHosts: [],
      calls: true,
      freshForS: null,
    })
  })

  it.each<[session: unknown, read: number | null]>([
    [{ fresh_for_s: 290 }, 290],
    [{ fresh_for_s: 0 }, 0],
    [{ fresh_for_s: 'soon' }, 0],
    [{}, 0],
    [null, null],
    [undefined, null],
  ])('[SR-3] a session of %j is fresh for %j s; null is never renewed', async (session, read) => {
    const body = { signed_in: true, account: { tag: 't', name: 'x' }, session }
    expect(await readSession(answering(body))).toMatchObject({ freshForS: read })
    const nobody = { signed_in: false, account: null, session }
    expect(await readSession(answering(nobody))).toMatchObject({ freshForS: null })
  })

  it.each<[linkHosts: unknown, read: string[]]>([
    [
      ['pay.envoy.example', '.envoy.example'],
      ['pay.envoy.example', '.envoy.example'],
    ],
    ['pay.envoy.example', []],
    [null, []],
    [['pay.envoy.example', 7], []],
  ])('[SR-25] the link hosts %j are %j', async (link_hosts, read) => {
    const envoy = { contract: null, requests_per_minute: 60, link_hosts }
    const session = await readSession(answering({ signed_in: false, account: null, envoy }))
    expect(session).toMatchObject({ linkHosts: read, requestsPerMinute: 60 })
  })

  it.each([0, -5, 1.5, '60', null])(
    '[R-093] a budget of %j is the usual one',
    async (requests_per_minute) => {
      const body = {
        signed_in: false,
        account: null,
        envoy: { contract: null, requests_per_minute },
      }
      expect((await readSession(answering(body))).requestsPerMinute).toBe(120)
    },
  )

  it('signed in as nobody is not signed in; nobody has no account', async () => {
    expect(await readSession(answering({ signed_in: true, account: null }))).toMatchObject({
      signedIn: false,
      account: null,
    })
    expect(
      await readSession(answering({ signed_in: false, account: { tag: 't', name: 'x' } })),
    ).toMatchObject({ signedIn: false, account: null })
  })

  it.each(['<html>', '', '{}', 'null', '{"signed_in":"yes"}'])('%j is no answer', async (text) => {
    await expect(readSession(answering(text))).rejects.toMatchObject({
      kind: 'no_reply',
      lost: 'unreadable',
    })
  })

  it('no network is no answer, giving up is giving up', async () => {
    const broken = async () => {
      throw new TypeError('Failed to fetch')
    }
    await expect(readSession(broken)).rejects.toMatchObject({ kind: 'no_reply', lost: 'network' })
    const waiting: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
    const stop = new AbortController()
    const asked = readSession(waiting, stop.signal)
    stop.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })
})
