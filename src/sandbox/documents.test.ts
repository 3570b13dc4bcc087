import { describe, expect, it } from 'vitest'
import { type Answer, createKit, type Kit, startInput } from './test-kit'

/** S1's example `synthetic-unauthenticated`, word for word. */
const UNAUTHENTICATED = {
  ok: false,
  contract: 'envoy@2026-10',
  tool: 'list_purchases',
  request_id: 'req_synthetic',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  server_time: '2026-09-29T12:00:00Z',
  replayed: false,
  purchase: null,
  data: null,
  next: {
    action: 'reconnect',
    tool: null,
    args: null,
    instruction: 'Ask the user to reconnect Envoy, then retry this call.',
    after_seconds: null,
    by: null,
  },
  user_action: null,
  follow_ups: [],
  error: {
    code: 'UNAUTHENTICATED',
    message: 'Reconnect to Envoy.',
    fields: [],
    reason_code: null,
    retryable: false,
    retry_after_seconds: null,
  },
}

/** S4's example merchant, word for word. */
const MERCHANT = {
  name: 'shop.example.test',
  domain: 'shop.example.test',
  amounts: [
    { minor: 50000, currency: 'INR', display: '₹500.00' },
    { minor: 100000, currency: 'INR', display: '₹1,000.00' },
  ],
  amount_range: null,
  discount_percent: 2.5,
  redeem_at: 'checkout',
}

/** S1's table of codes: the status and, word for word, what the agent does. */
const CODES = [
  [
    '[R-153]',
    'INVALID_INPUT',
    400,
    'Fix every field listed in error.fields, then call the same tool once more.',
  ],
  ['[R-154]', 'UNAUTHENTICATED', 401, 'Ask the user to reconnect Envoy, then retry this call.'],
  ['[R-155]', 'NOT_ALLOWED', 403, 'This connection may not do that. Tell the user; do not retry.'],
  [
    '[R-156]',
    'SERVICE_NOT_ENABLED',
    403,
    'This Envoy service is not enabled for the user. Tell the user; do not retry.',
  ],
  [
    '[R-157]',
    'NOT_FOUND',
    404,
    'No purchase matches that reference. Check the purchase id from this task; do not start a new purchase to recover.',
  ],
  [
    '[R-158]',
    'IDEMPOTENCY_CONFLICT',
    409,
    'Retry with the original inputs unchanged, or use a new idempotency_key only for a genuinely new purchase.',
  ],
  [
    '[R-159]',
    'ACTIVE_PURCHASE_EXISTS',
    409,
    'Another purchase is in progress. Show the user the user_action message and stop this attempt.',
  ],
  [
    '[R-160]',
    'STATE_CONFLICT',
    409,
    'This conflicts with the current state. Tell the user; do not retry.',
  ],
  [
    '[R-161]',
    'NO_RAIL',
    422,
    'Envoy cannot pay this purchase. Tell the user why using error.message; do not retry or split it.',
  ],
  ['[R-162]', 'RATE_LIMITED', 429, 'Wait next.after_seconds, then retry the same call unchanged.'],
  [
    '[R-163]',
    'UNAVAILABLE',
    503,
    'Wait next.after_seconds, then retry the same call unchanged; never pay elsewhere meanwhile.',
  ],
  ['[R-164]', 'CLIENT_UPDATE_REQUIRED', 426, 'This client is too old. Tell the user to update it.'],
] as const

const ACTIONS: Record<(typeof CODES)[number][1], string> = {
  INVALID_INPUT: 'fix_input',
  UNAUTHENTICATED: 'reconnect',
  NOT_ALLOWED: 'stop',
  SERVICE_NOT_ENABLED: 'stop',
  NOT_FOUND: 'stop',
  IDEMPOTENCY_CONFLICT: 'stop',
  ACTIVE_PURCHASE_EXISTS: 'stop',
  STATE_CONFLICT: 'stop',
  NO_RAIL: 'stop',
  RATE_LIMITED: 'retry',
  UNAVAILABLE: 'retry',
  CLIENT_UPDATE_REQUIRED: 'update_client',
}

const CODE_NAMES = CODES.map(([, code]) => code)

/** Each code by what a client really does to get it. */
const CAUSES: Record<(typeof CODES)[number][1], (kit: Kit) => Promise<Answer>> = {
  INVALID_INPUT: (kit) => kit.call('list_purchases', { limit: 0 }),
  UNAUTHENTICATED: (kit) => kit.call('list_purchases', {}, { token: null }),
  NOT_ALLOWED: (kit) =>
    kit.call('start_purchase', startInput('a'), {
      token: kit.tokenOf('demo', { scope: 'agent:read' }),
    }),
  SERVICE_NOT_ENABLED: (kit) => {
    kit.world.db.exec('UPDATE accounts SET enabled = 0')
    return kit.call('list_purchases', {})
  },
  NOT_FOUND: (kit) => kit.call('get_purchase_status', { purchase: `pur_${'0'.repeat(32)}` }),
  IDEMPOTENCY_CONFLICT: async (kit) => {
    await kit.call('start_purchase', startInput('a'))
    return kit.call('start_purchase', startInput('a', { amount: '1.00' }))
  },
  ACTIVE_PURCHASE_EXISTS: async (kit) => {
    await kit.call('start_purchase', startInput('a'))
    return kit.call('start_purchase', startInput('b'))
  },
  STATE_CONFLICT: (kit) =>
    kit.call('submit_answer', {
      purchase: kit.purchase({ state: 'processing' }).purchase_id,
      question_id: 'q_1',
      answer: 'Small',
      idempotency_key: 'key-of-an-answer',
    }),
  NO_RAIL: (kit) => kit.call('start_purchase', startInput('a', { amount: '200000.01' })),
  RATE_LIMITED: async (kit) => {
    for (let sent = 0; sent < 120; sent += 1) await kit.call('list_purchases', {})
    return kit.call('list_purchases', {})
  },
  UNAVAILABLE: (kit) => {
    kit.fault({ fault: 'status_503' })
    return kit.call('list_purchases', {})
  },
  CLIENT_UPDATE_REQUIRED: (kit) => {
    kit.fault({ fault: 'status_426' })
    return kit.call('list_purchases', {})
  },
}

describe('the documents’ own examples', () => {
  it('[S1] [R-141, R-142, R-145, R-146, R-147, R-148, R-184] answers a call without a sign-in with the example envelope', async () => {
    const kit = createKit({ startAt: Date.parse('2026-09-29T12:00:00Z') })
    const { status, reply } = await kit.call('list_purchases', { limit: 5 }, { token: null })
    expect(status).toBe(401)
    expect(reply.request_id).toMatch(/^req_[0-9a-f]{32}$/)
    expect(reply.trace_id).toMatch(/^[0-9a-f]{32}$/)
    expect(Date.parse(reply.server_time)).toBe(Date.parse(UNAUTHENTICATED.server_time))
    expect({
      ...reply,
      request_id: UNAUTHENTICATED.request_id,
      trace_id: UNAUTHENTICATED.trace_id,
      server_time: UNAUTHENTICATED.server_time,
    }).toEqual(UNAUTHENTICATED)
    expect(Object.keys(reply)).toEqual(Object.keys(UNAUTHENTICATED))
  })

  describe('[S0] the 121st call of a minute', () => {
    async function oneTooMany(afterMs: number, rate = 120) {
      const kit = createKit({ rate })
      for (let sent = 0; sent < rate; sent += 1) await kit.call('list_purchases', { limit: 1 })
      kit.pass(afterMs)
      return kit.call('list_purchases', { limit: 1 })
    }

    it('[R-095] is a 429 with RATE_LIMITED that asks for a retry', async () => {
      const { status, reply } = await oneTooMany(12_400)
      expect(status).toBe(429)
      expect(reply.error).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
      expect(reply.next).toMatchObject({ action: 'retry', tool: null, args: null })
    })

    it('[R-096] says 60 seconds in next and in error alike', async () => {
      const { reply } = await oneTooMany(0, 1)
      expect([reply.next?.after_seconds, reply.error?.retry_after_seconds]).toEqual([60, 60])
    })

    it.each([0, 1, 999, 12_400, 58_000, 59_999])(
      '[R-097, R-098, R-099, R-100] after %d ms: the header has the seconds left, the body 60',
      async (afterMs) => {
        const { headers, reply } = await oneTooMany(afterMs, 1)
        expect(headers.get('retry-after')).toBe(String(Math.ceil((60_000 - afterMs) / 1000)))
        expect(reply.next?.after_seconds).toBe(60)
      },
    )
  })

  it('[S0] takes the page’s example of list_transactions', async () => {
    const kit = createKit()
    const { status, reply } = await kit.call('list_transactions', {
      from: '2026-09-01',
      to: '2026-09-30',
      limit: 20,
    })
    expect(status).toBe(200)
    expect(reply).toMatchObject({ ok: true, data: { transactions: [] }, next: null, error: null })
  })

  it('[S4] [R-139, C49] lists the example merchant in data.merchants', async () => {
    const kit = createKit()
    const { reply } = await kit.call('list_gift_card_merchants', {})
    expect(reply.data.merchants).toContainEqual(MERCHANT)
    expect(Object.keys(reply)).toEqual(Object.keys(UNAUTHENTICATED))
  })

  it.each(CODES)('%s [R-152] %s goes out as %i with the table’s instruction', async (...row) => {
    const [, code, status, instruction] = row
    const answer = await CAUSES[code](createKit())
    expect(answer).toMatchObject({
      status,
      reply: {
        ok: false,
        replayed: false,
        purchase: null,
        data: null,
        follow_ups: [],
        next: { action: ACTIONS[code], instruction },
        error: { code, reason_code: null },
      },
    })
  })

  it.each(CODE_NAMES)('[R-146, R-147, R-148] %s has the six parts of an error', async (code) => {
    const { reply } = await CAUSES[code](createKit())
    expect(Object.keys(reply.error ?? {})).toEqual(Object.keys(UNAUTHENTICATED.error))
    expect(reply.error?.fields.length).toBe(code === 'INVALID_INPUT' ? 1 : 0)
    expect(reply.user_action !== null).toBe(code === 'ACTIVE_PURCHASE_EXISTS')
  })

  it('[R-159] ACTIVE_PURCHASE_EXISTS carries the message for the user', async () => {
    const kit = createKit()
    await kit.call('start_purchase', startInput('a'))
    const { reply } = await kit.call('start_purchase', startInput('b'))
    expect(reply.user_action?.message).toContain('already in progress')
  })
})
