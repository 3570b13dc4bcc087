import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StartRefused } from './env'
import { startPassbook, startProblem } from './passbook'
import { fakeIssuer } from './sign-in/fake-issuer.fixture'
import type { LocalEnvoy } from './source'
import { fakeEnvoy, nowhere, passbookFor, raw } from './test-kit'

const noLocal = () => Promise.reject(new Error('No local Envoy is wanted here.'))

async function start(
  env: Record<string, string>,
  startLocalEnvoy: () => Promise<LocalEnvoy> = noLocal,
) {
  const say = vi.fn()
  const passbook = await startPassbook({
    env: { PORT: '0', ...env },
    startLocalEnvoy,
    page: null,
    say,
  })
  onTestFinished(() => passbook.close())
  return { passbook, say }
}

async function localEnvoy() {
  const issuer = await fakeIssuer()
  const allowOrigin = vi.fn<(origin: string) => void>()
  return {
    url: (await nowhere()).origin,
    centralAuth: { issuer: issuer.url.href, clientId: 'passbook', clientSecret: 'x', allowOrigin },
    allowOrigin,
    close: vi.fn(() => Promise.resolve()),
  }
}

const callPurchases = (url: string) =>
  raw(url, {
    method: 'POST',
    path: '/api/tools/list_purchases',
    headers: { 'x-passbook': '1' },
    body: '{}',
  })

describe('startPassbook', () => {
  it('[product] starts the local Envoy when no other is configured, and stops it again', async () => {
    const local = await localEnvoy()
    const { passbook } = await start({}, () => Promise.resolve(local))
    expect(passbook.localEnvoyUrl).toBe(local.url)
    expect((await callPurchases(passbook.url)).status).toBe(401)
    const reply = await raw(passbook.url, { path: '/auth/sign-in' })
    expect([reply.status, new URL(reply.headers.location ?? '').origin]).toEqual([
      302,
      new URL(local.centralAuth.issuer).origin,
    ])
    await passbook.close()
    expect(local.close).toHaveBeenCalledOnce()
  })

  it('[product] makes its addresses known to the Central Auth of the local Envoy', async () => {
    const local = await localEnvoy()
    const PUBLIC_URL = 'https://passbook.example.com'
    await start({ PUBLIC_URL, HOST: '127.0.0.2' }, () => Promise.resolve(local))
    const origins = local.allowOrigin.mock.calls.map(([origin]) => origin)
    expect(origins).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.2:\d+$/), PUBLIC_URL])
  })

  it('[product] signs many people in with an issuer, which it asks nothing before', async () => {
    const { url: issuer, calls } = await fakeIssuer()
    const { passbook } = await start({
      ENVOY_URL: (await nowhere()).origin,
      CENTRAL_AUTH_ISSUER: issuer.href,
      CENTRAL_AUTH_CLIENT_ID: 'passbook',
      SESSION_SECRET: 'x'.repeat(32),
      LOG_LEVEL: 'silent',
    })
    expect(calls).toEqual([])
    const reply = await raw(passbook.url, { path: '/auth/sign-in' })
    expect(reply.headers.location).toMatch(`${issuer.origin}/authorize?`)
    const session = await raw(passbook.url, {
      path: '/api/session',
      headers: { 'x-passbook': '1' },
    })
    expect(JSON.parse(session.body.toString())).toMatchObject({ signed_in: false, session: null })
  })

  it('[product] writes its log at the level that is asked for', async () => {
    const lines: string[] = []
    const passbook = await startPassbook({
      env: { PORT: '0', LOG_LEVEL: 'info', ENVOY_URL: 'http://127.0.0.1:9', ENVOY_TOKEN: 'mine' },
      startLocalEnvoy: noLocal,
      page: null,
      say: () => undefined,
      writeLog: (line) => lines.push(line),
    })
    await passbook.close()
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['started', 'stopping', 'stopped'])
  })

  it('[product] speaks to the configured Envoy with the configured token', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
    const { passbook } = await start({ ENVOY_URL: envoy.url.origin, ENVOY_TOKEN: 'mine' })
    expect(passbook.localEnvoyUrl).toBeNull()
    expect((await callPurchases(passbook.url)).status).toBe(200)
    expect(envoy.calls[0]?.headers.authorization).toBe('Bearer mine')
  })

  it('[product] says once, in one sentence, that the token died', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.writeHead(401).end('{}'))
    const { passbook, say } = await start({ ENVOY_URL: envoy.url.origin, ENVOY_TOKEN: 'dead-one' })
    await callPurchases(passbook.url)
    await callPurchases(passbook.url)
    expect(say).toHaveBeenCalledOnce()
    expect(say.mock.calls[0]?.[0]).toMatch(/^[^\n]*ENVOY_TOKEN[^\n]*\.$/)
    expect(say.mock.calls[0]?.[0]).not.toContain('dead-one')
  })

  it('[product] stops the local Envoy when its own port is busy', async () => {
    const { url } = await passbookFor(await nowhere())
    const local = await localEnvoy()
    const { port } = new URL(url)
    await expect(start({ PORT: port }, () => Promise.resolve(local))).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    expect(local.close).toHaveBeenCalledOnce()
  })

  it('[product] starts nothing with a wrong setting', async () => {
    const startLocalEnvoy = vi.fn(noLocal)
    await expect(start({ PORT: 'x' }, startLocalEnvoy)).rejects.toBeInstanceOf(StartRefused)
    expect(startLocalEnvoy).not.toHaveBeenCalled()
  })
})

describe('startProblem', () => {
  it.each([
    [new StartRefused('PORT must be a number.'), /^PORT must be a number\.$/],
    [
      Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 4173 }),
      /^Port 4173 is in use: .*PORT/,
    ],
    [Object.assign(new Error('listen'), { code: 'EACCES', port: 80 }), /^Port 80 .*PORT/],
    [Object.assign(new Error('listen'), { code: 'EADDRNOTAVAIL' }), /^HOST /],
    [Object.assign(new Error('dns'), { code: 'ENOTFOUND' }), /^HOST /],
    [new Error('SANDBOX_LINES must be a number.\nmore'), /^SANDBOX_LINES must be a number\.$/],
    [null, /^Passbook could not start\.$/],
    ['text', /^Passbook could not start\.$/],
  ])('[product] is one sentence for %s', (error, sentence) => {
    expect(startProblem(error)).toMatch(sentence)
  })
})
