import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sandboxOptions } from './env'
import { reset } from './seed/reset'
import { type RunningSandbox, startSandbox, startSandboxWith } from './start'
import { type Reply, startInput } from './test-kit'

const open: RunningSandbox[] = []

async function start(options: Parameters<typeof startSandboxWith>[0] = {}) {
  const sandbox = await startSandboxWith({ port: 0, lines: 30, ...options })
  open.push(sandbox)
  return sandbox
}

async function call(
  sandbox: RunningSandbox,
  tool: string,
  body: unknown,
  token = sandbox.demoToken(),
) {
  const response = await fetch(`${sandbox.url}/tools/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  // A test reads what came over the wire, whatever it is.
  return (await response.json()) as Reply
}

async function close(sandbox: RunningSandbox) {
  open.splice(open.indexOf(sandbox), 1)
  await sandbox.close()
}

afterEach(async () => {
  for (const sandbox of [...open]) await close(sandbox)
})

describe('start', () => {
  it('[product] listens on 127.0.0.1 with a seeded demo account and a good token', async () => {
    const sandbox = await start()
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const { data } = await call(sandbox, 'list_transactions', {})
    expect(data.transactions).toHaveLength(20)
  })

  it('[product] the demo token is a new one after a reset took it', async () => {
    const sandbox = await start()
    const before = sandbox.demoToken()
    expect(sandbox.demoToken()).toBe(before)
    reset(sandbox.world, { lines: 3, seed: 1, now: null, freeze: false, keepTokens: false })
    expect((await call(sandbox, 'list_purchases', {}, before)).error?.code).toBe('UNAUTHENTICATED')
    expect((await call(sandbox, 'list_purchases', {})).ok).toBe(true)
  })

  it('[product] every control verb answers over a real socket', async () => {
    const sandbox = await start()
    const ask = async (method: string, path: string) =>
      (await fetch(`${sandbox.url}/control/${path}`, { method })).status
    expect(await ask('DELETE', 'faults')).toBe(200)
    expect(await ask('GET', 'state')).toBe(200)
    expect(await ask('GET', 'log?since=0')).toBe(200)
  })

  it('[product] a busy port is one clear sentence', async () => {
    const { url } = await start()
    const port = new URL(url).port
    await expect(startSandbox({ SANDBOX_PORT: port, SANDBOX_LINES: '3' })).rejects.toThrow(
      `Port ${port} is in use: stop what runs there, or set SANDBOX_PORT to another one.`,
    )
  })

  it('[product] a database that cannot be opened is one clear sentence', async () => {
    await expect(start({ dbFile: '/no/such/folder/envoy.db' })).rejects.toThrow(
      /^SANDBOX_DB cannot/,
    )
  })

  it('[product] says when its limits are not the documents’', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const env = { SANDBOX_PORT: '0', SANDBOX_LINES: '3' }
    await close(await startSandbox(env))
    expect(said).not.toHaveBeenCalled()
    await close(await startSandbox({ ...env, SANDBOX_RATE: '5', SANDBOX_WINDOW_S: '2' }))
    expect(said).toHaveBeenCalledWith(expect.stringContaining('5 requests in 2 s'))
  })
})

describe('restart on a file', () => {
  it('[R-020, R-035] keeps purchases, keys, answers, tokens and cursors', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    try {
      const dbFile = join(folder, 'envoy.db')
      const first = await start({ dbFile })
      const token = first.demoToken()
      const started = await call(first, 'start_purchase', startInput('a'), token)
      const page = await call(first, 'list_transactions', { limit: 5 }, token)
      await close(first)

      const second = await start({ dbFile, lines: 7, seed: 9 })
      const again = await call(second, 'start_purchase', startInput('a'), token)
      expect(again).toMatchObject({
        replayed: true,
        purchase: { purchase_id: started.purchase.purchase_id },
      })
      const conflict = await call(second, 'start_purchase', startInput('a', { amount: 1 }), token)
      expect(conflict.error?.code).toBe('IDEMPOTENCY_CONFLICT')
      const next = await call(second, 'list_transactions', page.next?.args, token)
      expect(next.data.transactions).toHaveLength(5)
      expect(next.data.transactions).not.toEqual(page.data.transactions)
    } finally {
      for (const sandbox of [...open]) await close(sandbox)
      rmSync(folder, { recursive: true })
    }
  })
})

describe('environment', () => {
  it('[product] reads every variable', () => {
    const env = {
      SANDBOX_PORT: '5174',
      SANDBOX_DB: '/tmp/x.db',
      SANDBOX_LINES: '12',
      SANDBOX_SEED: '7',
      SANDBOX_NOW: '2026-11-29T14:30:00+05:30',
      SANDBOX_RATE: '5',
      SANDBOX_WINDOW_S: '2',
      ENVOY_KEY_BOUND: '1',
      PATH: '/bin',
    }
    expect(sandboxOptions(env)).toEqual({
      ok: true,
      options: {
        port: 5174,
        dbFile: '/tmp/x.db',
        lines: 12,
        seed: 7,
        startAt: Date.parse('2026-11-29T09:00:00Z'),
        rate: 5,
        windowSeconds: 2,
        keyBound: true,
      },
    })
  })

  it('[product] what is not set, or empty, is as usual', () => {
    expect(sandboxOptions({ SANDBOX_PORT: '', SANDBOX_DB: ' ' })).toMatchObject({
      ok: true,
      options: { port: undefined, dbFile: undefined },
    })
  })

  it.each([
    ['SANDBOX_PORT', '65536'],
    ['SANDBOX_PORT', '4174x'],
    ['SANDBOX_LINES', '-1'],
    ['SANDBOX_LINES', '1e3'],
    ['SANDBOX_SEED', '1.5'],
    ['SANDBOX_NOW', '2026-11-29'],
    ['SANDBOX_NOW', '2026-02-30T00:00:00Z'],
    ['SANDBOX_NOW', 'now'],
    ['SANDBOX_RATE', '0'],
    ['SANDBOX_WINDOW_S', '0'],
    ['ENVOY_KEY_BOUND', 'yes'],
  ])('[product] %s=%s is one sentence that names the variable', (name, value) => {
    const read = sandboxOptions({ [name]: value })
    expect(read.ok).toBe(false)
    expect(read.ok ? [] : read.sentences).toEqual([
      expect.stringMatching(`^${name} must be .*\\.$`),
    ])
  })

  it('[product] two wrong values are two sentences', () => {
    const read = sandboxOptions({ SANDBOX_PORT: 'x', SANDBOX_RATE: 'y' })
    expect(read.ok ? [] : read.sentences).toHaveLength(2)
  })
})
