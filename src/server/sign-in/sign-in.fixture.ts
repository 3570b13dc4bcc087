import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { createLog } from '@/server/log'
import type { RunningServer } from '@/server/start'
import { type FakeEnvoy, fakeEnvoy, passbookFor } from '@/server/test-kit'
import { type Browser, createBrowser, type Reply } from './browser.fixture'
import { CLIENT, type FakeIssuer } from './fake-issuer.fixture'
import { createSignIn, type SignInOptions } from './sign-in'

export const newSecret = () => randomBytes(32).toString('base64url')

export type Started = {
  readonly url: string
  readonly server: RunningServer
  readonly envoy: FakeEnvoy
  readonly issuer: FakeIssuer
  /** Moves the server's clock, in seconds. */
  later(seconds: number): void
  readonly log: string[]
}

type Options = Partial<SignInOptions> & { readonly port?: number }

/** Passbook's server with a sign-in at a fake issuer. */
export async function signInServer(issuer: FakeIssuer, options: Options = {}): Promise<Started> {
  const { port = 0, ...rest } = options
  const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{"from":"envoy"}'))
  const log: string[] = []
  const writing = createLog({ level: 'debug', write: (line) => log.push(line) })
  let ahead = 0
  const signIn = createSignIn({
    issuer: issuer.url,
    ...CLIENT,
    secrets: [newSecret()],
    publicUrl: null,
    keyBound: false,
    log: writing,
    now: () => Date.now() + ahead,
    ...rest,
  })
  const server = await passbookFor(envoy.url, {
    bearers: signIn.bearers,
    signIn,
    port,
    publicUrl: rest.publicUrl ?? null,
    log: writing,
  })
  const later = (seconds: number) => {
    ahead += seconds * 1_000
  }
  return { url: server.url, server, envoy, issuer, later, log }
}

/** Starts a sign-in and says where the browser is sent. */
export async function begin(browser: Browser, { url }: Started, to = '/history'): Promise<string> {
  const reply = await browser.ask(`${url}/auth/sign-in?to=${encodeURIComponent(to)}`)
  expect(reply.status).toBe(302)
  return reply.headers.location ?? ''
}

/** Comes back from the issuer, which is another site. */
export function comeBack(browser: Browser, { issuer }: Started, callback: string): Promise<Reply> {
  return browser.ask(callback, { from: issuer.url.href })
}

/** A whole sign-in of one person, without a fault. */
export async function signIn(browser: Browser, started: Started, to?: string): Promise<Reply> {
  const location = await begin(browser, started, to)
  const reply = await comeBack(browser, started, started.issuer.approve(location))
  expect(reply.status).toBe(302)
  return reply
}

/** A browser that has signed in. */
export async function signedIn(started: Started): Promise<Browser> {
  const browser = createBrowser()
  await signIn(browser, started)
  return browser
}

type SessionReply = {
  signed_in: boolean
  account: { tag: string; name: string } | null
  session: { fresh_for_s: number } | null
}

export const json = (reply: { body: Buffer }): unknown => JSON.parse(reply.body.toString())

/** What `/api/session` says. */
export async function sessionOf(browser: Browser, { url }: { url: string }): Promise<SessionReply> {
  const reply = await browser.ask(`${url}/api/session`, { headers: { 'x-passbook': '1' } })
  expect(reply.status).toBe(200)
  return json(reply) as SessionReply // the tests' own reading of our own reply
}
