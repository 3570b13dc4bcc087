import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { faultSchema } from './faults'
import { advancePurchase, createPurchase } from './purchases'
import { type RunningSandbox, startSandboxWith } from './start'
import { keyNamed, type Reply, startInput } from './test-kit'

let sandbox: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandboxWith({ port: 0, lines: 3 })
})
afterEach(() => sandbox.close())

function post(tool: string, body: unknown, signal: AbortSignal | null = null) {
  return fetch(`${sandbox.url}/tools/${tool}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${sandbox.demoToken()}`,
    },
    body: JSON.stringify(body),
    signal,
  })
}

async function replyOf(response: Response): Promise<Reply> {
  // A test reads what came over the wire, whatever it is.
  return (await response.json()) as Reply
}

function fault(parameters: Record<string, unknown>) {
  sandbox.world.faults.add([faultSchema.parse(parameters)])
}

function head(tool: string, headers: Record<string, string>): string {
  const lines = { host: '127.0.0.1', authorization: `Bearer ${sandbox.demoToken()}`, ...headers }
  return `POST /tools/${tool} HTTP/1.1\r\n${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
}

/** Sends bytes over a bare connection and gathers what comes back until it ends, breaks, or has what is waited for. */
function talk(parts: readonly string[], until: (received: string) => boolean = () => false) {
  return new Promise<{ received: string; end: 'closed' | 'reset' | 'seen' }>((resolve) => {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
    let received = ''
    const finish = (end: 'closed' | 'reset' | 'seen') => {
      socket.destroy()
      resolve({ received, end })
    }
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8')
      if (until(received)) finish('seen')
    })
    socket.on('error', () => finish('reset'))
    socket.on('end', () => finish('closed'))
    for (const part of parts) socket.write(part)
  })
}

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const json = { 'content-type': 'application/json' }

function startAndHold(state: 'processing' | 'needs_answer' = 'processing') {
  const row = createPurchase(sandbox.world, {
    account: 'demo',
    merchant: 'Neem Mart',
    agent: 'Errand agent',
    amountMinor: 100,
    state,
  })
  return row.purchase_id
}

const lastLog = () => sandbox.world.log.since(0).at(-1)

describe('body limit on the wire', () => {
  it('[R-007] [SR-18] answers 413 while a chunked body still goes on', async () => {
    const start = head('list_purchases', { ...json, 'transfer-encoding': 'chunked' })
    const { received } = await talk(
      [start, chunk('{"limit":5}'), chunk(' '.repeat(65_526))],
      (text) => text.includes('\r\n\r\n') && text.trimEnd().endsWith('}'),
    )
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
    expect(received).toContain('"code":"INVALID_INPUT"')
  })

  it('[R-006] a chunked body of 65,536 bytes passes', async () => {
    const start = head('list_purchases', {
      ...json,
      'transfer-encoding': 'chunked',
      connection: 'close',
    })
    const { received } = await talk([
      start,
      chunk('{"limit":5}'),
      chunk(' '.repeat(65_525)),
      '0\r\n\r\n',
    ])
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('[R-007] answers 413 to an announced size before any of it comes', async () => {
    const start = head('list_purchases', { ...json, 'content-length': '65537' })
    const { received } = await talk([start], (text) => text.includes('"error"'))
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('[SR-18] a body that never stops ends with its connection, not with memory', async () => {
    const start = head('list_purchases', { ...json, 'transfer-encoding': 'chunked' })
    const parts = Array.from({ length: 200 }, () => chunk('x'.repeat(100_000)))
    const { received } = await talk([start, ...parts])
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('[R-007] a client that sends it all still reads its 413, every time', async () => {
    const body = { note: 'x'.repeat(5_000_000) }
    for (let sent = 0; sent < 5; sent += 1) {
      const response = await post('list_purchases', body)
      expect(response.status).toBe(413)
      expect((await replyOf(response)).error?.code).toBe('INVALID_INPUT')
    }
  })

  it('[SR-18] a client that leaves in the middle of its body harms nobody', async () => {
    const start = head('start_purchase', { ...json, 'content-length': '500' })
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
    socket.write(`${start}{"idempotency_key"`)
    await vi.waitFor(() => expect(lastLog()?.tool).toBe('start_purchase'))
    socket.destroy()
    await vi.waitFor(() => expect(lastLog()).toMatchObject({ aborted: true }))
    expect((await post('list_purchases', {})).status).toBe(200)
  })
})

describe('rate on the wire', () => {
  it('[R-093] of 200 calls at once exactly 120 pass', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => post('list_purchases', {})))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(80)
    for (const { headers } of limited) {
      const seconds = Number(headers.get('retry-after'))
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    await Promise.all(answers.map((answer) => answer.text()))
  })
})

describe('held reads on the wire', () => {
  it('[R-110] answer within 100 ms of the change', async () => {
    const purchase = startAndHold()
    const held = post('get_purchase_status', { purchase, after_revision: 1 })
    await vi.waitFor(() => expect(lastLog()?.tool).toBe('get_purchase_status'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const changed = performance.now()
    advancePurchase(sandbox.world, purchase, { state: 'ready' })
    const reply = await replyOf(await held)
    expect(performance.now() - changed).toBeLessThan(100)
    expect(reply.purchase.state).toBe('ready')
    expect(lastLog()?.held_ms).toBeGreaterThanOrEqual(40)
  })

  it('[product] end when the client leaves, and the log says so', async () => {
    const purchase = startAndHold()
    const leave = new AbortController()
    const held = post('get_purchase_status', { purchase, after_revision: 1 }, leave.signal)
    await vi.waitFor(() => expect(lastLog()?.tool).toBe('get_purchase_status'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    leave.abort()
    await expect(held).rejects.toThrow()
    await vi.waitFor(() => expect(lastLog()).toMatchObject({ aborted: true }))
    expect(lastLog()?.held_ms).toBeGreaterThanOrEqual(40)
  })

  it('[product] get a last reply when the sandbox closes', async () => {
    const purchase = startAndHold()
    const held = post('get_purchase_status', { purchase, after_revision: 1 })
    await vi.waitFor(() => expect(lastLog()?.tool).toBe('get_purchase_status'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await sandbox.close()
    const reply = await replyOf(await held)
    expect(reply.next?.args).toEqual({ purchase, after_revision: 1 })
    sandbox = await startSandboxWith({ port: 0, lines: 0 })
  })
})

describe('faults of the connection', () => {
  const body = JSON.stringify(startInput('a'))
  const request = () =>
    head('start_purchase', { ...json, 'content-length': String(Buffer.byteLength(body)) }) + body
  const wasStarted = async () =>
    (await post('get_purchase_status', { purchase: keyNamed('a') })).status === 200

  it.each([
    ['before_headers', /^$/, false],
    ['after_effect', /^$/, true],
    ['after_headers', /^HTTP\/1\.1 200 OK\r\n[^{]*$/, true],
    ['mid_body', /^HTTP\/1\.1 200 OK\r\n[^{]*\r\n\r\n\{"ok":true,[\s\S]*[^}]$/, true],
    ['after_body', /^HTTP\/1\.1 200 OK\r\n[^{]*\r\n\r\n\{"ok":true,[\s\S]*\}$/, true],
  ])('[R-082] reset %s', async (when, seen, started) => {
    fault({ fault: 'reset', when })
    const { received, end } = await talk([request()])
    expect(end).toBe('reset')
    expect(received).toMatch(seen)
    expect(lastLog()).toMatchObject({ fault: 'reset', aborted: false })
    expect(await wasStarted()).toBe(started)
  })

  it.each(['before_headers', 'after_headers', 'mid_body'])('stall %s', async (when) => {
    fault({ fault: 'stall', when, ms: 300 })
    const begun = performance.now()
    const response = await post('list_purchases', {})
    const headersAfter = performance.now() - begun
    expect((await replyOf(response)).ok).toBe(true)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(290)
    expect(headersAfter >= 290).toBe(when === 'before_headers')
  })

  it('[product] a client that leaves a stall ends it', async () => {
    fault({ fault: 'stall', ms: 60_000 })
    const leave = AbortSignal.timeout(100)
    await expect(post('list_purchases', {}, leave)).rejects.toThrow()
    await vi.waitFor(() => expect(lastLog()).toMatchObject({ aborted: true, fault: 'stall' }))
  })

  it('drip sends so many bytes a second', async () => {
    fault({ fault: 'drip', bytes_per_s: 400 })
    const begun = performance.now()
    const response = await post('list_gift_card_merchants', { no: 1 })
    const text = await response.text()
    const seconds = (performance.now() - begun) / 1000
    expect(JSON.parse(text).error.code).toBe('INVALID_INPUT')
    expect(seconds).toBeGreaterThanOrEqual(Math.ceil(Buffer.byteLength(text) / 400) - 1.1)
  })

  it('delay answers late', async () => {
    fault({ fault: 'delay', ms: 200 })
    const begun = performance.now()
    expect((await post('list_purchases', {})).status).toBe(200)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(190)
  })

  it('gzip_lie cannot be read', async () => {
    fault({ fault: 'gzip_lie' })
    const response = await post('list_purchases', {})
    await expect(response.text()).rejects.toThrow()
  })
})

describe('loopback on the wire', () => {
  it('[SR-17] a request for another host gets the refusal, in the envelope', async () => {
    const start = head('list_purchases', {
      ...json,
      host: 'evil.example.test',
      'content-length': '2',
    })
    const { received } = await talk([`${start}{}`], (text) => text.includes('"error"'))
    expect(received).toMatch(/^HTTP\/1\.1 403 /)
    expect(received).toContain('"code":"NOT_ALLOWED"')
  })

  it('[SR-17] a request for another host in its target too', async () => {
    const start = head('list_purchases', { ...json, 'content-length': '2' })
    const absolute = start.replace('/tools', 'http://evil.example.test/tools')
    const { received } = await talk([`${absolute}{}`], (text) => text.includes('\r\n\r\n'))
    expect(received).toMatch(/^HTTP\/1\.1 403 /)
  })
})
