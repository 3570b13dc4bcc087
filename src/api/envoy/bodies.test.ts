import { describe, expect, it } from 'vitest'
import type { Day } from '@/lib/days'
import type { PurchaseId } from '@/lib/ids'
import type { SentRequest } from '../core/test-fetch'
import type { ToolName } from './contract'
import { newIdempotencyKey } from './keys'
import {
  createTestEnvoy,
  failedBody,
  lineBody,
  okBody,
  PURCHASE,
  purchaseBody,
  respond,
} from './test-replies'

const purchase = PURCHASE as PurchaseId // its shape is a purchase id's
const day = '2026-09-01' as Day // its shape is a day's
const start = {
  idempotencyKey: newIdempotencyKey(),
  merchantUrl: 'https://neem.example.test/x',
  amountMinor: 249_900,
}
const answer = { purchase, questionId: 'q1', answer: 'M' }

const REPLIES: Readonly<Record<ToolName, object>> = {
  list_transactions: { data: { transactions: [lineBody()] } },
  list_purchases: { data: { purchases: [], truncated: false } },
  get_purchase_status: { purchase: purchaseBody() },
  list_gift_card_merchants: { data: { merchants: [] } },
  start_purchase: { purchase: purchaseBody() },
  submit_answer: { purchase: purchaseBody() },
}

/** Every tool answers well, but for those that are told to refuse. */
function createWillingEnvoy(refuses: readonly ToolName[] = []) {
  const toolOf = ({ url }: SentRequest) => url.slice('/api/tools/'.length) as ToolName // we made it
  const made = createTestEnvoy((_, request) => {
    const tool = toolOf(request)
    return refuses.includes(tool)
      ? respond(failedBody(tool, 'NO_RAIL'), 422)
      : respond(okBody(tool, { ...REPLIES[tool] }))
  })
  const bodies = () =>
    made.sent.map((request) => ({
      tool: toolOf(request),
      body: JSON.parse(request.body) as Record<string, unknown>, // the client sends objects only
    }))
  return { ...made, bodies }
}

describe('the body of a call', () => {
  it('[R-005] has what the tool declares and was wanted, and nothing of ours', async () => {
    const { envoy, bodies } = createWillingEnvoy()
    await envoy.listTransactions({ from: day, to: day, limit: 50 })
    await envoy.listPurchases({ limit: 20 })
    await envoy.getPurchaseStatus({ purchase })
    await envoy.listGiftCardMerchants()
    await envoy.startPurchase({ ...start, rail: 'gift_card', retryOf: purchase })
    await envoy.submitAnswer(answer)
    expect(bodies().map(({ tool, body }) => [tool, ...Object.keys(body).sort()])).toEqual([
      ['list_transactions', 'from', 'limit', 'to'],
      ['list_purchases', 'limit'],
      ['get_purchase_status', 'purchase'],
      ['list_gift_card_merchants'],
      ['start_purchase', 'amount', 'idempotency_key', 'merchant_url', 'rail', 'retry_of'],
      ['submit_answer', 'answer', 'idempotency_key', 'purchase', 'question_id'],
    ])
  })

  it('[R-017] of a start has the very key that its caller chose', async () => {
    const { envoy, bodies } = createWillingEnvoy()
    await envoy.startPurchase(start)
    expect(bodies()[0]?.body['idempotency_key']).toBe(start.idempotencyKey)
  })

  it('[R-041] of a start names another purchase only when its caller does, also after a refusal', async () => {
    const { envoy, bodies } = createWillingEnvoy(['start_purchase'])
    const failed = await envoy.startPurchase(start).catch((error: unknown) => error)
    expect(failed).toMatchObject({ kind: 'no_rail' })
    await envoy.startPurchase({ ...start, idempotencyKey: newIdempotencyKey() }).catch(() => {})
    expect(bodies().map(({ body }) => 'retry_of' in body)).toEqual([false, false])
  })

  it('[R-042, R-045] of an answer has a key of its own, not that of any other write', async () => {
    const { envoy, bodies } = createWillingEnvoy()
    await envoy.startPurchase(start)
    await envoy.submitAnswer(answer)
    await envoy.submitAnswer({ ...answer, questionId: 'q2' })
    const keys = bodies().map(({ body }) => body['idempotency_key'])
    expect(keys.every((key) => typeof key === 'string' && key.length >= 16)).toBe(true)
    expect(new Set(keys).size).toBe(3)
  })
})
