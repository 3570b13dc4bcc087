import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ensureAccount } from '../accounts'
import { type RunningSandbox, startSandboxWith } from '../start'
import {
  answerPage,
  asClient,
  askTools,
  CALLBACK,
  createAttempt,
  createBrowser,
  openPage,
  redeem,
  refresh,
  signIn,
} from './test-kit'

let sandbox: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandboxWith({ port: 0, lines: 3 })
})
afterEach(() => sandbox.close())

describe('sign-in', () => {
  it('[C46] discovery says where everything is', async () => {
    const { issuer } = sandbox.centralAuth
    const response = await fetch(`${issuer}/.well-known/openid-configuration`)
    expect(await response.json()).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      revocation_endpoint: `${issuer}/revoke`,
      end_session_endpoint: `${issuer}/sign-out`,
      userinfo_endpoint: `${issuer}/userinfo`,
      scopes_supported: ['openid', 'agent', 'offline_access'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      response_types_supported: ['code'],
    })
  })

  it('[C46] an independent client signs in with PKCE and gets the account’s purchases', async () => {
    const { issuer, clientId, clientSecret } = sandbox.centralAuth
    const insecure = { [oauth.allowInsecureRequests]: true }
    const discovery = await oauth.discoveryRequest(new URL(issuer), insecure)
    const server = await oauth.processDiscoveryResponse(new URL(issuer), discovery)
    const client: oauth.Client = { client_id: clientId }
    const { verifier, url } = createAttempt(sandbox)
    const browser = createBrowser()
    const { address } = await openPage(browser, url)
    const callback = await answerPage(browser, address, { account: 'other' })
    const parameters = oauth.validateAuthResponse(server, client, callback, 'the-state')
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(clientSecret),
      parameters,
      CALLBACK,
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: 'the-nonce',
      requireIdToken: true,
    })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 300 })
    expect(tokens.scope?.split(' ').sort()).toEqual(['agent', 'offline_access', 'openid'])
    expect(tokens.refresh_token).toBeDefined()
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({
      sub: 'other',
      name: 'Arjun Nair',
    })
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
    await jwtVerify(String(tokens.id_token), keys, { issuer, audience: clientId })
    expect(await askTools(sandbox, tokens.access_token)).toBe('ok')
    expect(sandbox.world.log.since(0).at(-1)).toMatchObject({
      tool: 'list_transactions',
      account: 'other',
    })
    const user = await fetch(`${issuer}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(await user.json()).toEqual({ sub: 'other', name: 'Arjun Nair' })
  })

  it('[C46] the same Central Auth answers under localhost, and a secret in the form does too', async () => {
    const browser = createBrowser()
    const { url, verifier } = createAttempt(sandbox, {
      redirect_uri: 'http://localhost:5000/auth/callback',
    })
    const { address } = await openPage(browser, url.replace('127.0.0.1', 'localhost'))
    expect(address).toContain('http://localhost:')
    const callback = await answerPage(browser, address, { account: 'demo' })
    expect(callback.origin).toBe('http://localhost:5000')
    expect(callback.searchParams.get('iss')).toBe(sandbox.centralAuth.issuer)
    const response = await fetch(`${sandbox.url.replace('127.0.0.1', 'localhost')}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'passbook',
        client_secret: sandbox.centralAuth.clientSecret,
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: 'http://localhost:5000/auth/callback',
        code_verifier: verifier,
      }),
    })
    expect(response.status).toBe(200)
  })

  it('[C46] without offline_access there is no refresh token; without agent no tool answers', async () => {
    const plain = await signIn(sandbox, 'demo', { scope: 'openid agent' })
    expect(plain.refresh_token).toBeUndefined()
    expect(await askTools(sandbox, plain.access_token)).toBe('ok')
    const name = await signIn(sandbox, 'demo', { scope: 'openid' })
    expect(await askTools(sandbox, name.access_token)).toBe('NOT_ALLOWED')
  })

  it('[C46] a browser that is signed in is not asked again, but for prompt=login', async () => {
    const browser = createBrowser()
    await signIn(sandbox, 'demo', {}, browser)
    const silent = createAttempt(sandbox)
    const straight = await browser.fetch(silent.url)
    const callback = new URL(straight.headers.get('location') ?? '')
    const again = await redeem(sandbox, callback.searchParams.get('code'), silent.verifier)
    expect(again.reply.refresh_token).toBeDefined()
    const { html } = await openPage(browser, createAttempt(sandbox, { prompt: 'login' }).url)
    expect(html).toContain('Choose an account')
    expect(html.match(/<button class="account"/g)).toHaveLength(2)
  })

  it('[C46] prompt=login changes the account in one click, and the old tokens stay theirs', async () => {
    const browser = createBrowser()
    const first = await signIn(sandbox, 'demo', {}, browser)
    const bound = await signIn(sandbox, 'demo', { scope: 'openid agent', prompt: 'login' }, browser)
    const second = await signIn(sandbox, 'other', { prompt: 'login' }, browser)
    const accountOf = async (token: string) => {
      const answer = await askTools(sandbox, token)
      return answer === 'ok' ? sandbox.world.log.since(0).at(-1)?.account : answer
    }
    expect(await accountOf(second.access_token)).toBe('other')
    expect(await accountOf(first.access_token)).toBe('demo')
    // Without offline_access a token ends with the session it came from.
    expect(await accountOf(bound.access_token)).toBe('UNAUTHENTICATED')
    const silent = await browser.fetch(createAttempt(sandbox).url)
    expect(silent.headers.get('location')).toContain(`${CALLBACK}?code=`)
  })

  it('[C46] prompt=consent and login_hint still take one click', async () => {
    const browser = createBrowser()
    const change = { prompt: 'consent', login_hint: 'other' }
    expect((await signIn(sandbox, 'demo', change, browser)).access_token).toBeDefined()
    expect((await signIn(sandbox, 'demo', change, browser)).refresh_token).toBeDefined()
  })

  it('[C46] Cancel goes back without a code', async () => {
    const browser = createBrowser()
    const { address } = await openPage(browser, createAttempt(sandbox).url)
    const callback = await answerPage(browser, address, { cancel: 'yes' })
    expect(Object.fromEntries(callback.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'nobody signed in',
      state: 'the-state',
      iss: sandbox.centralAuth.issuer,
    })
  })

  it('[product] prints nothing', async () => {
    const said = [
      vi.spyOn(console, 'info'),
      vi.spyOn(console, 'warn'),
      vi.spyOn(console, 'error'),
      vi.spyOn(process.stderr, 'write'),
      vi.spyOn(process.stdout, 'write'),
    ]
    const quiet = await startSandboxWith({ port: 0, lines: 3 })
    const tokens = await signIn(quiet)
    await refresh(quiet, tokens.refresh_token)
    await asClient(quiet, '/revoke', { token: tokens.access_token })
    await fetch(`${quiet.centralAuth.issuer}/nothing`)
    await quiet.close()
    for (const spy of said) expect(spy).not.toHaveBeenCalled()
  })

  it('[product] an account that was just made is offered too', async () => {
    ensureAccount(sandbox.world, 'guest')
    const tokens = await signIn(sandbox, 'guest')
    expect(await askTools(sandbox, tokens.access_token)).toBe('ok')
  })
})
