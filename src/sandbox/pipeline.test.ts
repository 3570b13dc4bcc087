import { describe, expect, it } from 'vitest'
import { TOOLS } from '@/api/envoy/contract'
import { createKit, keyNamed, startInput } from './test-kit'

const FIELDS = [
  'ok',
  'contract',
  'tool',
  'request_id',
  'trace_id',
  'server_time',
  'replayed',
  'purchase',
  'data',
  'next',
  'user_action',
  'follow_ups',
  'error',
]

const pathsOf = (reply: { error: { fields: readonly { path: string }[] } | null }) =>
  reply.error?.fields.map(({ path }) => path).sort()

describe('envelope', () => {
  it('[R-139, R-140, R-141] every reply has all thirteen fields and is never stored', async () => {
    const kit = createKit()
    const answers = [
      await kit.call('list_transactions', {}),
      await kit.call('list_purchases', {}),
      await kit.call('list_gift_card_merchants', {}),
      await kit.call('get_purchase_status', {}),
      await kit.call('start_purchase', startInput('a')),
      await kit.call('submit_answer', {}),
      await kit.call('no_such_tool', {}),
      await kit.call('list_purchases', {}, { method: 'GET' }),
      await kit.call('list_purchases', {}, { token: null }),
      await kit.call('list_purchases', {}, { raw: 'x'.repeat(65_537) }),
      await kit.call('list_purchases', {}, { headers: { host: 'evil.example.test' } }),
    ]
    for (const { reply, headers } of answers) {
      expect(Object.keys(reply)).toEqual(FIELDS)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  it('[R-028] no two replies share a request id or a trace id', async () => {
    const kit = createKit()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => kit.call('list_purchases', {}).then(({ reply }) => reply)),
    )
    expect(new Set(replies.map(({ request_id }) => request_id)).size).toBe(20)
    expect(new Set(replies.map(({ trace_id }) => trace_id)).size).toBe(20)
  })

  it('[R-145] a trace id is 32 lowercase hex digits', async () => {
    const kit = createKit()
    for (let call = 0; call < 20; call += 1) {
      const { reply } = await kit.call('list_purchases', {})
      expect(reply.trace_id).toMatch(/^[0-9a-f]{32}$/)
    }
  })

  it.each([
    ['list_transactions', 'transactions'],
    ['list_purchases', 'purchases'],
    ['list_gift_card_merchants', 'merchants'],
  ])('[R-149] %s returns its %s in data', async (tool, payload) => {
    const { reply } = await createKit().call(tool, {})
    expect(reply.data[payload]).toEqual(expect.any(Array))
    expect(reply.purchase).toBeNull()
  })

  it('[R-143, R-144] names the tool that was called and the time of data', async () => {
    const kit = createKit()
    kit.world.clock.set(Date.parse('2026-12-01T00:30:00+05:30'), true)
    const { reply } = await kit.call('list_purchases', {})
    expect(reply.tool).toBe('list_purchases')
    expect(reply.server_time).toBe('2026-11-30T19:00:00.000Z')
  })
})

describe('the way to a tool', () => {
  it('[C38] an unknown tool is a 404 with NOT_FOUND', async () => {
    const { status, reply } = await createKit().call('list_everything', {})
    expect(status).toBe(404)
    expect(reply).toMatchObject({ tool: 'list_everything', error: { code: 'NOT_FOUND' } })
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '[R-002] [C38] %s is a 405 that allows POST',
    async (method) => {
      const { status, headers, reply } = await createKit().call('list_purchases', {}, { method })
      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('POST')
      expect(reply.error?.code).toBe('INVALID_INPUT')
    },
  )

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/json; charset=utf-16'],
    ['application/jsonp'],
  ])('[C37] a body sent as %s is refused', async (type) => {
    const { status, reply } = await createKit().call(
      'list_purchases',
      {},
      {
        headers: { 'content-type': type },
      },
    )
    expect(status).toBe(400)
    expect(reply.error?.code).toBe('INVALID_INPUT')
  })

  it('[C37] application/json with a charset of UTF-8 is JSON', async () => {
    const { status } = await createKit().call(
      'list_purchases',
      {},
      {
        headers: { 'content-type': 'application/json; charset=UTF-8' },
      },
    )
    expect(status).toBe(200)
  })
})

describe('bodies', () => {
  it.each([
    '',
    'null',
    '[]',
    '"text"',
    '1',
    '{} {}',
    '{}{}',
    '{"limit": 5,}',
    '{"limit": NaN}',
    '\ufeff{}',
    `${'['.repeat(30_000)}`,
  ])('[R-001] %j is not exactly one JSON object', async (raw) => {
    const { status, reply } = await createKit().call('list_purchases', null, { raw })
    expect(status).toBe(400)
    expect(reply.error).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: '' }] })
  })

  it('[R-001] bytes that are not UTF-8 are refused', async () => {
    const raw = new Uint8Array([...Buffer.from('{"limit":"'), 0xff, ...Buffer.from('"}')])
    const { status } = await createKit().call('list_purchases', null, { raw })
    expect(status).toBe(400)
  })

  it('[R-006, R-007] 65,536 bytes pass and 65,537 are a 413 with INVALID_INPUT', async () => {
    const kit = createKit()
    const fits = '{"limit":5}'.padEnd(65_536, ' ')
    expect((await kit.call('list_purchases', null, { raw: fits })).status).toBe(200)
    const { status, reply } = await kit.call('list_purchases', null, { raw: `${fits} ` })
    expect(status).toBe(413)
    expect(reply.error?.code).toBe('INVALID_INPUT')
    expect(reply.next?.action).toBe('fix_input')
  })

  it('[R-008] counts bytes, not characters', async () => {
    const raw = JSON.stringify({ limit: 5, note: '₹'.repeat(22_000) })
    expect(raw.length).toBeLessThan(65_536)
    expect((await createKit().call('list_purchases', null, { raw })).status).toBe(413)
  })
})

describe('fields', () => {
  it('[R-012, R-013, R-014] reports every bad field at once, each with path, problem and expected', async () => {
    const { status, reply } = await createKit().call('start_purchase', {
      idempotency_key: 'pur_short',
      merchant_url: 'javascript:alert(1)',
      amount: '12.345',
      rail: 'cash',
      retry_of: 'x',
      tab: 7,
    })
    expect(status).toBe(400)
    expect(pathsOf(reply)).toEqual([
      'amount',
      'idempotency_key',
      'merchant_url',
      'rail',
      'retry_of',
      'tab',
    ])
    for (const field of reply.error?.fields ?? []) {
      expect(Object.keys(field)).toEqual(['path', 'problem', 'expected'])
      expect(field.problem).not.toBe('')
      expect(field.expected).not.toBe('')
    }
  })

  it('[R-004] [C39] refuses unknown fields, __proto__ and repeated keys by name', async () => {
    const raw = '{"limit": 5, "__proto__": {"limit": 1}, "toString": 1, "limit": 6}'
    const { status, reply } = await createKit().call('list_purchases', null, { raw })
    expect(status).toBe(400)
    expect(pathsOf(reply)).toEqual(['__proto__', 'limit', 'toString'])
  })

  it('[C39] a key that stands twice is refused even when both values agree, escapes included', async () => {
    const raw = '{"limit": 5, "li\\u006dit": 5}'
    const { reply } = await createKit().call('list_purchases', null, { raw })
    expect(pathsOf(reply)).toEqual(['limit'])
  })

  it.each(TOOLS)('[R-004] %s refuses a field it does not declare', async (tool) => {
    const { status, reply } = await createKit().call(tool, { locale: 'en' })
    expect(status).toBe(400)
    expect(pathsOf(reply)).toContain('locale')
  })

  it.each([
    ['list_purchases', 0],
    ['list_purchases', 21],
    ['list_transactions', 51],
    ['list_transactions', -1],
    ['list_transactions', '20'],
    ['list_transactions', 20.5],
    ['list_transactions', null],
    ['list_transactions', true],
  ])('[R-054] [C9] %s refuses the limit %j', async (tool, limit) => {
    const { status, reply } = await createKit().call(tool, { limit })
    expect(status).toBe(400)
    expect(pathsOf(reply)).toEqual(['limit'])
  })

  it('[R-186] list_gift_card_merchants takes an empty object and nothing else', async () => {
    const kit = createKit()
    expect((await kit.call('list_gift_card_merchants', {})).status).toBe(200)
    expect((await kit.call('list_gift_card_merchants', { limit: 5 })).status).toBe(400)
  })
})

describe('who may call', () => {
  it('[R-154] an unknown and an expired token are to reconnect', async () => {
    const kit = createKit()
    const token = kit.tokenOf('demo', { ttlSeconds: 60 })
    expect((await kit.call('list_purchases', {}, { token })).status).toBe(200)
    kit.pass(60_001)
    for (const dead of [token, 'sbx_unknown']) {
      const { status, headers, reply } = await kit.call('list_purchases', {}, { token: dead })
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('Bearer')
      expect(reply.next?.action).toBe('reconnect')
    }
  })

  it('[R-154] only a bearer signs in', async () => {
    const kit = createKit()
    for (const authorization of [kit.demo, `Basic ${kit.demo}`, 'Bearer', `Bearer ${kit.demo} x`]) {
      const { status } = await kit.call(
        'list_purchases',
        {},
        { token: null, headers: { authorization } },
      )
      expect(status).toBe(401)
    }
  })

  it('[R-180] a token without the scope of agents is let into no tool', async () => {
    const kit = createKit()
    const token = kit.tokenOf('demo')
    kit.world.db.exec("UPDATE tokens SET scope = 'openid agents'")
    for (const tool of TOOLS) {
      const { status, reply } = await kit.call(tool, {}, { token })
      expect([status, reply.error?.code]).toEqual([403, 'NOT_ALLOWED'])
    }
  })

  it.each(['start_purchase', 'submit_answer'])(
    '[R-155] a read-only token may not call %s',
    async (tool) => {
      const kit = createKit()
      const token = kit.tokenOf('demo', { scope: 'agent:read' })
      const { status, reply } = await kit.call(tool, startInput('a'), { token })
      expect(status).toBe(403)
      expect(reply.error?.code).toBe('NOT_ALLOWED')
      expect((await kit.call('list_purchases', {}, { token })).status).toBe(200)
      expect((await kit.call('list_purchases', {})).reply.data.purchases).toEqual([])
    },
  )

  it('[R-156] an account that is switched off gets SERVICE_NOT_ENABLED', async () => {
    const kit = createKit()
    kit.world.db.prepare('UPDATE accounts SET enabled = 0 WHERE account = ?').run('demo')
    expect((await kit.call('list_purchases', {})).reply.error?.code).toBe('SERVICE_NOT_ENABLED')
    const other = kit.tokenOf('other')
    expect((await kit.call('list_purchases', {}, { token: other })).status).toBe(200)
  })
})

describe('loopback only', () => {
  it.each([
    'evil.example.test',
    '127.0.0.1.evil.example.test',
    '10.0.0.1',
    'localhost.evil.example.test:80',
  ])('[SR-17] the host %s is refused', async (host) => {
    const kit = createKit()
    expect((await kit.call('list_purchases', {}, { headers: { host } })).status).toBe(403)
    const control = await kit.app.request('/control/state', { headers: { host } })
    expect(control.status).toBe(403)
  })

  it.each(['https://evil.example.test', 'null', 'http://localhost.evil.example.test'])(
    '[SR-17] the origin %s is refused',
    async (origin) => {
      const kit = createKit()
      expect((await kit.call('list_purchases', {}, { headers: { origin } })).status).toBe(403)
    },
  )

  it.each([
    { host: '127.0.0.1:4174' },
    { host: 'localhost:9999' },
    { host: '[::1]:4174' },
    { host: '127.0.0.1', origin: 'http://localhost:5173' },
  ])('[SR-17] %j is let in', async (headers) => {
    expect((await createKit().call('list_purchases', {}, { headers })).status).toBe(200)
  })
})

describe('log', () => {
  it('[product] has one row for each request, a bearer only as its hash', async () => {
    const kit = createKit()
    await kit.call('start_purchase', startInput('a'))
    await kit.call('list_purchases', {}, { token: 'sbx_unknown' })
    await kit.call('list_purchases', null, { raw: '{"limit": ' })
    const [started, unknown, broken] = kit.log()
    expect(started).toMatchObject({
      service: 'envoy',
      transport: 'http',
      tool: 'start_purchase',
      account: 'demo',
      body: startInput('a'),
      idempotency_key: keyNamed('a'),
      status: 200,
      code: null,
      held_ms: null,
      aborted: false,
      fault: null,
    })
    expect(unknown).toMatchObject({
      account: null,
      status: 401,
      code: 'UNAUTHENTICATED',
      body: null,
    })
    expect(broken).toMatchObject({ status: 400, code: 'INVALID_INPUT', body: '{"limit": ' })
    expect(JSON.stringify(kit.log())).not.toContain(kit.demo)
  })
})
