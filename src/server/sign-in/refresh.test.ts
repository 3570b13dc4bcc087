import { describe, expect, it } from 'vitest'
import { later } from '@/server/test-kit'
import type { Browser } from './browser.fixture'
import { createBrowser } from './browser.fixture'
import { fakeIssuer } from './fake-issuer.fixture'
import {
  begin,
  comeBack,
  json,
  newSecret,
  sessionOf,
  signedIn,
  signInServer,
} from './sign-in.fixture'

/** A second view of the same cookies, as they are now: what a request on its way still carries. */
function copyOf(browser: Browser): Browser {
  const copy = createBrowser()
  for (const [host, cookies] of browser.jar) copy.jar.set(host, new Map(cookies))
  return copy
}

describe('POST /auth/refresh', () => {
  it('[SR-3] gives the refresh token for new tokens, of the same session', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const before = await sessionOf(browser, started)
    await browser.post(`${started.url}/api/tools/list_purchases`)
    started.later(295)
    expect(await sessionOf(browser, started)).toEqual({ ...before, session: { fresh_for_s: 0 } })
    const over = await browser.post(`${started.url}/api/tools/list_purchases`)
    expect([over.status, json(over)]).toMatchObject([401, { passbook: { kind: 'signed_out' } }])
    expect(started.envoy.calls).toHaveLength(1)
    const reply = await browser.post(`${started.url}/auth/refresh`)
    expect([reply.status, json(reply)]).toEqual([
      200,
      { signed_in: true, fresh_for_s: expect.any(Number) },
    ])
    expect((await browser.post(`${started.url}/api/tools/list_purchases`)).status).toBe(200)
    const [first, second] = started.envoy.calls.map(({ headers }) => headers.authorization)
    expect(first).not.toBe(second)
    expect((await sessionOf(browser, started)).account).toEqual(before.account)
  })

  it('[SR-3] asks the issuer once for twenty at once, and gives all of them the same session', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const go = later()
    started.issuer.bends.pause = () => go.promise
    const tabs = Array.from({ length: 20 }, () => copyOf(browser))
    const replies = tabs.map((tab) => tab.post(`${started.url}/auth/refresh`))
    setTimeout(() => go.resolve(), 50)
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    for (const tab of tabs) await tab.post(`${started.url}/api/tools/list_purchases`)
    const used = new Set(started.envoy.calls.map(({ headers }) => headers.authorization))
    expect(used.size).toBe(1)
    expect(started.issuer.callsOf('/token')).toHaveLength(2)
  })

  it('[SR-3] remembers for a minute what became of a refresh token', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const late = copyOf(browser)
    const later = copyOf(browser)
    await browser.post(`${started.url}/auth/refresh`)
    started.later(59)
    expect((await late.post(`${started.url}/auth/refresh`)).status).toBe(200)
    expect(started.issuer.callsOf('/token')).toHaveLength(2)
    started.later(2)
    expect((await later.post(`${started.url}/auth/refresh`)).status).toBe(401)
    expect(started.issuer.callsOf('/token')).toHaveLength(3)
  })

  it('[SR-3] leads an old cookie to the newest session, not to one in between', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const old = copyOf(browser)
    await browser.post(`${started.url}/auth/refresh`)
    await browser.post(`${started.url}/auth/refresh`)
    await old.post(`${started.url}/auth/refresh`)
    for (const tab of [browser, old]) await tab.post(`${started.url}/api/tools/list_purchases`)
    const [first, second] = started.envoy.calls.map(({ headers }) => headers.authorization)
    expect(first).toBe(second)
    expect(started.issuer.callsOf('/token')).toHaveLength(3)
  })

  it('[SR-3] keeps the refresh token of an issuer that does not turn it over', async () => {
    const issuer = await fakeIssuer()
    const started = await signInServer(issuer)
    const browser = await signedIn(started)
    issuer.bends.reply = ({ refresh_token: _, ...reply }) => reply
    await browser.post(`${started.url}/auth/refresh`)
    await browser.post(`${started.url}/auth/refresh`)
    expect(issuer.callsOf('/token')).toHaveLength(2)
    started.later(295)
    const spent = issuer.callsOf('/token')[1]?.form.get('refresh_token')
    await browser.post(`${started.url}/auth/refresh`)
    expect(issuer.callsOf('/token')[2]?.form.get('refresh_token')).toBe(spent)
  })

  it('[product] signs out when the issuer refuses', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const late = copyOf(browser)
    await browser.post(`${started.url}/auth/refresh`)
    started.later(61)
    const reply = await late.post(`${started.url}/auth/refresh`)
    expect([reply.status, json(reply)]).toMatchObject([401, { passbook: { kind: 'signed_out' } }])
    expect(late.names(started.url)).toEqual([])
  })

  it.each([503, 429, 0])(
    '[product] keeps the session when the issuer has no answer (%s)',
    async (status) => {
      const started = await signInServer(await fakeIssuer())
      const browser = await signedIn(started)
      started.issuer.bends.status = status
      const reply = await browser.post(`${started.url}/auth/refresh`)
      expect([reply.status, reply.setCookie]).toEqual([502, []])
      expect(json(reply)).toMatchObject({ passbook: { kind: 'upstream_unreachable' } })
      started.issuer.bends.status = null
      expect((await browser.post(`${started.url}/auth/refresh`)).status).toBe(200)
    },
  )

  it('[SR-22] signs out when the new tokens are somebody else’s', async () => {
    const issuer = await fakeIssuer()
    const started = await signInServer(issuer)
    const browser = await signedIn(started)
    issuer.bends.identifies = true
    expect((await browser.post(`${started.url}/auth/refresh`)).status).toBe(200)
    issuer.bends.claims = (claims) => ({ ...claims, sub: 'person-2' })
    expect((await browser.post(`${started.url}/auth/refresh`)).status).toBe(401)
    expect(browser.names(started.url)).toEqual([])
  })

  it('[SR-8] believes no ID token of a refresh that is signed by somebody else', async () => {
    const issuer = await fakeIssuer()
    const started = await signInServer(issuer)
    const browser = await signedIn(started)
    issuer.bends.identifies = true
    issuer.bends.idToken = (token) =>
      token.replace(/\.[^.]{6}/, '.AAAAAA').replace(/[^.]{6}$/, 'AAAAAA')
    const reply = await browser.post(`${started.url}/auth/refresh`)
    expect([reply.status, reply.setCookie]).toEqual([502, []])
  })

  it('[product] ends after twelve hours whatever the issuer says', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    for (let hour = 0; hour < 11; hour += 1) {
      started.later(3_600)
      expect((await browser.post(`${started.url}/auth/refresh`)).status).toBe(200)
    }
    started.later(3_600 - 100)
    await browser.post(`${started.url}/auth/refresh`)
    expect((await sessionOf(browser, started)).session?.fresh_for_s).toBeLessThanOrEqual(100)
    started.later(101)
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: false })
    expect((await browser.post(`${started.url}/auth/refresh`)).status).toBe(401)
  })

  it('[SR-1] is refused without the header, from another origin, and by GET', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const { port } = new URL(started.url)
    for (const path of ['/auth/refresh', '/auth/sign-out', '/api/tools/list_purchases']) {
      for (const headers of [
        { 'x-passbook': '' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `http://localhost:${port}` },
        { origin: `https://127.0.0.1:${port}` },
        { origin: 'http://127.0.0.1:1' },
      ]) {
        const reply = await browser.post(`${started.url}${path}`, {}, headers)
        expect([path, headers, reply.status]).toEqual([path, headers, 403])
      }
      const get = await browser.ask(started.url + path, { headers: { 'x-passbook': '1' } })
      expect([get.status, get.headers['allow']]).toEqual([405, 'POST'])
    }
    expect(started.issuer.callsOf('/token')).toHaveLength(1)
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: true })
  })
})

describe('several servers', () => {
  it('[product] with one secret share sessions and sign-ins', async () => {
    const issuer = await fakeIssuer()
    const secrets = [newSecret()]
    const one = await signInServer(issuer, { secrets })
    const browser = createBrowser()
    const callback = issuer.approve(await begin(browser, one))
    const { port } = new URL(one.url)
    await one.server.close()
    const two = await signInServer(issuer, { secrets, port: Number(port) })
    expect((await comeBack(browser, two, callback)).status).toBe(302)
    expect(await sessionOf(browser, two)).toMatchObject({ signed_in: true })
  })

  it('[product] let a secret be replaced: the old one still opens, the next refresh seals with the new one', async () => {
    const issuer = await fakeIssuer()
    const [before, after] = [newSecret(), newSecret()]
    const one = await signInServer(issuer, { secrets: [before] })
    const port = Number(new URL(one.url).port)
    const browser = await signedIn(one)
    await one.server.close()
    const two = await signInServer(issuer, { secrets: [after, before], port })
    expect(await sessionOf(browser, two)).toMatchObject({ signed_in: true })
    expect((await browser.post(`${two.url}/auth/refresh`)).status).toBe(200)
    await two.server.close()
    const three = await signInServer(issuer, { secrets: [after], port })
    expect(await sessionOf(browser, three)).toMatchObject({ signed_in: true })
    await three.server.close()
    const four = await signInServer(issuer, { secrets: [newSecret()], port })
    expect(await sessionOf(browser, four)).toMatchObject({ signed_in: false })
  })
})
