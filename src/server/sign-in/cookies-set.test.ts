import { describe, expect, it } from 'vitest'
import { createBrowser } from './browser.fixture'
import { CLIENT, fakeIssuer } from './fake-issuer.fixture'
import { begin, comeBack, sessionOf, signedIn, signIn, signInServer } from './sign-in.fixture'

const VALUE = '[\\w.-]*'
const PUBLIC = new URL('https://passbook.example.com')

/** What a browser sends that people reach by https, through a proxy. */
const proxied = { host: 'passbook.example.com' }

describe('cookies', () => {
  it('[SR-1] over https are __Host-, Secure, HttpOnly and Strict; only the one of an attempt is Lax', async () => {
    const started = await signInServer(await fakeIssuer(), { publicUrl: PUBLIC })
    const browser = createBrowser()
    const first = await browser.ask(`${started.url}/auth/sign-in`, { headers: proxied })
    const location = first.headers.location ?? ''
    const state = new URL(location).searchParams.get('state')?.slice(0, 8)
    expect(new URL(location).searchParams.get('redirect_uri')).toBe(
      `${PUBLIC.origin}/auth/callback`,
    )
    expect(first.setCookie).toEqual([
      expect.stringMatching(
        `^__Host-passbook-sign-in\\.${state}=${VALUE}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$`,
      ),
    ])
    const { pathname, search } = new URL(started.issuer.approve(location))
    const back = await browser.ask(`${started.url}${pathname}${search}`, { headers: proxied })
    expect(back.headers['strict-transport-security']).toBeDefined()
    expect(back.setCookie).toEqual([
      expect.stringMatching(
        `^__Host-passbook=1\\.${VALUE}; Path=/; HttpOnly; SameSite=Strict; Secure$`,
      ),
      '__Host-passbook.1=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
      '__Host-passbook.2=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
      `__Host-passbook-sign-in.${state}=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0`,
    ])
    const out = await browser.post(
      `${started.url}/auth/sign-out`,
      {},
      {
        ...proxied,
        origin: PUBLIC.origin,
      },
    )
    expect(out.setCookie.at(-1)).toMatch(
      /^__Host-passbook-out=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=43200$/,
    )
  })

  it('[SR-1] over https belong to that origin alone', async () => {
    const started = await signInServer(await fakeIssuer(), { publicUrl: PUBLIC })
    const browser = await createBrowser()
    for (const origin of ['http://passbook.example.com', 'https://passbook.example.com:8443']) {
      const headers = { ...proxied, origin }
      expect((await browser.post(`${started.url}/auth/sign-out`, {}, headers)).status).toBe(403)
    }
  })

  it('[SR-1] over http on this machine carry the port, since cookies do not tell ports apart', async () => {
    const issuer = await fakeIssuer()
    const one = await signInServer(issuer)
    const two = await signInServer(issuer)
    const { port } = new URL(one.url)
    const browser = createBrowser()
    const location = await begin(browser, one)
    const state = new URL(location).searchParams.get('state')?.slice(0, 8)
    expect(browser.names(one.url)).toEqual([`passbook_${port}_sign-in.${state}`])
    const back = await comeBack(browser, one, issuer.approve(location))
    expect(back.setCookie[0]).toMatch(
      new RegExp(`^passbook_${port}=1\\.${VALUE}; Path=/; HttpOnly; SameSite=Strict$`),
    )
    expect(back.setCookie.join()).not.toMatch(/Domain|Secure/)
    await signIn(browser, two)
    expect(await sessionOf(browser, one)).toMatchObject({ signed_in: true })
    expect(await sessionOf(browser, two)).toMatchObject({ signed_in: true })
    await browser.post(`${one.url}/auth/sign-out`)
    expect(await sessionOf(browser, two)).toMatchObject({ signed_in: true })
  })

  it('[product] hold large tokens in up to three parts, and drop the parts a smaller session leaves', async () => {
    const issuer = await fakeIssuer()
    const started = await signInServer(issuer)
    const name = `passbook_${new URL(started.url).port}`
    const browser = createBrowser()
    issuer.bends.reply = (reply) => ({ ...reply, access_token: 'a'.repeat(6_000) })
    const back = await signIn(browser, started)
    for (const line of back.setCookie) expect(line.length).toBeLessThan(3_800)
    expect(browser.names(started.url)).toEqual([name, `${name}.1`, `${name}.2`])
    await browser.post(`${started.url}/api/tools/list_purchases`)
    expect(started.envoy.calls[0]?.headers.authorization).toBe(`Bearer ${'a'.repeat(6_000)}`)
    issuer.bends.reply = (reply) => reply
    await browser.post(`${started.url}/auth/refresh`)
    expect(browser.names(started.url)).toEqual([name])
  })

  it('[product] that would not fit refuse the sign-in in one sentence', async () => {
    const issuer = await fakeIssuer()
    const started = await signInServer(issuer)
    const browser = createBrowser()
    const location = await begin(browser, started)
    issuer.bends.reply = (reply) => ({ ...reply, access_token: 'a'.repeat(9_000) })
    const back = await comeBack(browser, started, issuer.approve(location))
    expect(back.status).toBe(502)
    expect(back.body.toString()).toContain('larger sign-in than a browser can keep')
    expect(browser.names(started.url)).toEqual([])
  })

  it('[product] that would not fit after a refresh end the session', async () => {
    const issuer = await fakeIssuer()
    const started = await signInServer(issuer)
    const browser = await signedIn(started)
    issuer.bends.reply = (reply) => ({ ...reply, access_token: 'a'.repeat(9_000) })
    expect((await browser.post(`${started.url}/auth/refresh`)).status).toBe(401)
    expect(browser.names(started.url)).toEqual([])
  })
})

describe('nothing that must stay secret', () => {
  it('[SR-8] stands in a body, a header, an address or the log', async () => {
    const issuer = await fakeIssuer()
    const secrets = [`${'must-never-leak-'.repeat(3)}session`]
    const started = await signInServer(issuer, { secrets })
    const browser = createBrowser()
    const location = await begin(browser, started, '/purchases')
    const callback = issuer.approve(location)
    const replies = [
      await browser.ask(`${started.url}/auth/sign-in`),
      await comeBack(browser, started, callback),
      await comeBack(browser, started, callback),
      await browser.ask(`${started.url}/api/session`, { headers: { 'x-passbook': '1' } }),
      await browser.post(`${started.url}/auth/refresh`),
      await browser.post(`${started.url}/api/tools/list_purchases`),
      await browser.post(`${started.url}/auth/sign-out`),
      await browser.post(`${started.url}/auth/refresh`),
    ]
    issuer.bends.status = 500
    replies.push(await comeBack(browser, started, issuer.approve(await begin(browser, started))))
    const seen = replies.map(({ headers, body }) => JSON.stringify(headers) + body).join('\n')
    expect(seen + started.log.join('\n') + location).not.toMatch(/must-never-leak|Meera.*\n.*log/)
    expect(seen + started.log.join('\n')).not.toContain(CLIENT.clientSecret)
    expect(started.log.join('\n')).not.toContain('Meera')
    expect(started.log.length).toBeGreaterThan(8)
  })
})
