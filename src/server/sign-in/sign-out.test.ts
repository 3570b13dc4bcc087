import { describe, expect, it } from 'vitest'
import { later } from '@/server/test-kit'
import { type Browser, createBrowser } from './browser.fixture'
import { fakeIssuer } from './fake-issuer.fixture'
import { json, newSecret, sessionOf, signedIn, signIn, signInServer } from './sign-in.fixture'

const cookiesOf = (browser: Browser, url: string) =>
  new Map(browser.jar.get(new URL(url).hostname) ?? [])

describe('POST /auth/sign-out', () => {
  it('[product] takes the session away and revokes its tokens at the issuer', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const reply = await browser.post(`${started.url}/auth/sign-out`)
    expect([reply.status, json(reply)]).toEqual([200, { signed_out: true }])
    expect(reply.headers).not.toHaveProperty('clear-site-data')
    const [base] = browser.names(started.url)
    expect(browser.names(started.url)).toEqual([`passbook_${new URL(started.url).port}_out`])
    expect(base).toBeDefined()
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: false, session: null })
    const revoked = started.issuer.callsOf('/revoke').map(({ form }) => form.get('token'))
    expect(new Set(revoked).size).toBe(2)
    for (const token of revoked) expect(token).toMatch(/^must-never-leak-/)
  })

  it('[product] empties the storage of the page when it is asked to', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const reply = await browser.post(`${started.url}/auth/sign-out`, { clear: true })
    expect(reply.headers['clear-site-data']).toBe('"storage"')
  })

  it.each(['', 'nothing', '[]', '{"clear": 1}', 'x'.repeat(2_000)])(
    '[product] succeeds with whatever body, and without a session (%#)',
    async (body) => {
      const started = await signInServer(await fakeIssuer())
      const reply = await createBrowser().ask(`${started.url}/auth/sign-out`, {
        method: 'POST',
        body,
        headers: { 'x-passbook': '1', cookie: `passbook_${new URL(started.url).port}=1.garbage` },
      })
      expect([reply.status, json(reply)]).toEqual([200, { signed_out: true }])
      expect(reply.headers).not.toHaveProperty('clear-site-data')
    },
  )

  it('[product] is complete although the issuer is gone, and does not wait for it', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    started.issuer.bends.status = 0
    const reply = await browser.post(`${started.url}/auth/sign-out`)
    expect(reply.status).toBe(200)
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: false })
  })

  it('[product] cannot be undone by a cookie that comes late, on no server', async () => {
    const issuer = await fakeIssuer()
    const secrets = [newSecret()]
    const started = await signInServer(issuer, { secrets })
    const browser = await signedIn(started)
    const before = cookiesOf(browser, started.url)
    await browser.post(`${started.url}/auth/sign-out`)
    for (const [name, cookie] of before) browser.jar.get('127.0.0.1')?.set(name, cookie)
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: false })
    expect((await browser.post(`${started.url}/auth/refresh`)).status).toBe(401)
    expect((await browser.post(`${started.url}/api/tools/list_purchases`)).status).toBe(401)
    const port = Number(new URL(started.url).port)
    await started.server.close()
    const other = await signInServer(issuer, { secrets, port })
    expect(await sessionOf(browser, other)).toMatchObject({ signed_in: false })
    expect((await browser.post(`${other.url}/auth/refresh`)).status).toBe(401)
    expect(issuer.callsOf('/token')).toHaveLength(1)
    await signIn(browser, other)
    expect(await sessionOf(browser, other)).toMatchObject({ signed_in: true })
  })

  it('[SR-3] while a refresh is under way: that one sets no cookie, and its tokens are revoked', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const [arrived, go] = [later(), later()]
    started.issuer.bends.pause = () => {
      arrived.resolve()
      return go.promise
    }
    const refresh = browser.post(`${started.url}/auth/refresh`)
    await arrived.promise
    const out = browser.post(`${started.url}/auth/sign-out`)
    setTimeout(() => go.resolve(), 50)
    const [late, done] = await Promise.all([refresh, out])
    expect([late.status, late.setCookie, done.status]).toEqual([401, [], 200])
    const revoked = started.issuer.callsOf('/revoke').map(({ form }) => form.get('token'))
    const spent = started.issuer.callsOf('/token')[1]?.form.get('refresh_token')
    expect(revoked).toHaveLength(2)
    expect(revoked).not.toContain(spent)
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: false })
  })

  it('[SR-3] does not wait for a slow refresh, but revokes what that one brings in the end', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const [arrived, go] = [later(), later()]
    started.issuer.bends.pause = () => {
      arrived.resolve()
      return go.promise
    }
    const refresh = browser.post(`${started.url}/auth/refresh`)
    await arrived.promise
    expect((await browser.post(`${started.url}/auth/sign-out`)).status).toBe(200)
    expect(started.issuer.callsOf('/revoke')).toEqual([])
    go.resolve()
    expect((await refresh).status).toBe(401)
    await expect.poll(() => started.issuer.callsOf('/revoke')).toHaveLength(2)
    const spent = started.issuer.callsOf('/token')[1]?.form.get('refresh_token')
    const revoked = started.issuer.callsOf('/revoke').map(({ form }) => form.get('token'))
    expect(revoked).not.toContain(spent)
  })

  it('[SR-22] a late refresh of the account before cannot take the place of the new one', async () => {
    const issuer = await fakeIssuer()
    const secrets = [newSecret()]
    const started = await signInServer(issuer, { secrets })
    const browser = await signedIn(started)
    const [arrived, go] = [later(), later()]
    issuer.bends.pause = () => {
      arrived.resolve()
      return go.promise
    }
    const old = cookiesOf(browser, started.url)
    const refresh = browser.post(`${started.url}/auth/refresh`)
    await arrived.promise
    issuer.bends.pause = async () => undefined
    issuer.bends.claims = (claims) => ({ ...claims, sub: 'person-2', name: 'Arjun' })
    await signIn(browser, started)
    go.resolve()
    const late = await refresh
    expect([late.status, late.setCookie]).toEqual([401, []])
    expect((await sessionOf(browser, started)).account?.name).toBe('Arjun')
    // And where another server sends it after all, its session is one that this browser knows as over.
    const port = Number(new URL(started.url).port)
    await started.server.close()
    const other = await signInServer(issuer, { secrets, port })
    for (const [name, cookie] of old) browser.jar.get('127.0.0.1')?.set(name, cookie)
    expect(await sessionOf(browser, other)).toMatchObject({ signed_in: false })
  })
})
