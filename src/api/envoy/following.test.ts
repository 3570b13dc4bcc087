import { describe, expect, it } from 'vitest'
import type { PurchaseId } from '@/lib/ids'
import { outcomeOf } from '../core/test-fetch'
import { NEXT_ACTIONS } from './contract'
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
} from './test-replies'

const purchase = PURCHASE as PurchaseId // its shape is a purchase id's
const page = () => respond(okBody('list_transactions', { data: { transactions: [lineBody()] } }))
const status = (over: object = {}) =>
  respond(okBody('get_purchase_status', { purchase: purchaseBody({ ...over }) }))
const started = () => respond(okBody('start_purchase', { purchase: purchaseBody() }))
const out = (nextValue: unknown, retryable: boolean) =>
  respond(
    failedBody('list_transactions', 'UNAVAILABLE', { next: nextValue, error: { retryable } }),
    503,
  )
const start = () => ({
  idempotencyKey: newIdempotencyKey(),
  merchantUrl: 'https://neem.example.test/x',
  amountMinor: 249_900,
})
const answer = { purchase, questionId: 'q1', answer: 'M' }

describe('what Envoy says is to be done next', () => {
  it('[R-078] retry: not before after_seconds, then the same call unchanged', async () => {
    const { clock, envoy, sent } = createTestEnvoy((n) =>
      n === 0 ? out(next('retry', { after_seconds: 7 }), true) : page(),
    )
    const one = outcomeOf(envoy.listTransactions({ limit: 50 }))
    await clock.advance(6_999)
    expect(sent).toHaveLength(1)
    await clock.advance(2_000)
    expect(one.state()).toBe('done')
    expect(sent.map(({ url, body }) => `${url} ${body}`)).toEqual(
      Array(2).fill('/api/tools/list_transactions {"limit":50}'),
    )
  })

  it('[R-080] an UNAVAILABLE that is not retryable is asked once, whatever its next says', async () => {
    const { clock, envoy, sent } = createTestEnvoy(() =>
      out(next('retry', { after_seconds: 7 }), false),
    )
    const one = outcomeOf(envoy.listTransactions({ limit: 50 }))
    await clock.advance(600_000)
    expect(one.error()).toMatchObject({ kind: 'unavailable', changed: 'nothing' })
    expect(sent).toHaveLength(1)
  })

  it.each(['stop', 'reconnect', 'fix_input', 'update_client'])(
    '[R-077, R-083] %s: the call is not made again, however long one waits',
    async (action) => {
      const { clock, envoy, sent } = createTestEnvoy(() => out(next(action), true))
      const one = outcomeOf(envoy.listTransactions({ limit: 50 }))
      await clock.advance(600_000)
      expect(one.state()).toBe('failed')
      expect(sent).toHaveLength(1)
    },
  )

  it('[R-084] the actions are six', () => {
    expect([...NEXT_ACTIONS].sort()).toEqual(
      ['call_tool', 'fix_input', 'reconnect', 'retry', 'stop', 'update_client'].sort(),
    )
  })

  it('[R-087] the status of HTTP decides nothing: a refusal with 200 is one, an answer with 500 too', async () => {
    const refused = createTestEnvoy(() => respond(failedBody('list_transactions', 'NOT_ALLOWED')))
    await expect(refused.envoy.listTransactions({ limit: 50 })).rejects.toMatchObject({
      kind: 'not_allowed',
    })
    const limited = createTestEnvoy((n) =>
      n === 0 ? respond(limitedBody('list_transactions', 3), 200) : page(),
    )
    const one = outcomeOf(limited.envoy.listTransactions({ limit: 50 }))
    await limited.clock.advance(2_999)
    expect(limited.sent).toHaveLength(1)
    await limited.clock.advance(2_000)
    expect(one.state()).toBe('done')
    const answered = createTestEnvoy(() =>
      respond(okBody('list_transactions', { data: { transactions: [] } }), 500),
    )
    expect((await answered.envoy.listTransactions({ limit: 50 })).lines).toEqual([])
  })

  it('[R-015] a refused input is told, not sent again; the corrected one goes once', async () => {
    const { clock, envoy, sent } = createTestEnvoy((n) =>
      n === 0
        ? respond(
            failedBody('list_transactions', 'INVALID_INPUT', {
              next: next('fix_input'),
              error: { fields: [{ path: 'limit', problem: 'is too large', expected: 'less' }] },
            }),
            400,
          )
        : page(),
    )
    const one = outcomeOf(envoy.listTransactions({ limit: 50 }))
    await clock.advance(600_000)
    expect(one.error()).toMatchObject({ kind: 'invalid_input', fields: [{ path: 'limit' }] })
    expect(sent).toHaveLength(1)
    await envoy.listTransactions({ limit: 20 })
    expect(sent.map(({ body }) => body)).toEqual(['{"limit":50}', '{"limit":20}'])
  })
})

describe('a purchase, once it is known', () => {
  it('[R-023, R-024] is named by the id its reply gave it, from then on', async () => {
    const given = `pur_${'0f'.repeat(16)}`
    const { envoy, sent } = createTestEnvoy((n) =>
      n === 0
        ? respond(okBody('start_purchase', { purchase: purchaseBody({ purchase_id: given }) }))
        : status({ purchase_id: given }),
    )
    const { purchase: known } = await envoy.startPurchase(start())
    expect(known.purchaseId).toBe(given)
    await envoy.getPurchaseStatus({ purchase: known.purchaseId })
    expect(sent[1]?.body).toBe(JSON.stringify({ purchase: given }))
  })

  it('[R-024] an answer in doubt is looked up by the purchase it was for, not by its key', async () => {
    const { envoy, sent } = createTestEnvoy((n) => (n === 0 ? 'network' : status()))
    await envoy.submitAnswer(answer).catch(() => {})
    const [write] = envoy.unresolvedWrites()
    if (write === undefined) throw new Error('the answer was to be kept')
    await envoy.checkWrite(write)
    expect(sent[1]?.body).toBe(JSON.stringify({ purchase: PURCHASE }))
  })
})

describe('[R-039] a lost write', () => {
  it('of an answer: the same words go again with the same key', async () => {
    const { envoy, sent } = createTestEnvoy(() => 'network')
    await envoy.submitAnswer(answer).catch(() => {})
    await envoy.submitAnswer(answer).catch(() => {})
    expect(sent).toHaveLength(2)
    expect(sent[1]?.body).toBe(sent[0]?.body)
  })

  it('of a start: looked up by the key it was sent with, and no other start is made', async () => {
    const { envoy, sent, tools } = createTestEnvoy((n) => (n === 0 ? 'network' : status()))
    const wanted = start()
    await envoy.startPurchase(wanted).catch(() => {})
    const [write] = envoy.unresolvedWrites()
    if (write === undefined) throw new Error('the start was to be kept')
    expect((await envoy.checkWrite(write)).settled).toBe(true)
    expect(tools()).toEqual(['start_purchase', 'get_purchase_status'])
    expect(sent[1]?.body).toBe(JSON.stringify({ purchase: wanted.idempotencyKey }))
  })

  it('[R-048] a start that failed with a purchase to read is read, never started once more', async () => {
    const { envoy, tools } = createTestEnvoy((n) =>
      n === 0
        ? respond(
            failedBody('start_purchase', 'UNAVAILABLE', {
              next: callTool('get_purchase_status', { purchase: PURCHASE }),
            }),
            503,
          )
        : n === 1
          ? status()
          : started(),
    )
    await expect(envoy.startPurchase(start())).rejects.toMatchObject({
      kind: 'unavailable',
      changed: 'unknown',
    })
    expect(tools()).toEqual(['start_purchase', 'get_purchase_status'])
  })
})
