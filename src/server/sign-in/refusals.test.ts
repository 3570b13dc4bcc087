import { describe, expect, it } from 'vitest'
import { createBrowser } from './browser.fixture'
import { type FakeIssuer, fakeIssuer } from './fake-issuer.fixture'
import { begin, comeBack, sessionOf, signInServer } from './sign-in.fixture'

type Bend = (issuer: FakeIssuer) => void
const swapped = (text: string) => (text.endsWith('A') ? 'B' : 'A')

/** Everything but the one thing is right. */
const BENT: [what: string, bend: Bend][] = [
  ['another nonce', ({ bends }) => Object.assign(bends, { claims: bent({ nonce: 'other' }) })],
  ['no nonce', ({ bends }) => Object.assign(bends, { claims: without('nonce') })],
  ['another audience', ({ bends }) => Object.assign(bends, { claims: bent({ aud: 'other' }) })],
  [
    'another issuer',
    ({ bends }) => Object.assign(bends, { claims: bent({ iss: 'https://x.test' }) }),
  ],
  ['no subject', ({ bends }) => Object.assign(bends, { claims: without('sub') })],
  ['an empty subject', ({ bends }) => Object.assign(bends, { claims: bent({ sub: '' }) })],
  [
    'a wrong signature',
    ({ bends }) =>
      Object.assign(bends, {
        idToken: (token: string) =>
          token.slice(0, -3) + swapped(token.slice(0, -2)) + token.slice(-2),
      }),
  ],
  ['no signature', ({ bends }) => Object.assign(bends, { idToken: unsigned })],
  ['no ID token', ({ bends }) => Object.assign(bends, { reply: without('id_token') })],
  ['no access token', ({ bends }) => Object.assign(bends, { reply: without('access_token') })],
  [
    'another kind of token',
    ({ bends }) => Object.assign(bends, { reply: bent({ token_type: 'DPoP' }) }),
  ],
  [
    'a token that no header can carry',
    ({ bends }) => Object.assign(bends, { reply: bent({ access_token: 'a\r\nx-evil: 1' }) }),
  ],
]

function bent(change: object) {
  return (whole: object) => ({ ...whole, ...change })
}

function without(name: string) {
  return (whole: object) =>
    Object.fromEntries(Object.entries(whole).filter(([member]) => member !== name))
}

function unsigned(token: string): string {
  const [, payload] = token.split('.')
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
}

const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value)
const drop = (name: string) => (url: URL) => url.searchParams.delete(name)
const twice = (name: string) => (url: URL) =>
  url.searchParams.append(name, url.searchParams.get(name) ?? '')

const CALLBACKS: [what: string, bend: (callback: URL) => void][] = [
  ['another state', set('state', 'A'.repeat(43))],
  [
    'a state of the same start',
    (url) => set('state', `${url.searchParams.get('state')?.slice(0, 8)}${'A'.repeat(35)}`)(url),
  ],
  ['no state', drop('state')],
  ['another iss', set('iss', 'https://evil.example')],
  ['no iss', drop('iss')],
  ['another code', set('code', 'other')],
  ['no code', drop('code')],
  ['two codes', twice('code')],
  ['two states', twice('state')],
  ['two isses', twice('iss')],
  ['an ID token beside the code', set('id_token', 'x.y.z')],
]

describe('the callback', () => {
  it.each(BENT)('[SR-8] refuses a reply with %s', async (_, bend) => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    bend(started.issuer)
    const callback = started.issuer.approve(await begin(browser, started, '/purchases'))
    const reply = await comeBack(browser, started, callback)
    expect(reply.status).toBe(400)
    expect(reply.body.toString()).toContain('href="/auth/sign-in?to=%2Fpurchases"')
    expect(browser.names(started.url)).toEqual([])
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: false, account: null })
  })

  it.each(CALLBACKS)('[SR-8] refuses %s', async (_, bend) => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    const callback = new URL(started.issuer.approve(await begin(browser, started)))
    bend(callback)
    const reply = await comeBack(browser, started, callback.href)
    expect(reply.status).toBe(400)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: false })
  })

  it('[SR-8] refuses another verifier than the one that began (PKCE)', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    const location = new URL(await begin(browser, started))
    location.searchParams.set('code_challenge', 'A'.repeat(43))
    const reply = await comeBack(browser, started, started.issuer.approve(location.href))
    expect(reply.status).toBe(400)
  })

  it('[SR-8] refuses a sign-in that another browser began', async () => {
    const started = await signInServer(await fakeIssuer())
    const callback = started.issuer.approve(await begin(createBrowser(), started))
    const victim = createBrowser()
    await begin(victim, started)
    const reply = await comeBack(victim, started, callback)
    expect(reply.status).toBe(400)
    expect(started.issuer.callsOf('/token')).toEqual([])
  })

  it('[SR-8] is good once', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    const callback = started.issuer.approve(await begin(browser, started))
    expect((await comeBack(browser, started, callback)).status).toBe(302)
    const again = await comeBack(browser, started, callback)
    expect([again.status, again.setCookie]).toEqual([400, []])
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: true })
  })

  it('[SR-8] is too late after ten minutes', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    const callback = started.issuer.approve(await begin(browser, started))
    started.later(601)
    const reply = await comeBack(browser, started, callback)
    expect([reply.status, started.issuer.callsOf('/token')]).toEqual([400, []])
    expect(reply.body.toString()).toContain('This sign-in is no longer good')
  })

  it('[product] says it calmly when the person cancels, and keeps where they wanted to go', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    const callback = new URL(started.issuer.approve(await begin(browser, started, '/purchases')))
    callback.searchParams.delete('code')
    callback.searchParams.set('error', 'access_denied')
    callback.searchParams.set('error_description', '<b>detail</b>')
    const reply = await comeBack(browser, started, callback.href)
    expect(reply.status).toBe(403)
    expect(reply.body.toString()).toContain('You cancelled at the sign-in page')
    expect(reply.body.toString()).toContain('href="/auth/sign-in?to=%2Fpurchases"')
    expect(reply.body.toString()).not.toContain('detail')
  })

  it('[product] leaves a session alone that was there before', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    await comeBack(browser, started, started.issuer.approve(await begin(browser, started)))
    const callback = new URL(started.issuer.approve(await begin(browser, started)))
    callback.searchParams.set('code', 'other')
    expect((await comeBack(browser, started, callback.href)).status).toBe(400)
    expect(await sessionOf(browser, started)).toMatchObject({ signed_in: true })
  })

  it('[SR-8] does not use a code up for a HEAD', async () => {
    const started = await signInServer(await fakeIssuer())
    const browser = createBrowser()
    const callback = started.issuer.approve(await begin(browser, started))
    const head = await browser.ask(callback, { method: 'HEAD' })
    expect([head.status, head.headers['allow']]).toEqual([405, 'GET'])
    expect((await comeBack(browser, started, callback)).status).toBe(302)
  })
})
