import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StartRefused } from './env'
import { type LocalEnvoy, startPassbook, startProblem } from './passbook'
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

const callPurchases = (url: string) =>
  raw(url, {
    method: 'POST',
    path: '/api/tools/list_purchases',
    headers: { 'x-passbook': '1' },
    body: '{}',
  })

describe('startPassbook', () => {
  it('[product] starts the local Envoy when no other is configured, and stops it again', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
    const close = vi.fn(() => Promise.resolve())
    let demo = 'first'
    const local = { url: envoy.url.origin, demoToken: () => demo, close }
    const { passbook } = await start({}, () => Promise.resolve(local))
    expect(passbook.localEnvoyUrl).toBe(envoy.url.origin)
    await callPurchases(passbook.url)
    demo = 'second'
    await callPurchases(passbook.url)
    expect(envoy.calls.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first',
      'Bearer second',
    ])
    await passbook.close()
    expect(close).toHaveBeenCalledOnce()
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
    const close = vi.fn(() => Promise.resolve())
    const local = { url: 'http://127.0.0.1:9', demoToken: () => 'demo', close }
    const { port } = new URL(url)
    await expect(start({ PORT: port }, () => Promise.resolve(local))).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    expect(close).toHaveBeenCalledOnce()
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
