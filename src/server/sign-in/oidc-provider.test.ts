import { describe, expect, it } from 'vitest'
import { fakeEnvoy, passbookFor } from '@/server/test-kit'
import { type Browser, createBrowser, type Reply } from './browser.fixture'
import { CLIENT, openIdIssuer } from './issuer.fixture'
import { createSignIn, type SignInOptions } from './sign-in'
import { newSecret, sessionOf } from './sign-in.fixture'

/** Follows redirects as a browser does, to the one that leads to a page of Passbook's. */
async function follow(browser: Browser, url: string): Promise<Reply> {
  let from = url
  let at = url
  for (let hop = 0; hop < 12; hop += 1) {
    const reply = await browser.ask(at, { from })
    const to = reply.headers.location && new URL(reply.headers.location, at)
    if (!to || /^\/(history|purchases)/.test(to.pathname)) return reply
    // Once a hop was on another site, the whole way counts as coming from there.
    if (to.hostname !== new URL(at).hostname) from = at
    at = to.href
  }
  throw new Error('The redirects have no end.')
}

async function passbookAt(issuer: URL, options: Partial<SignInOptions> = {}) {
  const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
  const signIn = createSignIn({
    issuer,
    ...CLIENT,
    secrets: [newSecret()],
    publicUrl: null,
    keyBound: false,
    ...options,
  })
  const { url } = await passbookFor(envoy.url, { bearers: signIn.bearers, signIn })
  return { url, envoy }
}

describe("somebody else's OpenID provider", () => {
  it('[C46] signs in, renews once for many, and is told of the sign-out', async () => {
    const issuer = await openIdIssuer()
    const { url, envoy } = await passbookAt(issuer.url)
    issuer.open(url)
    const browser = createBrowser()
    const back = await follow(browser, `${url}/auth/sign-in?to=/purchases`)
    expect([back.status, back.headers.location]).toEqual([302, '/purchases'])
    expect(await sessionOf(browser, { url })).toMatchObject({
      signed_in: true,
      account: { name: 'Meera Kulkarni' },
    })
    await browser.post(`${url}/api/tools/list_purchases`)
    const renewals = Array.from({ length: 20 }, () => browser.post(`${url}/auth/refresh`))
    for (const { status } of await Promise.all(renewals)) expect(status).toBe(200)
    expect(issuer.requests.filter((line) => line === 'POST /token')).toHaveLength(2)
    await browser.post(`${url}/api/tools/list_purchases`)
    const [first, second] = envoy.calls.map(({ headers }) => headers.authorization)
    expect([first, first === second]).toEqual([expect.stringMatching(/^Bearer \S+$/), false])
    await browser.post(`${url}/auth/sign-out`)
    expect(issuer.requests).toContain('POST /token/revocation')
    expect(await sessionOf(browser, { url })).toMatchObject({ signed_in: false })
  })

  it('[C46] with a public client and a key for the installation proof', async () => {
    const issuer = await openIdIssuer()
    const { url, envoy } = await passbookAt(issuer.url, { clientSecret: null, keyBound: true })
    issuer.open(url, {
      clients: [
        {
          client_id: CLIENT.clientId,
          token_endpoint_auth_method: 'none',
          redirect_uris: [`${url}/auth/callback`],
        },
      ],
      issueRefreshToken: async () => false,
    })
    const browser = createBrowser()
    await follow(browser, `${url}/auth/sign-in`)
    await browser.post(`${url}/api/tools/list_purchases`)
    await browser.post(`${url}/api/tools/list_purchases`)
    const keys = envoy.calls.map(({ headers }) => {
      const [head = ''] = String(headers['envoy-installation-proof']).split('.')
      return JSON.parse(Buffer.from(head, 'base64url').toString()).jwk.x
    })
    expect(keys[0]).toMatch(/^[\w-]{43}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('[C46] may say no', async () => {
    const issuer = await openIdIssuer()
    issuer.denies = true
    const { url } = await passbookAt(issuer.url)
    issuer.open(url)
    const reply = await follow(createBrowser(), `${url}/auth/sign-in?to=/purchases`)
    expect([reply.status, reply.body.toString()]).toEqual([
      403,
      expect.stringContaining('You cancelled'),
    ])
  })

  it('[C46] that does not know this Passbook leaves everybody signed out', async () => {
    const issuer = await openIdIssuer()
    const { url } = await passbookAt(issuer.url, { clientSecret: 'another' })
    issuer.open(url)
    const reply = await follow(createBrowser(), `${url}/auth/sign-in`)
    expect(reply.status).toBe(400)
    expect(reply.body.toString()).not.toMatch(/another|invalid_client/)
  })
})
