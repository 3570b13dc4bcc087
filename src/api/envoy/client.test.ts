import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { PurchaseId } from '@/lib/ids'
import { createGateStore, createMemoryStorage, createStoredJournal } from '../core/stored'
import { createTestClock } from '../core/test-clock'
import { outcomeOf } from '../core/test-fetch'
import { createConnection } from './connection'
import { newIdempotencyKey } from './keys'
import {
  callTool,
  createTestEnvoy,
  failedBody,
  limitedBody,
  lineBody,
  next,
  okBody,
  PURCHASE,
  purchaseBody,
  respond,
  UNAUTHENTICATED_EXAMPLE,
} from './test-replies'
import type { NextCall } from './types'

const purchase = PURCHASE as PurchaseId // its shape is a purchase id's
const page = (over: object = {}) =>
  respond(
    okBody('list_transactions', {
      data: { transactions: [lineBody()], next_cursor: null },
      ...over,
    }),
  )
const status = (over: object = {}) =>
  respond(okBody('get_purchase_status', { purchase: purchaseBody({ ...over }) }))

describe('what is sent', () => {
  it('[R-001, R-002, SR-1] POST to the tool, one JSON object, with the static header and no bearer', async () => {
    const { envoy, sent } = createTestEnvoy(() => page())
    await envoy.listTransactions({ limit: 50 })
    expect(sent[0]).toMatchObject({ url: '/api/tools/list_transactions', body: '{"limit":50}' })
    expect([...(sent[0]?.headers ?? [])]).toEqual([
      ['content-type', 'application/json'],
      ['x-passbook', '1'],
    ])
  })

  it('a wrong input costs no request', async () => {
    const { envoy, sent } = createTestEnvoy(() => page())
    await expect(envoy.listTransactions({ limit: 51 })).rejects.toMatchObject({
      kind: 'invalid_input',
    })
    await expect(envoy.listPurchases({ limit: 0 })).rejects.toMatchObject({ kind: 'invalid_input' })
    expect(sent).toEqual([])
  })
})

describe('[R-057] paging', () => {
  const follow = async (args: Record<string, unknown>) => {
    const { envoy, sent } = createTestEnvoy(() => page())
    const call: NextCall = { tool: 'list_transactions', args, afterSeconds: null }
    await envoy.followPage(call)
    return sent[0]?.body ?? ''
  }

  it('sends back byte for byte whatever the cursor is', async () => {
    const cursors = [
      '+/=%&?#',
      '\u0000\u001f"\\',
      '💸👨‍👩‍👧',
      '\ud800',
      'x'.repeat(4096),
      '662E41',
      '\u2028</script>',
      '007',
    ]
    for (const cursor of cursors) {
      const args = { from: '2026-09-01', limit: 20, cursor, to: '2026-09-30' }
      const { envoy, sent } = createTestEnvoy((n) =>
        n === 0
          ? page({
              data: { transactions: [], next_cursor: cursor },
              next: callTool('list_transactions', args),
            })
          : page(),
      )
      const first = await envoy.listTransactions({ limit: 20 })
      if (first.next === null) throw new Error('a next page was expected')
      await envoy.followPage(first.next)
      expect(sent[1]?.body).toBe(JSON.stringify(args))
    }
  })

  it('sends args deep-equal to those that came, whatever they hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (dictionary) => {
        // What has been through JSON once is what can come from Envoy.
        const args: Record<string, unknown> = JSON.parse(JSON.stringify(dictionary))
        expect(await follow(args)).toBe(JSON.stringify(args))
      }),
      { numRuns: 100 },
    )
  })

  it('[R-091] refuses to follow anything but a page', async () => {
    const { envoy, sent } = createTestEnvoy(() => page())
    for (const tool of ['start_purchase', 'submit_answer', 'list_purchases'] as const)
      await expect(envoy.followPage({ tool, args: {}, afterSeconds: null })).rejects.toMatchObject({
        kind: 'refused',
      })
    await expect(
      envoy.followStatus({ tool: 'submit_answer', args: {}, afterSeconds: null }),
    ).rejects.toMatchObject({ kind: 'refused' })
    expect(sent).toEqual([])
  })

  it('waits as long as next asks, counted from when it was said, and shows it', async () => {
    const clock = createTestClock()
    const { envoy, sent } = createTestEnvoy(() => page(), { clock })
    const call: NextCall = {
      tool: 'list_transactions',
      args: {},
      afterSeconds: 30,
      receivedAt: clock.now() - 10_000,
    }
    const one = outcomeOf(envoy.followPage(call))
    await clock.advance(19_999)
    expect(envoy.waits.get()).toMatchObject([
      { reason: 'unavailable', tryNow: null, until: clock.now() + 1 },
    ])
    expect(sent).toEqual([])
    await clock.advance(1)
    expect(one.state()).toBe('done')
    expect(envoy.waits.get()).toEqual([])
  })

  it('[C35] does not wait out more than 300 s, but says until when', async () => {
    const { clock, envoy } = createTestEnvoy(() => page())
    await expect(
      envoy.followPage({ tool: 'list_transactions', args: {}, afterSeconds: 301 }),
    ).rejects.toMatchObject({
      kind: 'unavailable',
      until: clock.now() + 301_000,
    })
  })

  it('[R-061] [C11] a refused cursor is its own kind', async () => {
    const { envoy } = createTestEnvoy(() =>
      respond(
        failedBody('list_transactions', 'INVALID_INPUT', {
          next: next('fix_input'),
          error: { fields: [{ path: 'cursor', problem: 'expired', expected: '' }] },
        }),
        400,
      ),
    )
    await expect(
      envoy.followPage({ tool: 'list_transactions', args: { cursor: 'x' }, afterSeconds: null }),
    ).rejects.toMatchObject({ kind: 'cursor_refused' })
  })
})

describe('identical reads', () => {
  it('share one request; different ones do not', async () => {
    const { clock, envoy, sent } = createTestEnvoy(() => ({ afterMs: 100, answer: page() }))
    const all = [50, 50, 20].map((limit) => outcomeOf(envoy.listTransactions({ limit })))
    await clock.advance(100)
    expect(all.map((one) => one.state())).toEqual(['done', 'done', 'done'])
    expect(sent).toHaveLength(2)
  })

  it('one who leaves does not take the others along', async () => {
    const { clock, envoy, sent } = createTestEnvoy(() => ({ afterMs: 100, answer: page() }))
    const stop = new AbortController()
    const leaving = outcomeOf(envoy.listTransactions({ limit: 50 }, { signal: stop.signal }))
    const staying = outcomeOf(envoy.listTransactions({ limit: 50 }))
    await clock.settle()
    stop.abort()
    await clock.advance(100)
    expect(leaving.error()).toMatchObject({ name: 'AbortError' })
    expect(staying.state()).toBe('done')
    expect(sent).toHaveLength(1)
  })
})

describe('time-outs', () => {
  it('[C21] a plain read is given up after 20 s, a held one after 60 s', async () => {
    const { clock, envoy, sent } = createTestEnvoy(() => 'hang')
    const plain = new AbortController()
    outcomeOf(envoy.listTransactions({ limit: 50 }, { signal: plain.signal }))
    const held = outcomeOf(
      envoy.followStatus({
        tool: 'get_purchase_status',
        args: { purchase, after_revision: 1 },
        afterSeconds: 0,
      }),
    )
    await clock.advance(19_999)
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, false])
    await clock.advance(1)
    expect(sent[0]?.signal.aborted).toBe(true)
    plain.abort()
    await clock.advance(39_999)
    expect(held.state()).toBe('pending')
    await clock.advance(1)
    expect(held.error()).toMatchObject({ kind: 'no_reply', lost: 'timeout', changed: 'nothing' })
    expect(sent.filter(({ url }) => url.endsWith('status'))).toHaveLength(1)
  })
})

describe('[R-103] a 429', () => {
  it('holds all tools, and the failure says until when a person may try', async () => {
    const { clock, envoy, tools } = createTestEnvoy((_, { url }) =>
      url.endsWith('list_transactions')
        ? respond(limitedBody('list_transactions', 60), 429, { 'retry-after': '90' })
        : status(),
    )
    outcomeOf(envoy.listTransactions({ limit: 50 }))
    await clock.settle()
    const other = outcomeOf(envoy.getPurchaseStatus({ purchase }))
    await clock.advance(89_999)
    expect(tools()).toEqual(['list_transactions'])
    expect(envoy.waits.get()).toMatchObject([{ reason: 'rate_limited', until: clock.now() + 1 }])
    await clock.advance(1)
    expect(other.state()).toBe('done')
  })

  it('[CT-2] outlives a reload through the gate store', async () => {
    const clock = createTestClock()
    const map = new Map<string, string>()
    const storage = {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    }
    const gateStore = createGateStore(storage, 'tag')
    const before = createTestEnvoy(() => respond(limitedBody('list_transactions'), 429), {
      clock,
      gateStore,
    })
    const page1 = new AbortController()
    outcomeOf(before.envoy.listTransactions({ limit: 50 }, { signal: page1.signal }))
    await clock.advance(10_000)
    page1.abort()
    const after = createTestEnvoy(() => page(), { clock, gateStore })
    const one = outcomeOf(after.envoy.listTransactions({ limit: 50 }))
    await clock.advance(49_999)
    expect(after.sent).toEqual([])
    await clock.advance(1)
    expect(one.state()).toBe('done')
    expect([...map.values()].join()).not.toMatch(/list|limit/)
  })
})

describe('[R-081, R-092] a failed read that names another read', () => {
  it('of the same tool is continued there, with its args unchanged', async () => {
    const args = { purchase: PURCHASE, odd: [1, null] }
    const { envoy, sent } = createTestEnvoy((n) =>
      n === 0
        ? respond(
            failedBody('get_purchase_status', 'STATE_CONFLICT', {
              next: callTool('get_purchase_status', args),
            }),
          )
        : status(),
    )
    expect((await envoy.getPurchaseStatus({ purchase })).purchase.state).toBe('processing')
    expect(sent[1]?.body).toBe(JSON.stringify(args))
  })

  it('is not continued for ever', async () => {
    const { envoy, sent } = createTestEnvoy((n) =>
      respond(
        failedBody('get_purchase_status', 'STATE_CONFLICT', {
          next: callTool('get_purchase_status', { purchase: PURCHASE, n }),
        }),
      ),
    )
    await expect(envoy.getPurchaseStatus({ purchase })).rejects.toMatchObject({
      kind: 'state_conflict',
    })
    expect(sent).toHaveLength(3)
  })

  it('of another tool is handed to the caller', async () => {
    const { envoy, sent } = createTestEnvoy(() =>
      respond(
        failedBody('list_transactions', 'STATE_CONFLICT', {
          next: callTool('get_purchase_status', { purchase: PURCHASE }),
        }),
      ),
    )
    await expect(envoy.listTransactions({ limit: 50 })).rejects.toMatchObject({
      next: { tool: 'get_purchase_status', args: { purchase: PURCHASE } },
    })
    expect(sent).toHaveLength(1)
  })
})

describe("Envoy's clock", () => {
  it('[CT-5] is taken from the middle of a quick exchange', async () => {
    const clock = createTestClock()
    const serverTime = clock.now() - 86_400_000
    const { envoy } = createTestEnvoy(
      () => ({ afterMs: 400, answer: page({ server_time: new Date(serverTime).toISOString() }) }),
      { clock },
    )
    expect(envoy.serverNow()).toBe(clock.now())
    const one = outcomeOf(envoy.listTransactions({ limit: 50 }))
    await clock.advance(400)
    expect(one.state()).toBe('done')
    expect(envoy.serverNow()).toBe(serverTime + 200)
    await clock.advance(1_000)
    expect(envoy.serverNow()).toBe(serverTime + 1_200)
  })

  it('is not taken from a held or a slow exchange, nor from a reply without a time', async () => {
    const { clock, envoy } = createTestEnvoy((n) =>
      n === 0
        ? {
            afterMs: 4_000,
            answer: respond(
              okBody('get_purchase_status', {
                purchase: purchaseBody(),
                server_time: '2020-01-01T00:00:00Z',
              }),
            ),
          }
        : n === 1
          ? { afterMs: 9_000, answer: page({ server_time: '2020-01-01T00:00:00Z' }) }
          : page({ server_time: 'now' }),
    )
    outcomeOf(envoy.followStatus({ tool: 'get_purchase_status', args: {}, afterSeconds: null }))
    await clock.advance(4_000)
    outcomeOf(envoy.listTransactions({ limit: 50 }))
    await clock.advance(9_000)
    await envoy.listTransactions({ limit: 20 })
    expect(envoy.serverNow()).toBe(clock.now())
  })
})

describe('[R-142, C57] another contract', () => {
  it('is told; reads go on; it is forgotten when the known one comes back', async () => {
    const { envoy } = createTestEnvoy((n) =>
      page({ contract: ['envoy@2027-01', null, 'envoy@2026-10'][n] }),
    )
    expect(envoy.contractMismatch.get()).toBeNull()
    expect((await envoy.listTransactions({ limit: 50 })).lines).toHaveLength(1)
    expect(envoy.contractMismatch.get()).toBe('envoy@2027-01')
    await envoy.listTransactions({ limit: 50 })
    expect(envoy.contractMismatch.get()).toBe('envoy@2027-01')
    await envoy.listTransactions({ limit: 50 })
    expect(envoy.contractMismatch.get()).toBeNull()
  })
})

describe('for Support', () => {
  it('the log holds each attempt with its ids, and the budget what was used', async () => {
    const { clock, envoy } = createTestEnvoy((n) => (n === 0 ? respond('<html>', 502) : page()))
    outcomeOf(envoy.listTransactions({ limit: 50 }))
    await clock.advance(1_000)
    expect(envoy.requests.entries.get()).toMatchObject([
      { call: 'list_transactions', attempt: 1, outcome: 'no_reply', status: 502, requestId: null },
      {
        call: 'list_transactions',
        attempt: 2,
        outcome: 'done',
        status: 200,
        requestId: 'req_1',
        raw: { ok: true },
      },
    ])
    expect(envoy.budget()).toEqual({ used: 2, allowed: 100 })
  })
})

describe('a connection', () => {
  const storage = createMemoryStorage()
  const session = {
    signedIn: true,
    account: { tag: 'tag', name: 'You' },
    contract: null,
    requestsPerMinute: 60,
    linkHosts: [],
    calls: false,
    freshForS: null,
  }
  const browser = { fetch: async () => page(), storage }

  it('exists for who is signed in, with what is left of earlier writes of that account only', () => {
    const write = {
      tool: 'submit_answer',
      key: 'k'.repeat(20),
      purchaseId: PURCHASE,
      questionId: 'q',
      createdAt: 1,
    }
    createStoredJournal(storage, 'tag').record(write)
    const connection = createConnection(session, browser)
    expect(connection?.account).toEqual({ tag: 'tag', name: 'You' })
    expect(connection?.envoy.unresolvedWrites()).toEqual([write])
    expect(connection?.envoy.budget().allowed).toBe(50)
    const other = createConnection(
      { ...session, account: { tag: 'other', name: 'Other' } },
      browser,
    )
    expect(other?.envoy.unresolvedWrites()).toEqual([])
  })

  it('[SR-21] once closed, calls under way and to come end with an AbortError, and nothing is kept', async () => {
    const end = new AbortController()
    const kept = createMemoryStorage()
    const connection = createConnection(session, {
      // Takes no notice of its signal: the reply comes after the end.
      fetch: async () => {
        await Promise.resolve()
        end.abort()
        return page()
      },
      storage: kept,
      closed: end.signal,
    })
    const late = { name: 'AbortError' }
    await expect(connection?.envoy.listTransactions({ limit: 50 })).rejects.toMatchObject(late)
    await expect(connection?.envoy.listPurchases({ limit: 20 })).rejects.toMatchObject(late)
    const start = {
      idempotencyKey: newIdempotencyKey(),
      merchantUrl: 'https://shop.example.test',
      amountMinor: 100,
    }
    await expect(connection?.envoy.startPurchase(start)).rejects.toThrow()
    expect(kept.keys()).toEqual([])
  })

  it.each([
    ['Envoy', 1],
    ['Passbook’s own server', 0],
  ])('[R-154] that it has ended is told when %s says so: %i', async (who, told) => {
    const onEnded = vi.fn()
    const body =
      who === 'Envoy'
        ? UNAUTHENTICATED_EXAMPLE
        : JSON.stringify({ passbook: { kind: 'signed_out', message: '' } })
    const connection = createConnection(session, {
      fetch: async () => new Response(body, { status: 401 }),
      storage,
      onEnded,
    })
    const asked = connection?.envoy.listPurchases({ limit: 20 })
    await expect(asked).rejects.toMatchObject({ kind: 'signed_out' })
    expect(onEnded).toHaveBeenCalledTimes(told)
  })

  it('does not exist for nobody', () => {
    expect(createConnection({ ...session, signedIn: false }, browser)).toBeNull()
    expect(createConnection({ ...session, account: null }, browser)).toBeNull()
  })
})
