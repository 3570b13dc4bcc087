import { CompactEncrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import { createBrowser } from './browser.fixture'
import { fakeIssuer } from './fake-issuer.fixture'
import { createKeyring } from './keyring'
import { seal } from './seal'
import { json, newSecret, signedIn, signInServer } from './sign-in.fixture'

const secrets = [newSecret()]
const keyring = createKeyring(secrets)
const bytes = (value: object) => new TextEncoder().encode(JSON.stringify(value))
const now = () => Math.floor(Date.now() / 1_000)

const good = () => ({
  v: 1,
  sid: 'A'.repeat(22),
  sub: 'person-1',
  name: 'Meera',
  tag: 'B'.repeat(22),
  at: 'token',
  at_exp: now() + 300,
  rt: null,
  key: null,
  signed_in_at: now(),
})

async function forged(change: object): Promise<string> {
  return `1.${await seal(keyring, 'session', { ...good(), ...change })}`
}

async function encrypted(header: object, key = keyring.first.keyFor('session')): Promise<string> {
  const { id } = keyring.first
  const jwe = new CompactEncrypt(bytes(good())).setProtectedHeader({
    alg: 'dir',
    enc: 'A256GCM',
    kid: id,
    typ: 'passbook-session',
    ...header,
  })
  return `1.${await jwe.encrypt(key)}`
}

/** Each gets the cookie's name, and gives the whole header. */
const HOSTILE: [what: string, cookie: (name: string) => string | Promise<string>][] = [
  ['nothing', () => ''],
  ['an empty value', (name) => `${name}=`],
  ['garbage', (name) => `${name}=%00%ff"; <script>`],
  ['garbage that says it is one part', (name) => `${name}=1.x.y.z`],
  ['no equals sign', (name) => name],
  ['a count that is none', async (name) => `${name}=${(await forged({})).replace('1.', '0.')}`],
  ['a part that is missing', async (name) => `${name}=${(await forged({})).replace('1.', '2.')}`],
  ['a part too many', async (name) => `${name}=${(await forged({})).replace('1.', '4.')}`],
  ['a truncated value', async (name) => `${name}=${(await forged({})).slice(0, -1)}`],
  ['a longer value', async (name) => `${name}=${await forged({})}A`],
  ['the name twice', async (name) => `${name}=${await forged({})}; ${name}=${await forged({})}`],
  ['a no-break space before the name', async (name) => `\u00a0${name}=${await forged({})}`],
  ['a no-break space after the name', async (name) => `${name}\u00a0=${await forged({})}`],
  ['an unknown version', async (name) => `${name}=${await forged({ v: 2 })}`],
  ['a member too many', async (name) => `${name}=${await forged({ admin: true })}`],
  ['no tag', async (name) => `${name}=${await forged({ tag: undefined })}`],
  [
    'a session of yesterday',
    async (name) => `${name}=${await forged({ signed_in_at: now() - 43_201 })}`,
  ],
  [
    'a session of tomorrow',
    async (name) => `${name}=${await forged({ signed_in_at: now() + 86_400 })}`,
  ],
  [
    'the purpose of a sign-in',
    async (name) => `${name}=1.${await seal(keyring, 'sign-in', good())}`,
  ],
  ['another typ', async (name) => `${name}=${await encrypted({ typ: 'passbook-sign-in' })}`],
  ['no typ', async (name) => `${name}=${await encrypted({ typ: undefined })}`],
  ['another kid', async (name) => `${name}=${await encrypted({ kid: 'AAAAAAAA' })}`],
  ['no kid', async (name) => `${name}=${await encrypted({ kid: undefined })}`],
  ['another alg', async (name) => `${name}=${await encrypted({ alg: 'A256KW' })}`],
  [
    'another enc',
    async (name) =>
      `${name}=${await encrypted({ enc: 'A128GCM' }, keyring.first.keyFor('session').slice(0, 16))}`,
  ],
  [
    'no encryption',
    (name) => {
      const header = Buffer.from('{"alg":"none"}').toString('base64url')
      return `${name}=1.${header}..AAAA.${Buffer.from(bytes(good())).toString('base64url')}.AAAA`
    },
  ],
  ['12 kB', (name) => `${name}=1.${'A'.repeat(12_000)}`],
]

describe('a hostile cookie', () => {
  it('[SR-1] is told from one that is good', async () => {
    const { url } = await signInServer(await fakeIssuer(), { secrets })
    const cookie = `passbook_${new URL(url).port}=${await forged({})}`
    const headers = { 'x-passbook': '1', cookie }
    const reply = await createBrowser().ask(`${url}/api/session`, { headers })
    expect(json(reply)).toMatchObject({ signed_in: true, account: { name: 'Meera' } })
  })

  it.each(HOSTILE)('[SR-1] with %s is no session and never an error', async (_, make) => {
    const { url, envoy, issuer } = await signInServer(await fakeIssuer(), { secrets })
    const name = `passbook_${new URL(url).port}`
    const headers = { 'x-passbook': '1', cookie: await make(name) }
    const browser = createBrowser()
    const session = await browser.ask(`${url}/api/session`, { headers })
    expect([session.status, json(session)]).toMatchObject([
      200,
      { signed_in: false, session: null },
    ])
    const post = { method: 'POST', body: '{}', headers }
    expect((await browser.ask(`${url}/api/tools/list_purchases`, post)).status).toBe(401)
    const refresh = await browser.ask(`${url}/auth/refresh`, post)
    expect([refresh.status, refresh.setCookie]).toEqual([401, []])
    expect((await browser.ask(`${url}/auth/sign-out`, post)).status).toBe(200)
    expect((await browser.ask(`${url}/auth/sign-in`, { headers })).status).toBe(302)
    const state = 'A'.repeat(43)
    const cookie = headers.cookie.replaceAll(name, `${name}_sign-in.AAAAAAAA`)
    const callback = `${url}/auth/callback?code=x&state=${state}`
    expect((await browser.ask(callback, { headers: { cookie } })).status).toBe(400)
    expect((await browser.ask(`${url}/auth/sign-in`, { headers: { cookie } })).status).toBe(302)
    expect([envoy.calls, issuer.callsOf('/token')]).toEqual([[], []])
  })

  it('[SR-1] of 100 kB is refused before anyone reads it', async () => {
    const { url } = await signInServer(await fakeIssuer(), { secrets })
    const headers = { 'x-passbook': '1', cookie: `a=${'A'.repeat(100_000)}` }
    expect((await createBrowser().ask(`${url}/api/session`, { headers })).status).toBe(400)
  })

  it('[SR-1] of the largest session beside the longest sign-ins still opens, so that no link locks anyone out', async () => {
    const issuer = await fakeIssuer()
    issuer.bends.reply = (body) => ({ ...body, access_token: 'x'.repeat(7_800) })
    const started = await signInServer(issuer, { secrets })
    const browser = await signedIn(started)
    const longest = encodeURIComponent(`/history?q=${'a'.repeat(1_990)}`)
    for (let tab = 0; tab < 5; tab += 1) {
      const reply = await browser.ask(`${started.url}/auth/sign-in?to=${longest}`)
      expect(reply.status).toBe(302)
    }
    const headers = { 'x-passbook': '1', 'user-agent': 'x'.repeat(2_000) }
    const session = await browser.ask(`${started.url}/api/session`, { headers })
    expect([session.status, json(session)]).toMatchObject([200, { signed_in: true }])
  })

  it('[SR-1] in the place of the ended sessions ends nothing else', async () => {
    const started = await signInServer(await fakeIssuer(), { secrets })
    const browser = await signedIn(started)
    const out = `passbook_${new URL(started.url).port}_out`
    for (const value of ['', '.', 'x'.repeat(5_000), `${'A'.repeat(22)}.`.repeat(9), '%00']) {
      browser.jar.get('127.0.0.1')?.set(out, { value, strict: true })
      const headers = { 'x-passbook': '1' }
      const session = await browser.ask(`${started.url}/api/session`, { headers })
      expect(json(session)).toMatchObject({ signed_in: true })
      const reply = await browser.ask(`${started.url}/auth/sign-in`)
      expect(reply.status).toBe(302)
    }
  })
})
