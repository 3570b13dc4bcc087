import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reset } from '../seed/reset'
import { type RunningSandbox, startSandboxWith } from '../start'
import { findToken, hashToken } from '../tokens'
import {
  asClient,
  askTools,
  createAttempt,
  createBrowser,
  locationOf,
  openPage,
  refresh,
  signIn,
} from './test-kit'

let sandbox: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandboxWith({ port: 0, lines: 3 })
})
afterEach(async () => {
  vi.useRealTimers()
  await sandbox.close()
})

async function control(path: string, body: unknown) {
  const response = await fetch(`${sandbox.url}/control${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return response.json()
}

/** Moves the machine's time, that of oidc-provider included. */
function passSeconds(seconds: number) {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + seconds * 1_000)
}

describe('access tokens', () => {
  it('[C46] are kept as their hash only, on one connection over all refreshes', async () => {
    const first = await signIn(sandbox)
    const { reply: second } = await refresh(sandbox, first.refresh_token)
    const rows = [first, second].map(({ access_token }) => findToken(sandbox.world, access_token))
    expect(rows[0]).toMatchObject({ account: 'demo', scope: 'agent', key_bound: 0 })
    expect(rows[1]?.connection).toBe(rows[0]?.connection)
    const other = await signIn(sandbox)
    expect(findToken(sandbox.world, other.access_token)?.connection).not.toBe(rows[0]?.connection)
    const kept = ['tokens', 'auth_artifacts', 'log'].map((table) =>
      JSON.stringify(sandbox.world.db.prepare(`SELECT * FROM ${table}`).all()),
    )
    for (const secret of [first.access_token, first.refresh_token, first.code, first.id_token]) {
      expect(kept.join('')).not.toContain(secret)
    }
  })

  it('[C46] end after 300 s of the machine’s time, or what the account says', async () => {
    const usual = await signIn(sandbox)
    await control('/accounts', { account: 'demo', access_ttl_s: 20 })
    const short = await signIn(sandbox)
    expect([usual.expires_in, short.expires_in]).toEqual([300, 20])
    passSeconds(21)
    expect(await askTools(sandbox, short.access_token)).toBe('UNAUTHENTICATED')
    expect(await askTools(sandbox, usual.access_token)).toBe('ok')
    const { reply } = await refresh(sandbox, short.refresh_token)
    expect(reply.expires_in).toBe(20)
    passSeconds(280)
    expect(await askTools(sandbox, usual.access_token)).toBe('UNAUTHENTICATED')
  })

  it('[C46] what is over is swept', async () => {
    const tokens = await signIn(sandbox)
    const rows = () => sandbox.world.db.prepare('SELECT key FROM auth_artifacts').pluck().all()
    expect(rows()).toContain(hashToken(tokens.access_token))
    passSeconds(15 * 86_400)
    await openPage(createBrowser(), createAttempt(sandbox).url)
    expect(rows()).toHaveLength(1)
  })

  it('[R-181] are key-bound where the account or the sandbox says so, from the sign-in on', async () => {
    const keyBound = (token: string) => findToken(sandbox.world, token)?.key_bound
    const plain = await signIn(sandbox)
    await control('/accounts', { account: 'demo', key_bound: true })
    const bound = await signIn(sandbox)
    expect([keyBound(plain.access_token), keyBound(bound.access_token)]).toEqual([0, 1])
    const { reply } = await refresh(sandbox, plain.refresh_token)
    expect(keyBound(reply.access_token)).toBe(0)
    const strict = await startSandboxWith({ port: 0, lines: 3, keyBound: true })
    const there = await signIn(strict)
    expect(findToken(strict.world, there.access_token)?.key_bound).toBe(1)
    await strict.close()
  })
})

describe('refresh tokens', () => {
  it('[C46] turn over on every use; an old one ends everything of its grant', async () => {
    const first = await signIn(sandbox)
    const bystander = await signIn(sandbox)
    const { status, reply: second } = await refresh(sandbox, first.refresh_token)
    expect(status).toBe(200)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await askTools(sandbox, second.access_token)).toBe('ok')
    const reused = await refresh(sandbox, first.refresh_token)
    expect([reused.status, reused.reply.error]).toEqual([400, 'invalid_grant'])
    expect(await askTools(sandbox, second.access_token)).toBe('UNAUTHENTICATED')
    expect((await refresh(sandbox, second.refresh_token)).reply.error).toBe('invalid_grant')
    expect(await askTools(sandbox, bystander.access_token)).toBe('ok')
  })

  it('[C46] one that is raced for serves once at most', async () => {
    const { refresh_token } = await signIn(sandbox)
    const replies = await Promise.all([1, 2, 3].map(() => refresh(sandbox, refresh_token)))
    const good = replies.filter(({ status }) => status === 200)
    expect(good.length).toBeLessThanOrEqual(1)
    for (const { reply } of good) {
      expect((await refresh(sandbox, reply.refresh_token)).reply.error).toBe('invalid_grant')
    }
  })

  it('[C46] revocation ends the grant (RFC 7009), of any token of it; an unknown token is no error', async () => {
    for (const which of ['refresh_token', 'access_token'] as const) {
      const tokens = await signIn(sandbox)
      const { status } = await asClient(sandbox, '/revoke', { token: tokens[which] ?? '' })
      expect(status).toBe(200)
      expect(await askTools(sandbox, tokens.access_token)).toBe('UNAUTHENTICATED')
      expect((await refresh(sandbox, tokens.refresh_token)).reply.error).toBe('invalid_grant')
    }
    expect((await asClient(sandbox, '/revoke', { token: 'unknown' })).status).toBe(200)
  })

  it('[C46] a client revokes and refreshes only its own', async () => {
    await control('/clients', {
      client_id: 'mine',
      client_secret: 'secret-of-mine',
      redirect_uris: ['https://mine.example.test/callback'],
    })
    const tokens = await signIn(sandbox)
    const asMine = (path: string, form: Record<string, string>) =>
      fetch(`${sandbox.centralAuth.issuer}${path}`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: 'mine',
          client_secret: 'secret-of-mine',
          ...form,
        }),
      })
    const token = tokens.refresh_token ?? ''
    expect((await asMine('/revoke', { token })).status).toBe(200)
    const stolen = await asMine('/token', { grant_type: 'refresh_token', refresh_token: token })
    expect(stolen.status).toBe(400)
    expect((await refresh(sandbox, token)).status).toBe(200)
  })
})

describe('signing out of Central Auth', () => {
  it('[C46] takes one click, leads back, and ends the session with what hangs on it', async () => {
    const browser = createBrowser()
    const kept = await signIn(sandbox, 'demo', {}, browser)
    const bound = await signIn(sandbox, 'demo', { prompt: 'login', scope: 'openid agent' }, browser)
    const query = new URLSearchParams({
      id_token_hint: bound.id_token,
      post_logout_redirect_uri: 'http://127.0.0.1:4173/',
      state: 's',
    })
    const page = await browser.fetch(`${sandbox.centralAuth.issuer}/sign-out?${query}`)
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:4173;",
    )
    const html = await page.text()
    const xsrf = /name="xsrf" value="(\w+)"/.exec(html)?.[1] ?? ''
    const action = /action="([^"]+)"/.exec(html)?.[1] ?? ''
    const body = new URLSearchParams({ xsrf, logout: 'yes' })
    const done = await browser.fetch(action, { method: 'POST', body })
    expect(locationOf(done, action)).toBe('http://127.0.0.1:4173/?state=s')
    expect(await askTools(sandbox, bound.access_token)).toBe('UNAUTHENTICATED')
    expect(await askTools(sandbox, kept.access_token)).toBe('ok')
    const { html: next } = await openPage(browser, createAttempt(sandbox).url)
    expect(next).toContain('Choose an account')
  })
})

describe('what ends tokens from outside', () => {
  it('[product] /control/tokens/end ends access now, and with refresh the way back too', async () => {
    const tokens = await signIn(sandbox, 'other')
    expect(await control('/tokens/end', { account: 'other' })).toEqual({ ended: 1 })
    expect(await askTools(sandbox, tokens.access_token)).toBe('UNAUTHENTICATED')
    const { reply } = await refresh(sandbox, tokens.refresh_token)
    expect(await askTools(sandbox, reply.access_token)).toBe('ok')
    expect(await control('/tokens/end', { account: 'other', refresh: true })).toEqual({ ended: 1 })
    expect((await refresh(sandbox, reply.refresh_token)).reply.error).toBe('invalid_grant')
    expect(await control('/tokens/end', { account: 'other' })).toEqual({ ended: 0 })
  })

  it('[product] a reset forgets tokens, grants and sessions, unless they are kept', async () => {
    const browser = createBrowser()
    const options = { lines: 3, seed: 1, now: null, freeze: false, keepTokens: true }
    const tokens = await signIn(sandbox, 'demo', {}, browser)
    reset(sandbox.world, options)
    expect(await askTools(sandbox, tokens.access_token)).toBe('ok')
    const { reply } = await refresh(sandbox, tokens.refresh_token)
    reset(sandbox.world, { ...options, freeze: false, keepTokens: false })
    expect(await askTools(sandbox, reply.access_token)).toBe('UNAUTHENTICATED')
    expect((await refresh(sandbox, reply.refresh_token)).reply.error).toBe('invalid_grant')
    const { html } = await openPage(browser, createAttempt(sandbox).url)
    expect(html).toContain('Choose an account')
  })
})

describe('restart on a file', () => {
  it('[C46] sessions, tokens and refresh tokens still serve', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'central-auth-'))
    const dbFile = join(folder, 'envoy.db')
    const clientSecret = 'the-same'
    try {
      const first = await startSandboxWith({ port: 0, lines: 3, dbFile, clientSecret })
      const port = Number(new URL(first.url).port)
      const browser = createBrowser()
      const tokens = await signIn(first, 'demo', {}, browser)
      await first.close()
      const second = await startSandboxWith({ port, lines: 3, dbFile, clientSecret })
      // The connection that fetch kept open to this port is dead; it learns so by using it.
      await fetch(second.url).catch(() => null)
      expect(await askTools(second, tokens.access_token)).toBe('ok')
      expect((await refresh(second, tokens.refresh_token)).status).toBe(200)
      const silent = await browser.fetch(createAttempt(second).url)
      expect(silent.headers.get('location')).toContain('/auth/callback?code=')
      await second.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
