import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createBrowser } from './browser.fixture'
import { CLIENT, fakeIssuer, PERSON } from './fake-issuer.fixture'
import { begin, comeBack, json, sessionOf, signedIn, signIn, signInServer } from './sign-in.fixture'

const portOf = (url: string) => new URL(url).port

describe('a sign-in', () => {
  it('[C46] [SR-2] asks for a code with PKCE, state, nonce and the scope of agents', async () => {
    const started = await signInServer(await fakeIssuer())
    const location = new URL(await begin(createBrowser(), started))
    const asked = Object.fromEntries(location.searchParams)
    expect(location.origin + location.pathname).toBe(`${started.issuer.url.origin}/authorize`)
    expect(asked).toEqual({
      response_type: 'code',
      client_id: CLIENT.clientId,
      redirect_uri: `${started.url}/auth/callback`,
      scope: 'openid agent offline_access',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'login',
    })
  })

  it('[C46] ends where the person wanted to be, as the person of the ID token', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    const reply = await signIn(browser, started, '/history?from=2026-01-01')
    expect(reply.headers.location).toBe('/history?from=2026-01-01')
    const tag = createHash('sha256').update(`${started.issuer.url.origin}\n${PERSON.sub}`)
    const session = await sessionOf(browser, started)
    expect(session).toMatchObject({
      signed_in: true,
      account: { tag: tag.digest('base64url').slice(0, 22), name: PERSON.name },
    })
    expect(session.session?.fresh_for_s).toBeGreaterThan(285)
    expect(session.session?.fresh_for_s).toBeLessThanOrEqual(290)
  })

  it('[C46] calls somebody without a name "You"', async () => {
    const issuer = await fakeIssuer()
    issuer.bends.claims = ({ name: _, ...claims }) => claims
    const started = await signInServer(issuer)
    const { account } = await sessionOf(await signedIn(started), started)
    expect(account?.name).toBe('You')
  })

  it('[SR-1] calls Envoy with the bearer of the session, which no browser sees', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    const reply = await browser.post(`${started.url}/api/tools/list_purchases`)
    expect([reply.status, json(reply)]).toEqual([200, { from: 'envoy' }])
    expect(started.envoy.calls[0]?.headers.authorization).toMatch(/^Bearer must-never-leak-/)
    expect(started.envoy.calls[0]?.headers).not.toHaveProperty('cookie')
  })

  it('[SR-1] is needed for every call of a tool', async () => {
    const started = await signInServer(await fakeIssuer())
    const reply = await createBrowser().post(`${started.url}/api/tools/list_purchases`)
    expect(reply.status).toBe(401)
    expect(json(reply)).toMatchObject({ passbook: { kind: 'signed_out' } })
    expect(started.envoy.calls).toEqual([])
  })

  it('[product] can be under way in several tabs at once', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    const first = await begin(browser, started, '/purchases')
    const second = await begin(browser, started, '/history')
    for (const [location, to] of [
      [second, '/history'],
      [first, '/purchases'],
    ] as const) {
      const reply = await comeBack(browser, started, started.issuer.approve(location))
      expect([reply.status, reply.headers.location]).toEqual([302, to])
    }
  })

  it('[product] keeps few attempts, so that no request of a browser grows too large', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    for (let count = 0; count < 10; count += 1) await begin(browser, started)
    expect(browser.names(started.url)).toHaveLength(4)
    const last = await begin(browser, started)
    const reply = await comeBack(browser, started, started.issuer.approve(last))
    expect(reply.status).toBe(302)
  })

  it('[product] keeps the newest attempts, also of one second', async () => {
    const started = await signInServer(await fakeIssuer(), { now: () => 1_796_000_000_000 })
    const browser = createBrowser()
    const begun: string[] = []
    for (let count = 0; count < 6; count += 1) begun.push(await begin(browser, started))
    const states = begun.map((location) => new URL(location).searchParams.get('state') ?? '')
    const kept = states.filter((state) =>
      browser.names(started.url).some((name) => name.endsWith(`.${state.slice(0, 8)}`)),
    )
    expect(kept).toEqual(states.slice(2))
  })

  it('[product] asks who it is after a sign-out, and not when a session only ran out', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = await signedIn(started)
    started.later(3_600)
    const renewing = new URL(await begin(browser, started))
    expect(renewing.searchParams.has('prompt')).toBe(false)
    await browser.post(`${started.url}/auth/sign-out`)
    const anew = new URL(await begin(browser, started))
    expect(anew.searchParams.get('prompt')).toBe('login')
  })

  it('[product] comes back to the very host the person came by', async () => {
    const started = await signInServer(await fakeIssuer())
    const url = `http://localhost:${portOf(started.url)}`
    const browser = createBrowser()
    const location = await begin(browser, { ...started, url })
    expect(new URL(location).searchParams.get('redirect_uri')).toBe(`${url}/auth/callback`)
    await comeBack(browser, started, started.issuer.approve(location))
    expect(await sessionOf(browser, { url })).toMatchObject({ signed_in: true })
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: false })
  })

  it('[SR-1] is not started by a fetch, a frame or a page that is loaded in advance', async () => {
    const started = await signInServer(await fakeIssuer())
    for (const headers of [
      { 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
    ]) {
      const reply = await createBrowser().ask(`${started.url}/auth/sign-in`, { headers })
      expect([headers, reply.status, reply.setCookie]).toEqual([headers, 403, []])
    }
    const own = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const reply = await createBrowser().ask(`${started.url}/auth/sign-in`, { headers: own })
    expect(reply.status).toBe(302)
  })
})
