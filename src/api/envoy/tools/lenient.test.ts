import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolName, WRITE_TOOLS } from '../contract'
import {
  callTool,
  createTestEnvoy,
  lineBody,
  MERCHANTS_EXAMPLE,
  okBody,
  PURCHASE,
  purchaseBody,
  respond,
} from '../test-replies'

type ReadTool = Exclude<ToolName, (typeof WRITE_TOOLS)[number]>

const money = { minor: 5, currency: 'INR', display: '₹0.05' }

/** Each read with a reply that has everything the client reads of it. */
const REPLIES: [ReadTool, object][] = [
  [
    'list_transactions',
    {
      data: {
        transactions: [lineBody({ purchase_id: PURCHASE, refunded: money })],
        next_cursor: 'c',
      },
      next: callTool('list_transactions', { limit: 50, cursor: 'c' }),
    },
  ],
  ['list_purchases', { data: { purchases: [purchaseBody()], truncated: true } }],
  [
    'get_purchase_status',
    {
      purchase: purchaseBody({
        agent: { name: 'Errand agent' },
        charged: money,
        question: { id: 'q_1', kind: 'choice', prompt: 'Which?', options: ['A'] },
        funding: { url: 'https://e.test/x', amount: money, expires_at: '2026-11-30T07:00:00Z' },
        timeline: [{ state: 'processing', at: '2026-11-30T05:00:00Z' }],
      }),
      user_action: { message: 'Answer it.', kind: 'k', url: 'https://e.test/', expires_at: null },
      next: callTool('get_purchase_status', { purchase: PURCHASE, after_revision: 1 }),
    },
  ],
  ['list_gift_card_merchants', { data: JSON.parse(MERCHANTS_EXAMPLE) }],
]

/** What the client makes of a reply, but for the reply itself, which it keeps for Support. */
async function readAs(tool: ReadTool, reply: unknown): Promise<unknown> {
  const { envoy } = createTestEnvoy(() => respond(JSON.stringify(reply)))
  const reads = {
    list_transactions: () => envoy.listTransactions({ limit: 50 }),
    list_purchases: () => envoy.listPurchases({ limit: 20 }),
    list_gift_card_merchants: () => envoy.listGiftCardMerchants(),
    get_purchase_status: () =>
      envoy.followStatus({
        tool: 'get_purchase_status',
        args: { purchase: PURCHASE },
        afterSeconds: null,
      }),
  }
  const value = await reads[tool]()
  return { ...value, meta: { ...value.meta, raw: null } }
}

/** Adds the fields of `next()` to every object of a reply but `args`, which is only handed back. */
function grown(value: unknown, next: () => object): unknown {
  if (Array.isArray(value)) return value.map((item) => grown(item, next))
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    name === 'args' ? part : grown(part, next),
  ])
  return { ...next(), ...Object.fromEntries(parts) }
}

const added = fc.dictionary(
  fc.string({ minLength: 1 }).map((name) => `later_${name}`),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3 },
)

describe.each(REPLIES)('%s', (tool, parts) => {
  it('[R-150, R-151] reads the same, whatever fields its reply gains and wherever', async () => {
    const plain = okBody(tool, { ...parts })
    const expected = await readAs(tool, plain)
    await fc.assert(
      fc.asyncProperty(fc.array(added, { minLength: 1, maxLength: 8 }), async (fields) => {
        let at = 0
        const reply = grown(plain, () => fields[at++ % fields.length] ?? {})
        expect(await readAs(tool, reply)).toEqual(expected)
      }),
      { numRuns: 25 },
    )
  })
})
