import { describe, expect, it } from 'vitest'
import type { PurchaseId } from '@/lib/ids'
import { CallFailure } from '../failure'
import {
  callTool,
  createTestEnvoy,
  lineBody,
  MERCHANTS_EXAMPLE,
  next,
  okBody,
  PURCHASE,
  purchaseBody,
  respond,
} from '../test-replies'
import type { Page, Purchase } from '../types'

const purchase = PURCHASE as PurchaseId // its shape is a purchase id's

const pageOf = (data: unknown, nextValue: unknown = null): Promise<Page> =>
  createTestEnvoy(() =>
    respond(okBody('list_transactions', { data, next: nextValue })),
  ).envoy.listTransactions({ limit: 50 })

const statusOf = (over: object) =>
  createTestEnvoy(() =>
    respond(okBody('get_purchase_status', { purchase: purchaseBody({ ...over }) })),
  ).envoy.getPurchaseStatus({ purchase })

/** Reads that cannot be read are tried again; time has to pass for that. */
async function failureOf(tool: 'status' | 'list' | 'page', over: object): Promise<unknown> {
  const names = {
    status: 'get_purchase_status',
    list: 'list_purchases',
    page: 'list_transactions',
  } as const
  const { clock, envoy } = createTestEnvoy(() => respond(okBody(names[tool], { ...over })))
  const call = {
    status: () => envoy.getPurchaseStatus({ purchase }),
    list: () => envoy.listPurchases({ limit: 20 }),
    page: () => envoy.listTransactions({ limit: 50 }),
  }[tool]()
  const [failure] = await Promise.all([
    call.catch((error: unknown) => error),
    clock.advance(10_000),
  ])
  return failure
}

describe('list_transactions', () => {
  it('[R-068, R-069, R-070, R-072, R-073, R-075] reads a line as the app words it, and no word on payment', async () => {
    const page = await pageOf({
      transactions: [
        lineBody({
          state: 'completed',
          money: 'charged',
          purchase_id: PURCHASE,
          refunded: { minor: 100, currency: 'INR', display: null },
        }),
      ],
      next_cursor: null,
    })
    expect(page.lines).toEqual([
      {
        kind: 'line',
        title: 'Neem Mart',
        subtitle: 'Errand agent',
        amount: { minor: 249_900, currency: 'INR', display: '₹2,499.00' },
        at: Date.UTC(2026, 10, 29, 8, 32),
        purchaseId: PURCHASE,
        refunded: { minor: 100, currency: 'INR', display: null },
      },
    ])
    expect(page).toMatchObject({ next: null, more: false, meta: { requestId: 'req_1' } })
  })

  it('[R-189, C1] a line that cannot be read never takes its page down', async () => {
    const bad = [
      null,
      7,
      'x',
      [],
      {},
      lineBody({ title: null }),
      lineBody({ subtitle: undefined }),
      lineBody({ amount: null }),
      lineBody({ amount: { minor: 1.5, currency: 'INR' } }),
      lineBody({ amount: { minor: '100', currency: 'INR' } }),
      lineBody({ amount: { minor: 2 ** 53, currency: 'INR' } }),
      lineBody({ amount: { minor: 1, currency: 'rupees' } }),
      lineBody({ date: '2026-02-30T00:00:00Z' }),
      lineBody({ date: null }),
    ]
    const page = await pageOf({ transactions: [...bad, lineBody({ subtitle: '' })] })
    expect(page.lines.map(({ kind }) => kind)).toEqual([...bad.map(() => 'unreadable'), 'line'])
  })

  it('optional parts that make no sense are left out, not the line', async () => {
    const page = await pageOf({
      transactions: [lineBody({ purchase_id: 'req_1', refunded: 'some' })],
    })
    expect(page.lines[0]).toMatchObject({ kind: 'line', purchaseId: null, refunded: null })
  })

  it('two equal lines stay two, and minus zero is zero', async () => {
    const page = await pageOf({
      transactions: [
        lineBody({ amount: { minor: -0, currency: 'INR', display: null } }),
        lineBody(),
        lineBody(),
      ],
    })
    expect(page.lines).toHaveLength(3)
    expect(page.lines[0]).toMatchObject({ amount: { minor: 0 } })
  })

  it.each([
    ['both', 'c', callTool('list_transactions', { cursor: 'c' }), true, true],
    ['neither', null, null, false, false],
    ['an empty cursor', '', null, false, false],
    ['a cursor alone: nothing to follow, but not the end', 'c', null, false, true],
    ['a cursor and a stop', 'c', next('stop'), false, true],
    ['a cursor and another tool', 'c', callTool('list_purchases', {}), false, true],
    ['a cursor and a write', 'c', callTool('start_purchase', {}), false, true],
    ['a next alone', null, callTool('list_transactions', {}), false, true],
  ])('[R-055, R-064, R-065] more lines: %s', async (_, next_cursor, nextValue, follows, more) => {
    const page = await pageOf({ transactions: [], next_cursor }, nextValue)
    expect([page.next !== null, page.more]).toEqual([follows, more])
  })

  it('[R-065] a full page without a next is the last one', async () => {
    const page = await pageOf({
      transactions: Array.from({ length: 50 }, () => lineBody()),
      next_cursor: null,
    })
    expect(page.more).toBe(false)
  })

  it.each([null, {}, { transactions: null }, { transactions: {} }, []])(
    '[R-149, C2] data %j is no page',
    async (data) => {
      expect(await failureOf('page', { data })).toMatchObject({
        kind: 'no_reply',
        lost: 'unreadable',
      })
    },
  )
})

describe('list_purchases', () => {
  it('[R-171, R-174, R-175, R-176, R-178] reads states, the flag, and what each purchase has', async () => {
    const { envoy } = createTestEnvoy(() =>
      respond(
        okBody('list_purchases', {
          data: {
            purchases: [
              purchaseBody({ checkout_by: 'envoy' }),
              purchaseBody({
                state: 'levitating',
                checkout_by: 'nobody',
                merchant: null,
                amount: null,
                created_at: 'x',
              }),
              { state: 'ready' },
            ],
            truncated: true,
          },
        }),
      ),
    )
    expect(await envoy.listPurchases({ limit: 20 })).toMatchObject({
      truncated: true,
      purchases: [
        {
          purchaseId: PURCHASE,
          state: 'processing',
          checkoutBy: 'envoy',
          createdAt: Date.UTC(2026, 10, 30, 5),
          merchant: { name: 'Neem Mart', domain: 'neem.example.test' },
        },
        {
          state: 'not_recognised',
          checkoutBy: null,
          merchant: { name: null, domain: null },
          amount: null,
          createdAt: null,
        },
        { unreadable: true },
      ],
    })
  })

  it('[R-169] without a list it is no reply', async () => {
    expect(await failureOf('list', { data: { truncated: false } })).toMatchObject({
      kind: 'no_reply',
    })
  })

  it('[R-179] only reads, so a lost reply is asked for again and changed nothing', async () => {
    const { clock, envoy, sent } = createTestEnvoy(() => 'network')
    const asked = envoy.listPurchases({ limit: 20 }).catch((error: unknown) => error)
    await clock.advance(10_000)
    expect(await asked).toMatchObject({ kind: 'no_reply', changed: 'nothing' })
    expect(sent.length).toBeGreaterThan(1)
  })

  it('[R-170] is one list without pages, whatever comes with it', async () => {
    const { envoy, sent } = createTestEnvoy(() =>
      respond(
        okBody('list_purchases', {
          data: { purchases: [purchaseBody()], truncated: true, next_cursor: 'c' },
          next: callTool('list_purchases', { limit: 20, cursor: 'c' }),
        }),
      ),
    )
    const list = await envoy.listPurchases({ limit: 20 })
    expect(Object.keys(list)).toEqual(['purchases', 'truncated', 'meta'])
    expect(sent.map(({ body }) => body)).toEqual(['{"limit":20}'])
  })
})

describe('get_purchase_status', () => {
  it('[R-205, C22] needs id, revision and state only', async () => {
    const bare = await createTestEnvoy(() =>
      respond(
        okBody('get_purchase_status', {
          purchase: { purchase_id: PURCHASE, revision: 'r-9', state: 'ready' },
        }),
      ),
    ).envoy.getPurchaseStatus({ purchase })
    expect(bare.purchase).toEqual({
      purchaseId: purchase,
      revision: 'r-9',
      state: 'ready',
      merchant: { name: null, domain: null },
      amount: null,
      checkoutBy: null,
      createdAt: null,
      agentName: null,
      money: null,
      charged: null,
      refunded: null,
      question: null,
      funding: null,
      needsSupport: false,
      spendingClosed: false,
      supersededBy: null,
      retryOf: null,
      timeline: null,
    } satisfies Purchase)
  })

  it.each([
    null,
    { revision: 1, state: 'ready' },
    { purchase_id: PURCHASE, state: 'ready' },
    { purchase_id: PURCHASE, revision: 1 },
    { purchase_id: PURCHASE, revision: null, state: 'ready' },
    { purchase_id: PURCHASE, revision: 1, state: 5 },
  ])('%j is no purchase', async (body) => {
    expect(await failureOf('status', { purchase: body })).toMatchObject({
      kind: 'no_reply',
      lost: 'unreadable',
    })
  })

  it('a reply about another purchase is not shown as this one', async () => {
    const other = purchaseBody({ purchase_id: `pur_${'0'.repeat(32)}` })
    expect(await failureOf('status', { purchase: other })).toBeInstanceOf(CallFailure)
  })

  it('[R-201] money: not delivered is not the same as unknown', async () => {
    expect((await statusOf({})).purchase.money).toBeNull()
    expect((await statusOf({ money: 'charged' })).purchase.money).toBe('charged')
    expect((await statusOf({ money: 'laundered' })).purchase.money).toBe('unknown')
  })

  it('[R-207, R-208, R-209] the question word for word, the funding, the timeline', async () => {
    const prompt = '  Which **size**?\nhttps://x.test \u202eabc  '
    const { purchase: read } = await statusOf({
      question: { id: 'q1', kind: 'choice', prompt, options: ['S', 'L'] },
      funding: {
        url: 'https://pay.example.test/x',
        amount: { minor: 5, currency: 'INR' },
        expires_at: '2026-11-30T07:00:00Z',
      },
      timeline: [
        { state: 'processing', at: '2026-11-30T05:00:00Z' },
        { state: 'gone' },
        { state: 'new_one', at: '2026-11-30T05:01:00Z' },
      ],
      agent: { name: 'Errand agent' },
    })
    expect(read.question).toEqual({ id: 'q1', kind: 'choice', prompt, options: ['S', 'L'] })
    expect(read.funding).toMatchObject({
      url: 'https://pay.example.test/x',
      amount: { minor: 5 },
      expiresAt: Date.UTC(2026, 10, 30, 7),
    })
    expect(read.timeline?.map(({ state }) => state)).toEqual(['processing', 'not_recognised'])
    expect(read.agentName).toBe('Errand agent')
  })

  it('[R-212] nothing of a card is read or kept', async () => {
    const status = await statusOf({ state: 'ready', card: { number: '4111111111111111' } })
    expect(JSON.stringify(status)).not.toContain('4111')
  })
})

describe('list_gift_card_merchants', () => {
  const merchantsOf = (data: unknown) =>
    createTestEnvoy(() =>
      respond(okBody('list_gift_card_merchants', { data })),
    ).envoy.listGiftCardMerchants()

  it("[R-187, R-189, C49] the document's own merchants, as HTTP data", async () => {
    expect((await merchantsOf(JSON.parse(MERCHANTS_EXAMPLE))).merchants).toEqual([
      {
        name: 'shop.example.test',
        domain: 'shop.example.test',
        amounts: [
          { minor: 50_000, currency: 'INR', display: '₹500.00' },
          { minor: 100_000, currency: 'INR', display: '₹1,000.00' },
        ],
        amountRange: null,
        discountPercent: 2.5,
        redeemAt: 'checkout',
      },
    ])
  })

  it('[R-186] asks with an empty object', async () => {
    const { envoy, sent } = createTestEnvoy(() =>
      respond(okBody('list_gift_card_merchants', { data: { merchants: [] } })),
    )
    await envoy.listGiftCardMerchants()
    expect(sent[0]?.body).toBe('{}')
  })

  it.each([
    [null, null],
    [0, null],
    [-1, null],
    [100.1, null],
    ['5', null],
    [100, 100],
    [2.999, 2.99],
    [0.29, 0.29],
    [0.001, null],
  ])('[R-192, C53] a discount of %j is shown as %s', async (discount_percent, shown) => {
    const { merchants } = await merchantsOf({ merchants: [{ name: 'x', discount_percent }] })
    expect(merchants[0]).toMatchObject({ discountPercent: shown })
  })

  it('[R-188, R-199, C51] what is missing or new is not known; what has no name is unreadable', async () => {
    const { merchants } = await merchantsOf({
      merchants: [
        { name: 'x', redeem_at: 'moon', amounts: null, amount_range: { min: 1 } },
        { domain: 'y' },
      ],
    })
    expect(merchants).toEqual([
      {
        name: 'x',
        domain: null,
        amounts: [],
        amountRange: null,
        discountPercent: null,
        redeemAt: null,
      },
      { unreadable: true },
    ])
  })
})
