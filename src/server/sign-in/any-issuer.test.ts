import { describe, expect, it } from 'vitest'
import { nowhere } from '@/server/test-kit'
import { createBrowser } from './browser.fixture'
import { CLIENT, fakeIssuer } from './fake-issuer.fixture'
import { begin, comeBack, json, sessionOf, signedIn, signIn, signInServer } from './sign-in.fixture'

const basic = `Basic ${Buffer.from(`${CLIENT.clientId}:${encodeURIComponent(CLIENT.clientSecret).replaceAll('-', '%2D')}`).toString('base64')}`

describe('an issuer by its configuration', () => {
  it('[C46] is told who Passbook is by client_secret_basic', async () => {
    const started = await signInServer(await fakeIssuer())
    await signedIn(started)
    const [call] = started.issuer.callsOf('/token')
    expect([call?.authorization, call?.form.has('client_secret')]).toEqual([basic, false])
  })

  it('[C46] is told by client_secret_post where it takes only that', async () => {
    const issuer = await fakeIssuer()
    issuer.bends.metadata = (document) => ({
      ...document,
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'],
    })
    const started = await signInServer(issuer)
    await signedIn(started)
    const [call] = issuer.callsOf('/token')
    expect([call?.authorization, call?.form.get('client_secret')]).toEqual([
      undefined,
      CLIENT.clientSecret,
    ])
  })

  it('[C46] needs no client secret', async () => {
    const started = await signInServer(await fakeIssuer(), { clientSecret: null })
    await signedIn(started)
    const [call] = started.issuer.callsOf('/token')
    expect([call?.authorization, call?.form.get('client_id')]).toEqual([undefined, 'passbook'])
    expect(call?.form.has('client_secret')).toBe(false)
  })

  it('[C46] may have no refresh tokens, no revocation and no iss: the session ends with its token', async () => {
    const issuer = await fakeIssuer()
    issuer.bends.metadata = ({ revocation_endpoint: _, ...document }) => ({
      ...document,
      scopes_supported: ['openid', 'email', 'profile'],
      authorization_response_iss_parameter_supported: undefined,
    })
    issuer.bends.reply = ({ refresh_token: _, ...reply }) => reply
    const started = await signInServer(issuer)
    const browser = createBrowser()
    const location = new URL(await begin(browser, started))
    expect(location.searchParams.get('scope')).toBe('openid agent')
    await comeBack(browser, started, issuer.approve(location.href))
    const refresh = await browser.post(`${started.url}/auth/refresh`)
    expect([refresh.status, json(refresh)]).toMatchObject([200, { signed_in: true }])
    started.later(295)
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: false, session: null })
    expect((await browser.post(`${started.url}/auth/refresh`)).status).toBe(401)
    expect(browser.names(started.url)).toEqual([])
    expect(issuer.callsOf('/token')).toHaveLength(1)
    await signIn(browser, started)
    expect((await browser.post(`${started.url}/auth/sign-out`)).status).toBe(200)
  })

  it('[C46] may leave out how long a token lives: five minutes then', async () => {
    const issuer = await fakeIssuer()
    issuer.bends.reply = ({ expires_in: _, ...reply }) => reply
    const started = await signInServer(issuer)
    const { session } = await sessionOf(await signedIn(started), started)
    expect(session?.fresh_for_s).toBeGreaterThan(285)
    expect(session?.fresh_for_s).toBeLessThanOrEqual(290)
  })

  it('[C46] may know no prompt that asks anew', async () => {
    const issuer = await fakeIssuer()
    const values = ['none', 'consent', 'select_account']
    issuer.bends.metadata = (document) => ({ ...document, prompt_values_supported: values })
    const location = new URL(await begin(createBrowser(), await signInServer(issuer)))
    expect(location.searchParams.get('prompt')).toBe('select_account')
  })

  it.each([
    ['the browser', 'authorization_endpoint', 502],
    ['the code', 'token_endpoint', 400],
    ['the question for its keys', 'jwks_uri', 400],
  ])('[SR-8] must not send %s in the clear off this machine', async (_, name, status) => {
    const issuer = await fakeIssuer()
    issuer.bends.metadata = (document) => ({ ...document, [name]: 'http://auth.example/x' })
    const started = await signInServer(issuer)
    const browser = createBrowser()
    const reply = await browser.ask(`${started.url}/auth/sign-in`)
    const { location } = reply.headers
    const last = location ? await comeBack(browser, started, issuer.approve(location)) : reply
    expect([last.status, await sessionOf(browser, started)]).toMatchObject([
      status,
      { signed_in: false },
    ])
  })
})

describe('a dead issuer', () => {
  it('[product] stops neither the start nor the page; sign-in says so and works once it is back', async () => {
    const issuer = await fakeIssuer()
    issuer.bends.status = 503
    const started = await signInServer(issuer)
    expect(issuer.calls).toEqual([])
    const browser = createBrowser()
    expect((await browser.ask(`${started.url}/healthz`)).status).toBe(200)
    const reply = await browser.ask(`${started.url}/auth/sign-in?to=/purchases`)
    expect([reply.status, reply.setCookie]).toEqual([502, []])
    expect(reply.body.toString()).toContain('href="/auth/sign-in?to=%2Fpurchases"')
    issuer.bends.status = null
    await signIn(browser, started)
    await browser.ask(`${started.url}/auth/sign-in`)
    expect(issuer.callsOf('/.well-known/openid-configuration')).toHaveLength(2)
    started.later(601)
    await browser.ask(`${started.url}/auth/sign-in`)
    expect(issuer.callsOf('/.well-known/openid-configuration')).toHaveLength(3)
  })

  it('[product] is one that nobody listens for, that hangs up, or that is somebody else', async () => {
    const other = await fakeIssuer()
    other.bends.metadata = (document) => ({ ...document, issuer: 'https://other.example' })
    const silent = await fakeIssuer()
    silent.bends.status = 0
    const issuers = [other, silent, { ...silent, url: await nowhere() }]
    for (const issuer of issuers) {
      const reply = await createBrowser().ask(`${(await signInServer(issuer)).url}/auth/sign-in`)
      expect(reply.status).toBe(502)
    }
  })

  it('[product] that dies between the two halves of a sign-in gives a page that says so', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    const callback = started.issuer.approve(await begin(browser, started))
    started.issuer.bends.status = 500
    const reply = await comeBack(browser, started, callback)
    expect(reply.status).toBe(502)
    expect(reply.body.toString()).toContain('Start again')
  })
})
