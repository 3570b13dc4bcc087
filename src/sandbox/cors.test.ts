import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { TOOLS } from '@/api/envoy/contract'
import { startSandboxWith } from './start'
import { createKit, startInput } from './test-kit'

const FOREIGN = [
  'https://evil.example.test',
  'https://127.0.0.1.evil.test',
  'http://localhost.evil.test:4173',
  'http://127.0.0.1@evil.test',
  'file://',
  'null',
  '',
]
/** Pages of this machine: let in, since programs on it are, and granted nothing. */
const HERE = ['http://localhost:4173', 'http://127.0.0.1:5173', 'http://[::1]:8080']

const grants = (headers: Iterable<[string, unknown]>) =>
  [...headers].map(([name]) => name).filter((name) => name.startsWith('access-control-'))

const CENTRAL_AUTH = [
  '/auth/.well-known/openid-configuration',
  '/auth/jwks',
  '/auth/token',
  '/auth/token/revocation',
  '/auth/auth',
]

const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
  'access-control-request-private-network': 'true',
}

describe('a page of another origin', () => {
  it.each(FOREIGN)('[SR-13] is refused as %j, with a preflight and without', async (origin) => {
    const kit = createKit()
    for (const tool of TOOLS) {
      const asked = { method: 'OPTIONS', token: null, headers: { origin, ...PREFLIGHT } }
      for (const { status, headers } of [
        await kit.call(tool, {}, asked),
        await kit.call(tool, {}, { headers: { origin } }),
      ]) {
        expect([status, grants(headers)]).toEqual([403, []])
        expect(headers.get('vary')).toBe('Origin')
      }
    }
    expect(kit.log()).toEqual([])
  })

  it.each(HERE)('[SR-13] gets no grant as %s', async (origin) => {
    const kit = createKit()
    const preflight = await kit.call(
      'list_purchases',
      {},
      { method: 'OPTIONS', token: null, headers: { origin, ...PREFLIGHT } },
    )
    expect([preflight.status, preflight.headers.get('allow')]).toEqual([405, 'POST'])
    const answered = await kit.call('list_purchases', {}, { headers: { origin } })
    expect(answered.status).toBe(200)
    for (const { headers } of [preflight, answered]) {
      expect([grants(headers), headers.get('vary')]).toEqual([[], 'Origin'])
    }
  })

  it.each([...FOREIGN, ...HERE])('[SR-13] controls nothing as %j', async (origin) => {
    const kit = createKit()
    const reply = await kit.app.request('http://127.0.0.1:4174/control/tokens', {
      method: 'POST',
      // What a form can send, and what needs no preflight.
      headers: { origin, 'content-type': 'text/plain' },
      body: '{"account": "demo", "scope": "agent"}',
    })
    expect([reply.status, grants(reply.headers)]).toEqual([403, []])
    expect(reply.headers.get('vary')).toBe('Origin')
  })

  it.each([{}, { origin: 'http://127.0.0.1:4174' }])(
    '[SR-13] a program controls with %j',
    async (headers) => {
      const reply = await createKit().app.request('http://127.0.0.1:4174/control/state', {
        headers,
      })
      expect([reply.status, grants(reply.headers)]).toEqual([200, []])
    },
  )
})

describe('what a browser sends without asking first', () => {
  it.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/json, text/plain',
    'application/jsonp',
    '',
  ])('[SR-13] [C37] is INVALID_INPUT as %j, and nothing happens', async (type) => {
    const kit = createKit()
    const { status, reply, headers } = await kit.call('start_purchase', startInput('a'), {
      headers: { 'content-type': type },
    })
    expect([status, reply.error?.code, grants(headers)]).toEqual([400, 'INVALID_INPUT', []])
    expect(reply.error?.fields).toEqual([
      { path: '', problem: 'is not sent as JSON', expected: 'Content-Type: application/json' },
    ])
    expect((await kit.call('list_purchases', {})).reply.data.purchases).toEqual([])
  })

  it.each(['GET', 'HEAD'])('[SR-13] is no call as %s', async (method) => {
    const kit = createKit()
    const { status, headers } = await kit.call('list_purchases', {}, { method })
    expect([status, headers.get('allow'), grants(headers)]).toEqual([405, 'POST', []])
  })
})

describe('over a socket', () => {
  type Reply = { status: number; headers: Record<string, unknown> }

  function ask(url: string, method: string, headers: Record<string, string>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers }, (reply) => {
        reply.resume()
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers }))
      })
      sent.on('error', reject)
      sent.end(method === 'POST' ? '{}' : undefined)
    })
  }

  it('[SR-13] grants nothing to anybody foreign, at no address', async () => {
    const sandbox = await startSandboxWith({ port: 0, lines: 1 })
    onTestFinished(() => sandbox.close())
    const paths = [
      '/tools/list_purchases',
      '/tools/nothing',
      '/control/state',
      '/control/reset',
      ...CENTRAL_AUTH,
      '/nothing',
    ]
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        for (const origin of FOREIGN) {
          const reply = await ask(`${sandbox.url}${path}`, method, { origin, ...PREFLIGHT })
          expect([path, origin, reply.status, grants(Object.entries(reply.headers))]).toEqual([
            path,
            origin,
            403,
            [],
          ])
          expect(reply.headers['vary']).toBe('Origin')
        }
      }
    }
    expect(sandbox.world.log.since(0)).toEqual([])
  })

  it.each(HERE)('[SR-13] grants nothing to %s either, Central Auth included', async (origin) => {
    const sandbox = await startSandboxWith({ port: 0, lines: 1 })
    onTestFinished(() => sandbox.close())
    const bearer = { authorization: `Bearer ${sandbox.demoToken()}` }
    for (const path of ['/tools/list_purchases', ...CENTRAL_AUTH]) {
      for (const [method, headers] of [
        ['OPTIONS', PREFLIGHT],
        ['GET', {}],
        ['POST', { ...bearer, 'content-type': 'application/json' }],
      ] as const) {
        const reply = await ask(`${sandbox.url}${path}`, method, { origin, ...headers })
        const granted = grants(Object.entries(reply.headers))
        expect([path, method, granted]).toEqual([path, method, []])
      }
    }
  })
})
