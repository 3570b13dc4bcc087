import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningSandbox, startSandboxWith } from '../start'
import {
  answerPage,
  asClient,
  askTools,
  CALLBACK,
  createAttempt,
  createBrowser,
  locationOf,
  openPage,
  redeem,
  signIn,
} from './test-kit'

let sandbox: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandboxWith({ port: 0, lines: 3 })
})
afterEach(() => sandbox.close())

async function codeOf(account = 'demo') {
  const browser = createBrowser()
  const { url, verifier } = createAttempt(sandbox)
  const { address } = await openPage(browser, url)
  const callback = await answerPage(browser, address, { account })
  return { code: callback.searchParams.get('code') ?? '', verifier }
}

/** Over a bare socket, since fetch chooses Host itself. */
function statusOf(path: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${sandbox.url}${path}`, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.once('error', reject)
    sent.end()
  })
}

describe('the token endpoint', () => {
  it('[SR-8] refuses a code with a wrong verifier, or with none', async () => {
    for (const verifier of ['x'.repeat(43), '']) {
      const { code } = await codeOf()
      const { status, reply } = await redeem(sandbox, code, verifier)
      expect([status, reply.error]).toEqual([400, 'invalid_grant'])
    }
  })

  it('[SR-8] refuses a code at another redirect address', async () => {
    const { code, verifier } = await codeOf()
    const { status, reply } = await asClient(sandbox, '/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK.replace('4173', '4199'),
      code_verifier: verifier,
    })
    expect([status, reply.error]).toEqual([400, 'invalid_grant'])
  })

  it('[SR-8] refuses a wrong client secret', async () => {
    const { code, verifier } = await codeOf()
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    }
    const { status, reply } = await asClient(sandbox, '/token', form, 'wrong')
    expect([status, reply.error]).toEqual([401, 'invalid_client'])
    expect((await redeem(sandbox, code, verifier)).status).toBe(200)
  })

  it('[SR-8] a code serves once: the second use ends what the first one gave', async () => {
    const tokens = await signIn(sandbox)
    expect(await askTools(sandbox, tokens.access_token)).toBe('ok')
    const { status, reply } = await redeem(sandbox, tokens.code, tokens.verifier)
    expect([status, reply.error]).toEqual([400, 'invalid_grant'])
    expect(await askTools(sandbox, tokens.access_token)).toBe('UNAUTHENTICATED')
  })

  it('[SR-8] a code that is raced for leaves nobody with a token', async () => {
    const { code, verifier } = await codeOf()
    const replies = await Promise.all([1, 2].map(() => redeem(sandbox, code, verifier)))
    expect(replies.map(({ status }) => status)).toContain(400)
    for (const { reply } of replies) {
      if (reply.access_token) {
        expect(await askTools(sandbox, reply.access_token)).toBe('UNAUTHENTICATED')
      }
    }
  })
})

describe('the authorization endpoint', () => {
  it.each([
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another response type', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['nobody signed in and no page allowed', { prompt: 'none' }, 'login_required'],
  ])('[SR-8] tells the client about %s', async (_name, change, error) => {
    const response = await createBrowser().fetch(createAttempt(sandbox, change).url)
    const url = new URL(response.headers.get('location') ?? '')
    const parameters = url.search ? url.searchParams : new URLSearchParams(url.hash.slice(1))
    expect(parameters.get('error')).toBe(error)
    expect(url.origin + url.pathname).toBe(CALLBACK)
  })

  it.each([
    'https://127.0.0.1:4173/auth/callback',
    'http://127.0.0.1:4173/auth/callback/',
    'http://127.0.0.1:4173/auth/callback?x=1',
    'http://127.0.0.1:4173@example.test/auth/callback',
    'http://127.0.0.1.example.test/auth/callback',
    'http://localhost:4173/other',
    'http://passbook.example.test/auth/callback',
    'javascript:alert(1)//auth/callback',
  ])('[SR-8] sends nobody to %s', async (redirect_uri) => {
    const response = await createBrowser().fetch(createAttempt(sandbox, { redirect_uri }).url)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).toContain('not registered')
  })

  it('[SR-8] an origin that was allowed is answered, exactly', async () => {
    sandbox.centralAuth.allowOrigin('https://passbook.example.test')
    const redirect_uri = 'https://passbook.example.test/auth/callback'
    const { page } = await openPage(createBrowser(), createAttempt(sandbox, { redirect_uri }).url)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("form-action 'self' https://passbook.example.test;")
    const other = createAttempt(sandbox, { redirect_uri: `${redirect_uri}/x` })
    expect((await createBrowser().fetch(other.url)).status).toBe(400)
  })
})

describe('the account page', () => {
  it('[SR-8] opens and answers only in the browser that began the sign-in', async () => {
    const browser = createBrowser()
    const { address } = await openPage(browser, createAttempt(sandbox).url)
    const stranger = createBrowser()
    expect((await stranger.fetch(address)).status).toBe(400)
    const body = new URLSearchParams({ account: 'demo' })
    const forged = await stranger.fetch(address, { method: 'POST', body })
    expect(forged.status).toBe(400)
    expect(await forged.text()).toContain('start again')
    // Its own sign-in is no key to another's page.
    const other = await openPage(browser, createAttempt(sandbox).url)
    expect(other.address).not.toBe(address)
    const swapped = await fetch(address, {
      headers: { cookie: [...browser.cookies].map(([n, { value }]) => `${n}=${value}`).join('; ') },
    })
    expect(swapped.status).toBe(400)
  })

  it('[SR-8] is over once it was answered', async () => {
    const browser = createBrowser()
    const { address } = await openPage(browser, createAttempt(sandbox).url)
    await answerPage(browser, address, { account: 'demo' })
    expect((await browser.fetch(address)).status).toBe(400)
  })

  it('[product] an account that is not there, or a form that is too large, is one sentence', async () => {
    const browser = createBrowser()
    const { address } = await openPage(browser, createAttempt(sandbox).url)
    const post = (form: Record<string, string>) =>
      browser.fetch(address, { method: 'POST', body: new URLSearchParams(form) })
    const gone = await post({ account: 'nobody' })
    expect([gone.status, await gone.text()]).toEqual([400, expect.stringContaining('no longer')])
    expect((await post({})).status).toBe(400)
    expect((await post({ account: 'x'.repeat(5_000) })).status).toBe(413)
  })
})

describe('the guard', () => {
  const paths = ['/auth/.well-known/openid-configuration', '/auth/authorize', '/auth/interaction/x']
  it.each(paths)('[SR-17] lets no other host or origin at %s', async (path) => {
    expect(await statusOf(path, { host: 'evil.example.test' })).toBe(403)
    expect(await statusOf(path, { origin: 'https://evil.example.test' })).toBe(403)
    expect(await statusOf(path, { origin: 'null' }, 'POST')).toBe(403)
    expect(await statusOf('/auth/token', { host: 'evil.example.test' }, 'POST')).toBe(403)
    expect(await statusOf(path, { origin: sandbox.url })).not.toBe(403)
  })

  it('[SR-17] a form of its own page has an origin that passes', async () => {
    const browser = createBrowser()
    const { address, page } = await openPage(browser, createAttempt(sandbox).url)
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const chosen = await browser.fetch(address, {
      method: 'POST',
      headers: { origin: sandbox.url },
      body: new URLSearchParams({ account: 'demo' }),
    })
    expect(chosen.status).toBe(303)
    expect(locationOf(chosen, address)).toContain('/auth/authorize/')
  })
})
