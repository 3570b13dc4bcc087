import { describe, expect, it } from 'vitest'
import { accountOf } from '../accounts'
import { createClients } from '../central-auth/clients'
import { countLines } from '../lines'
import { purchaseById } from '../purchases'
import { createKit, type Kit, MINUTE, NOW } from '../test-kit'
import { findToken } from '../tokens'

type Json = Record<string, unknown> & {
  purchase_id?: string
  error?: { field: string; message: string }
}

async function control(kit: Kit, path: string, body?: unknown, method = 'POST') {
  const response = await kit.app.request(`http://127.0.0.1/control${path}`, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  // A test reads what came, whatever it is.
  return { status: response.status, json: (await response.json()) as Json }
}

/** The example of the control interface, word for word but for its dots. */
const EXAMPLE = {
  account: 'demo',
  merchant: 'Neem Mart',
  domain: 'neem.example.test',
  agent: 'Errand agent',
  amount_minor: 249_900,
  state: 'needs_answer',
  money: 'set_aside',
  refunded_minor: 0,
  charged_minor: null,
  question: { kind: 'choice', prompt: 'Which size?', options: ['Small', 'Large'] },
  funding: {
    url: 'https://pay.example.test/x',
    amount_minor: 249_900,
    expires_at: '2026-11-29T09:30:00Z',
  },
  user_action: { message: 'Approve in the Envoy app.' },
  needs_support: false,
  spending_closed: false,
  superseded_by: null,
  retry_of: null,
  at: '2026-11-29T14:00:00+05:30',
  auto: false,
}

const CLIENT = { client_id: 'mine', redirect_uris: ['https://mine.example.test/callback'] }

describe('[product] a wrong body is a 400 that names the field', () => {
  const id = `pur_${'a'.repeat(32)}`
  const line = { title: 'Neem Mart', amount_minor: 100 }
  it.each([
    ['/reset', { lines: -1 }, 'lines'],
    ['/reset', { lines: 1.5 }, 'lines'],
    ['/reset', { seed: 'one' }, 'seed'],
    ['/reset', { now: '2026-11-29' }, 'now'],
    ['/reset', { keep_tokens: 'yes' }, 'keep_tokens'],
    ['/reset', { colour: 'red' }, 'colour'],
    ['/reset', '{"lines": 600', 'body'],
    ['/reset', [], 'body'],
    ['/clock', { now: 'tomorrow' }, 'now'],
    ['/clock', { freeze: 1 }, 'freeze'],
    ['/clock', { stop: true }, 'stop'],
    ['/tokens', { account: '' }, 'account'],
    ['/tokens', { account: 'a b' }, 'account'],
    ['/tokens', { scope: 'admin' }, 'scope'],
    ['/tokens', { key_bound: null }, 'key_bound'],
    ['/tokens', { ttl_s: -1 }, 'ttl_s'],
    ['/tokens', { ttl: 1 }, 'ttl'],
    ['/tokens/end', { account: 'a b' }, 'account'],
    ['/tokens/end', { refresh: 1 }, 'refresh'],
    ['/clients', {}, 'client_id'],
    ['/clients', { ...CLIENT, client_id: 'passbook' }, 'client_id'],
    ['/clients', { ...CLIENT, client_id: 'a b' }, 'client_id'],
    ['/clients', { ...CLIENT, client_secret: '' }, 'client_secret'],
    ['/clients', { ...CLIENT, redirect_uris: [] }, 'redirect_uris'],
    ['/clients', { ...CLIENT, redirect_uris: ['/callback'] }, 'redirect_uris.0'],
    ['/clients', { ...CLIENT, redirect_uris: ['https://a.example.test/#x'] }, 'redirect_uris.0'],
    ['/clients', { ...CLIENT, post_logout_redirect_uris: 'x' }, 'post_logout_redirect_uris'],
    ['/purchases', {}, 'amount_minor'],
    ['/purchases', { ...EXAMPLE, amount_minor: 0 }, 'amount_minor'],
    ['/purchases', { ...EXAMPLE, amount_minor: '2499.00' }, 'amount_minor'],
    ['/purchases', { ...EXAMPLE, merchant: 7 }, 'merchant'],
    ['/purchases', { ...EXAMPLE, state: 'done' }, 'state'],
    ['/purchases', { ...EXAMPLE, money: 'paid' }, 'money'],
    ['/purchases', { ...EXAMPLE, charged_minor: 5 }, 'charged_minor'],
    ['/purchases', { ...EXAMPLE, refunded_minor: 5 }, 'refunded_minor'],
    ['/purchases', { ...EXAMPLE, question: 'Why?' }, 'question'],
    [
      '/purchases',
      { ...EXAMPLE, question: { kind: 'choice', prompt: 'Why?' } },
      'question.options',
    ],
    ['/purchases', { ...EXAMPLE, question: { kind: 'text', prompt: '' } }, 'question.prompt'],
    ['/purchases', { ...EXAMPLE, question: { kind: 'quiz', prompt: '?' } }, 'question.kind'],
    ['/purchases', { ...EXAMPLE, state: 'processing' }, 'question'],
    ['/purchases', { ...EXAMPLE, funding: 'https://pay.example.test' }, 'funding'],
    ['/purchases', { ...EXAMPLE, funding: {} }, 'funding.url'],
    ['/purchases', { ...EXAMPLE, funding: { url: 'x', expires_at: 'soon' } }, 'funding.expires_at'],
    ['/purchases', { ...EXAMPLE, user_action: { text: 'x' } }, 'user_action.message'],
    ['/purchases', { ...EXAMPLE, needs_support: 1 }, 'needs_support'],
    ['/purchases', { ...EXAMPLE, superseded_by: 'req_1' }, 'superseded_by'],
    ['/purchases', { ...EXAMPLE, retry_of: 'req_1' }, 'retry_of'],
    ['/purchases', { ...EXAMPLE, at: 0 }, 'at'],
    ['/purchases', { ...EXAMPLE, auto: 'no' }, 'auto'],
    ['/purchases', { ...EXAMPLE, revision: 3 }, 'revision'],
    ['/lines', {}, 'lines'],
    ['/lines', { lines: [line, { ...line, title: null }] }, 'lines.1.title'],
    ['/lines', { lines: [{ ...line, amount_minor: 0.5 }] }, 'lines.0.amount_minor'],
    ['/lines', { lines: [{ ...line, currency: 'rupees' }] }, 'lines.0.currency'],
    ['/lines', { lines: [{ ...line, date: 'now' }] }, 'lines.0.date'],
    ['/lines', { lines: [{ ...line, purchase_id: 'pur_1' }] }, 'lines.0.purchase_id'],
    ['/lines', { lines: [{ ...line, refunded_minor: 100 }] }, 'lines.0.refunded_minor'],
    ['/lines', { lines: [{ ...line, paid: true }] }, 'lines.0.paid'],
    ['/accounts', { enabled: 'no' }, 'enabled'],
    ['/accounts', { connection_scoped_list: 0 }, 'connection_scoped_list'],
    ['/accounts', { lines_carry_purchase_id: 0 }, 'lines_carry_purchase_id'],
    ['/accounts', { name: 'Meera' }, 'name'],
    ['/accounts', { access_ttl_s: 0 }, 'access_ttl_s'],
    ['/accounts', { key_bound: 1 }, 'key_bound'],
    ['/faults', {}, 'body'],
    ['/faults', [{ fault: 'earthquake' }], '0.fault'],
    ['/faults', [{ fault: 'delay', ms: -1 }], '0.ms'],
    ['/faults', [{ fault: 'delay', seconds: 1 }], '0.seconds'],
  ])('%s %j: %s', async (path, body, field) => {
    const kit = createKit()
    const { status, json } = await control(kit, path, body)
    expect(status).toBe(400)
    expect(json).toEqual({ error: { field, message: expect.stringMatching(/^[^.]*\S.*\.$/) } })
    if (field !== 'body') expect(json.error?.message).toContain(field)
    expect(kit.world.db.prepare('SELECT count(*) FROM purchases').pluck().get()).toBe(0)
  })

  it('advance and log name theirs too', async () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase()
    const advance = `/purchases/${purchase_id}/advance`
    expect((await control(kit, advance, { state: 'gone' })).json.error?.field).toBe('state')
    expect((await control(kit, advance, { account: 'demo' })).json.error?.field).toBe('account')
    expect(await control(kit, `/purchases/${id}/advance`, {})).toMatchObject({
      status: 404,
      json: { error: { field: 'id' } },
    })
    const log = await control(kit, '/log?since=yesterday', undefined, 'GET')
    expect(log).toMatchObject({ status: 400, json: { error: { field: 'since' } } })
  })
})

describe('POST /control/reset', () => {
  it('[product] an empty body starts over as the sandbox was started', async () => {
    const kit = createKit({ lines: 12 })
    expect(await control(kit, '/reset')).toEqual({
      status: 200,
      json: { accounts: ['demo', 'other'], now: '2026-11-29T09:00:00.000Z' },
    })
    expect(countLines(kit.world, 'demo')).toBe(12)
    expect(findToken(kit.world, kit.demo)).toBeNull()
  })

  it('[product] takes lines, seed, time, and keeps tokens on demand', async () => {
    const kit = createKit()
    const body = { lines: 5, seed: 9, now: '2026-12-01T00:30:00+05:30', keep_tokens: true }
    const { json } = await control(kit, '/reset', body)
    expect(json['now']).toBe('2026-11-30T19:00:00.000Z')
    expect(countLines(kit.world, 'demo')).toBe(5)
    expect(findToken(kit.world, kit.demo)).not.toBeNull()
  })
})

describe('POST /control/clock', () => {
  it('[product] sets the time, freezes it and lets it run on', async () => {
    const kit = createKit()
    const body = { now: '2026-12-01T00:30:00+05:30', freeze: true }
    expect((await control(kit, '/clock', body)).json).toEqual({ now: '2026-11-30T19:00:00.000Z' })
    kit.pass(MINUTE)
    expect((await control(kit, '/clock', {})).json).toEqual({ now: '2026-11-30T19:00:00.000Z' })
    kit.pass(MINUTE)
    expect(new Date(kit.world.clock.now()).toISOString()).toBe('2026-11-30T19:01:00.000Z')
  })
})

describe('POST /control/tokens', () => {
  it('[product] gives a demo token by default, and makes the account it is for', async () => {
    const kit = createKit()
    const usual = await control(kit, '/tokens', {})
    expect(findToken(kit.world, String(usual.json['access_token']))).toMatchObject({
      account: 'demo',
      scope: 'agent',
      key_bound: 0,
      expires_at: NOW + 3_600_000,
      connection: usual.json['connection'],
    })
    const body = { account: 'guest', scope: 'agent:read', key_bound: true, ttl_s: 5 }
    const made = await control(kit, '/tokens', body)
    expect(findToken(kit.world, String(made.json['access_token']))).toMatchObject({
      account: 'guest',
      scope: 'agent:read',
      key_bound: 1,
      expires_at: NOW + 5_000,
    })
    expect(accountOf(kit.world, 'guest')).not.toBeNull()
  })
})

describe('POST /control/purchases', () => {
  it('[C22] takes the whole example and answers as get_purchase_status shows it', async () => {
    const kit = createKit()
    const { json } = await control(kit, '/purchases', EXAMPLE)
    expect(json).toMatchObject({
      revision: 1,
      state: 'needs_answer',
      money: 'set_aside',
      merchant: { name: 'Neem Mart', domain: 'neem.example.test' },
      agent: { name: 'Errand agent' },
      amount: { minor: 249_900, currency: 'INR', display: '₹2,499.00' },
      created_at: '2026-11-29T08:30:00.000Z',
      question: EXAMPLE.question,
      funding: { url: 'https://pay.example.test/x', expires_at: '2026-11-29T09:30:00.000Z' },
    })
    const status = await kit.call('get_purchase_status', { purchase: json.purchase_id })
    expect(status.reply.purchase).toEqual(json)
    expect(status.reply.user_action).toMatchObject({ message: 'Approve in the Envoy app.' })
  })

  it('[product] needs nothing but an amount; any other account is created empty', async () => {
    const kit = createKit()
    const { json } = await control(kit, '/purchases', { account: 'guest', amount_minor: 100 })
    const row = purchaseById(kit.world, json.purchase_id ?? '')
    expect(row).toMatchObject({
      account: 'guest',
      merchant: 'Neem Mart',
      agent: 'Errand agent',
      state: 'processing',
      money: 'not_charged',
      created_at: NOW,
      auto: 0,
    })
    expect(countLines(kit.world, 'guest')).toBe(0)
  })
})

describe('POST /control/purchases/:id/advance', () => {
  it('[R-026][R-067] gives the next revision, and the history has its line', async () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase({ state: 'verifying' })
    const { json } = await control(kit, `/purchases/${purchase_id}/advance`, {
      state: 'completed',
      money: 'charged',
      auto: false,
    })
    expect(json).toMatchObject({ purchase_id, revision: 2, state: 'completed', money: 'charged' })
    expect(countLines(kit.world, 'demo')).toBe(1)
  })

  it('[R-071] all of the money back takes the line away', async () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase({ state: 'completed' })
    const advance = (body: unknown) => control(kit, `/purchases/${purchase_id}/advance`, body)
    await advance({ money: 'refunding', refunded_minor: 100 })
    expect(countLines(kit.world, 'demo')).toBe(1)
    expect((await advance({ money: 'refunded' })).json).toMatchObject({
      refunded: { minor: 249_900 },
    })
    expect(countLines(kit.world, 'demo')).toBe(0)
  })

  it('refuses to leave a final state, in a sentence', async () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase({ state: 'cancelled' })
    const refused = await control(kit, `/purchases/${purchase_id}/advance`, { state: 'processing' })
    expect(refused).toEqual({
      status: 400,
      json: {
        error: {
          field: 'state',
          message: 'A purchase that is cancelled stays cancelled; only its money can still move.',
        },
      },
    })
  })
})

describe('POST /control/lines', () => {
  it('[C1][C14] adds lines as given, in any account, negative and odd ones too', async () => {
    const kit = createKit()
    const purchaseId = `pur_${'b'.repeat(32)}`
    const lines = [
      {
        title: 'A',
        subtitle: '',
        amount_minor: 0,
        currency: 'INR',
        display: null,
        date: '2026-11-29T09:00:00Z',
        purchase_id: null,
        refunded_minor: null,
      },
      { title: '', amount_minor: -35_000, currency: 'USD', display: '−$350' },
      { title: 'B', amount_minor: 100, purchase_id: purchaseId, refunded_minor: 40 },
    ]
    expect((await control(kit, '/lines', { account: 'guest', lines })).json).toEqual({ added: 3 })
    const rows = kit.world.db.prepare('SELECT * FROM lines ORDER BY id').all()
    expect(rows).toMatchObject([
      { account: 'guest', title: 'A', at: NOW, amount_minor: 0, refunded_minor: 0, display: null },
      { title: '', subtitle: '', amount_minor: -35_000, currency: 'USD', display: '−$350' },
      { purchase_id: purchaseId, refunded_minor: 40 },
    ])
  })
})

describe('POST /control/accounts', () => {
  it('[product] sets what is given and tells all switches', async () => {
    const kit = createKit()
    const body = { account: 'guest', enabled: false, lines_carry_purchase_id: false }
    expect((await control(kit, '/accounts', body)).json).toEqual({
      account: 'guest',
      enabled: false,
      connection_scoped_list: false,
      lines_carry_purchase_id: false,
      access_ttl_s: 300,
      key_bound: false,
    })
    const signIn = { account: 'guest', access_ttl_s: 20, key_bound: true }
    expect((await control(kit, '/accounts', signIn)).json).toMatchObject(signIn)
    // What is left out stays; a reset puts all of it back.
    expect((await control(kit, '/accounts', { account: 'guest' })).json).toMatchObject(signIn)
    await control(kit, '/reset', { lines: 0 })
    expect((await control(kit, '/accounts', { account: 'guest' })).json).toMatchObject({
      access_ttl_s: 300,
      key_bound: false,
    })
  })
})

describe('POST /control/tokens/end', () => {
  it('[product] ends the account’s tokens, those of this interface too, and no other’s', async () => {
    const kit = createKit()
    const guest = kit.tokenOf('guest')
    kit.tokenOf('guest', { ttlSeconds: 0 })
    expect((await control(kit, '/tokens/end', { account: 'guest' })).json).toEqual({ ended: 1 })
    expect(findToken(kit.world, guest)).toBeNull()
    expect(findToken(kit.world, kit.demo)).not.toBeNull()
    expect((await control(kit, '/tokens/end', {})).json).toEqual({ ended: 1 })
  })
})

describe('POST /control/clients', () => {
  it('[C46] keeps a client, public or with a secret, over a reset', async () => {
    const kit = createKit()
    const clients = createClients(kit.world, 'secret')
    expect((await control(kit, '/clients', CLIENT)).json).toEqual({ client_id: 'mine' })
    expect(clients.metadataOf('mine')).toMatchObject({
      ...CLIENT,
      token_endpoint_auth_method: 'none',
    })
    await control(kit, '/clients', { ...CLIENT, client_secret: 'hidden' })
    await control(kit, '/reset', { lines: 0 })
    expect(clients.metadataOf('mine')).toMatchObject({ client_secret: 'hidden' })
    expect(clients.metadataOf('nobody')).toBeUndefined()
  })
})

describe('/control/faults', () => {
  it('[product] adds to what is active, and DELETE leaves none', async () => {
    const kit = createKit()
    const fault = {
      fault: 'status_429',
      tool: 'list_transactions',
      account: 'demo',
      times: 1,
      retry_after: 3,
      after_seconds: 2,
    }
    expect((await control(kit, '/faults', [fault])).json).toEqual({ active: 1 })
    expect((await control(kit, '/faults', [fault, fault])).json).toEqual({ active: 3 })
    expect((await control(kit, '/faults', undefined, 'DELETE')).json).toEqual({ active: 0 })
    expect(kit.world.faults.active()).toBe(0)
  })
})

describe('GET /control/state', () => {
  it('[product] tells time, accounts, faults and settings', async () => {
    const kit = createKit()
    kit.purchase({ state: 'completed' })
    kit.fault({ fault: 'html_500' })
    expect((await control(kit, '/state', undefined, 'GET')).json).toEqual({
      now: '2026-11-29T09:00:00.000Z',
      frozen: false,
      lines: 1,
      purchases: 1,
      accounts: [
        {
          account: 'demo',
          name: 'Meera Kulkarni',
          enabled: true,
          connection_scoped_list: false,
          lines_carry_purchase_id: true,
          lines: 1,
          purchases: 1,
        },
      ],
      faults: 1,
      settings: { rate: 120, window_s: 60, lines: 600, seed: 1 },
    })
  })

  it('[product] says so when the limits are not the documents’', async () => {
    const kit = createKit({ rate: 6_000 })
    const { json } = await control(kit, '/state', undefined, 'GET')
    expect(json['settings']).toMatchObject({
      rate: 6_000,
      note: 'Not Envoy’s own limit: 6000 requests in 60 s instead of 120 in 60 s.',
    })
  })
})

describe('GET /control/log', () => {
  it('[product] gives the rows after the one that is named', async () => {
    const kit = createKit()
    await kit.call('list_purchases', {})
    await kit.call('list_purchases', {})
    // The one reply of control that is a list.
    const all = (await control(kit, '/log', undefined, 'GET')).json as unknown as { id: number }[]
    expect(all).toHaveLength(2)
    const rest = await control(kit, `/log?since=${all[0]?.id}`, undefined, 'GET')
    expect(rest.json).toEqual([all[1]])
  })
})
