import { createHash, randomBytes } from 'node:crypto'
import type { RunningSandbox } from '../start'

type Cookie = { value: string; path: string }

/** A browser as far as Central Auth needs one: it keeps cookies by path and follows nothing by itself. */
export function createBrowser() {
  const cookies = new Map<string, Cookie>()
  return {
    cookies,
    async fetch(url: string, init: RequestInit = {}): Promise<Response> {
      const { pathname } = new URL(url)
      const sent = [...cookies].filter(([, { path }]) => pathname.startsWith(path))
      const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
      const response = await fetch(url, {
        ...init,
        redirect: 'manual',
        headers: { accept: 'text/html', ...init.headers, ...(cookie && { cookie }) },
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/'
        if (value === '') cookies.delete(name)
        else cookies.set(name, { value, path })
      }
      return response
    },
  }
}

type Browser = ReturnType<typeof createBrowser>

export const CALLBACK = 'http://127.0.0.1:4173/auth/callback'

/** What a client remembers of a sign-in it began. */
export function createAttempt(sandbox: RunningSandbox, change: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const parameters = {
    response_type: 'code',
    client_id: sandbox.centralAuth.clientId,
    redirect_uri: CALLBACK,
    scope: 'openid agent offline_access',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  }
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))
  return { verifier, url: `${sandbox.centralAuth.issuer}/authorize?${query}` }
}

export function locationOf(response: Response, base: string): string {
  return new URL(response.headers.get('location') ?? '', base).href
}

/** Opens the account page of an attempt; fails when another answer comes. */
export async function openPage(browser: Browser, url: string) {
  const redirect = await browser.fetch(url)
  const address = locationOf(redirect, url)
  const page = await browser.fetch(address)
  if (page.status !== 200) throw new Error(`${address} answered ${page.status}.`)
  return { address, page, html: await page.text() }
}

/** Answers the account page, and gives the address of the client that Central Auth leads to. */
export async function answerPage(
  browser: Browser,
  address: string,
  form: Record<string, string>,
): Promise<URL> {
  const body = new URLSearchParams(form)
  const chosen = await browser.fetch(address, { method: 'POST', body })
  const resume = locationOf(chosen, address)
  return new URL(locationOf(await browser.fetch(resume), resume))
}

type TokenReply = {
  access_token: string
  refresh_token?: string
  id_token: string
  expires_in: number
  scope: string
  error?: string
}

/** Calls an endpoint of Central Auth as Passbook's client. */
export async function asClient(
  sandbox: RunningSandbox,
  path: string,
  form: Record<string, string>,
  secret = sandbox.centralAuth.clientSecret,
) {
  const { issuer, clientId } = sandbox.centralAuth
  const response = await fetch(`${issuer}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
    },
    body: new URLSearchParams(form),
  })
  const text = await response.text()
  // A test reads what came over the wire, whatever it is.
  return { status: response.status, reply: JSON.parse(text || '{}') as TokenReply }
}

export function redeem(sandbox: RunningSandbox, code: string | null, verifier: string) {
  return asClient(sandbox, '/token', {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  })
}

export function refresh(sandbox: RunningSandbox, refreshToken: string | undefined) {
  return asClient(sandbox, '/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken ?? '',
  })
}

/** The whole way: page, choice, code, tokens. */
export async function signIn(
  sandbox: RunningSandbox,
  account = 'demo',
  change: Record<string, string> = {},
  browser = createBrowser(),
) {
  const { url, verifier } = createAttempt(sandbox, change)
  const { address } = await openPage(browser, url)
  const callback = await answerPage(browser, address, { account })
  const code = callback.searchParams.get('code')
  const { reply } = await redeem(sandbox, code, verifier)
  return { ...reply, code, verifier }
}

/** How the tools answer a token: the error's code, or `ok` and the account it belongs to. */
export async function askTools(sandbox: RunningSandbox, token: string) {
  const response = await fetch(`${sandbox.url}/tools/list_transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  })
  // The same.
  const reply = (await response.json()) as { ok: boolean; error?: { code: string } }
  return reply.ok ? 'ok' : (reply.error?.code ?? 'no code')
}
