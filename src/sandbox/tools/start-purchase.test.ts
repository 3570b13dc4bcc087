import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MONEY_STATES } from '@/api/envoy/contract'
import { giftCardMerchants } from '../gift-cards'
import { advancePurchase } from '../purchases'
import { createKit, keyNamed, startInput } from '../test-kit'
import { amountInPaise } from './amounts'

describe('start_purchase', () => {
  it('[R-037] starts a purchase and tells the held read that follows it', async () => {
    const { status, reply } = await createKit().call('start_purchase', startInput('a'))
    expect(status).toBe(200)
    expect(reply).toMatchObject({
      ok: true,
      replayed: false,
      purchase: {
        revision: 1,
        state: 'processing',
        amount: { minor: 249_900, currency: 'INR', display: '₹2,499.00' },
      },
      next: { tool: 'get_purchase_status' },
    })
    expect(reply.purchase.purchase_id).toMatch(/^pur_[a-f0-9]{32}$/)
    expect(MONEY_STATES).toContain(reply.purchase.money)
  })

  it('[R-035, R-036] the same key and input is the same purchase, as it is now', async () => {
    const kit = createKit()
    const first = await kit.call('start_purchase', startInput('a'))
    advancePurchase(kit.world, first.reply.purchase.purchase_id, { state: 'ready' })
    const again = await kit.call('start_purchase', startInput('a'))
    expect(again.reply).toMatchObject({
      replayed: true,
      purchase: { purchase_id: first.reply.purchase.purchase_id, state: 'ready', revision: 2 },
    })
    expect((await kit.call('list_purchases', {})).reply.data.purchases).toHaveLength(1)
  })

  it.each(['2499', '2499.0', 2499, 2499.0])(
    '[C26] the amount %j is the same as "2499.00"',
    async (amount) => {
      const kit = createKit()
      await kit.call('start_purchase', startInput('a'))
      expect((await kit.call('start_purchase', startInput('a', { amount }))).reply.replayed).toBe(
        true,
      )
    },
  )

  it.each([
    { amount: '2499.01' },
    { merchant_url: 'https://kiosk.example.test/cart/2' },
    { rail: 'one_time_card' },
    { retry_of: keyNamed('other') },
  ])('[R-038, C26] the same key with %j is a conflict', async (other) => {
    const kit = createKit()
    await kit.call('start_purchase', startInput('a'))
    const { status, reply } = await kit.call('start_purchase', startInput('a', other))
    expect(status).toBe(409)
    expect(reply.error?.code).toBe('IDEMPOTENCY_CONFLICT')
    expect((await kit.call('list_purchases', {})).reply.data.purchases).toHaveLength(1)
  })

  it('[R-047, R-048] 50 copies at the same instant make one purchase', async () => {
    const kit = createKit()
    const copies = await Promise.all(
      Array.from({ length: 50 }, () => kit.call('start_purchase', startInput('a'))),
    )
    expect(new Set(copies.map(({ reply }) => reply.purchase.purchase_id)).size).toBe(1)
    expect(copies.filter(({ reply }) => !reply.replayed)).toHaveLength(1)
    expect((await kit.call('list_purchases', {})).reply.data.purchases).toHaveLength(1)
  })

  it('[C29] a key belongs to its account', async () => {
    const kit = createKit()
    const mine = await kit.call('start_purchase', startInput('a'))
    const theirs = await kit.call('start_purchase', startInput('a'), {
      token: kit.tokenOf('other'),
    })
    expect(theirs.reply.replayed).toBe(false)
    expect(theirs.reply.purchase.purchase_id).not.toBe(mine.reply.purchase.purchase_id)
  })

  it.each(['x'.repeat(15), 'x'.repeat(65), `pur_${'x'.repeat(20)}`, 'key-with-a-₹-inside', 16])(
    '[R-018, R-019, C25] %j is no key',
    async (idempotency_key) => {
      const { reply } = await createKit().call(
        'start_purchase',
        startInput('a', { idempotency_key }),
      )
      expect(reply.error?.fields.map(({ path }) => path)).toEqual(['idempotency_key'])
    },
  )

  it.each([
    'ftp://shop.example.test',
    'shop.example.test',
    'https://',
    'https://a:b@shop.example.test',
    'javascript:1',
    ' https://shop.example.test',
    'https://shop.example.test/\n',
    'https:\\\\shop.example.test',
    'https://shop.example.test/\ud800',
    'https://www./',
  ])('refuses the address %s', async (merchant_url) => {
    const { reply } = await createKit().call('start_purchase', startInput('a', { merchant_url }))
    expect(reply.error?.fields.map(({ path }) => path)).toEqual(['merchant_url'])
  })

  it('[ACTIVE_PURCHASE_EXISTS] one purchase at a time at one merchant', async () => {
    const kit = createKit()
    const first = await kit.call('start_purchase', startInput('a'))
    const www = { merchant_url: 'https://www.kiosk.example.test/other' }
    expect((await kit.call('start_purchase', startInput('b', www))).status).toBe(409)
    const elsewhere = { merchant_url: 'https://elsewhere.example.test' }
    expect((await kit.call('start_purchase', startInput('c', elsewhere))).status).toBe(200)
    advancePurchase(kit.world, first.reply.purchase.purchase_id, { state: 'cancelled' })
    expect((await kit.call('start_purchase', startInput('d'))).status).toBe(200)
  })

  it('[R-161] [NO_RAIL] nothing pays more than ₹2,00,000.00', async () => {
    const kit = createKit()
    const over = await kit.call('start_purchase', startInput('a', { amount: '200000.01' }))
    expect(over.status).toBe(422)
    const huge = await kit.call('start_purchase', startInput('a', { amount: '9999999999999.99' }))
    expect(huge.reply.error?.code).toBe('NO_RAIL')
    expect(over.reply.error?.message).toContain('nothing was created')
    expect((await kit.call('start_purchase', startInput('a', { amount: '200000' }))).status).toBe(
      200,
    )
  })

  it('[R-195, R-196] [NO_RAIL] a gift card needs a listed merchant and an amount it sells', async () => {
    const kit = createKit()
    const gift = { rail: 'gift_card', merchant_url: 'https://shop.example.test/cart' }
    const unlisted = { rail: 'gift_card', merchant_url: 'https://unlisted.example.test' }
    expect((await kit.call('start_purchase', startInput('a', unlisted))).status).toBe(422)
    expect(
      (await kit.call('start_purchase', startInput('a', { ...gift, amount: '501' }))).status,
    ).toBe(422)
    const sold = await kit.call('start_purchase', startInput('a', { ...gift, amount: '500' }))
    expect(sold.status).toBe(200)
    expect(sold.reply.purchase.merchant.name).toBe('shop.example.test')
  })

  it('[R-196] without a rail it is paid with a one-time card, with one by that', async () => {
    const kit = createKit()
    const railOf = async (key: string, more: Record<string, unknown>) => {
      const { reply } = await kit.call('start_purchase', startInput(key, more))
      return advancePurchase(kit.world, reply.purchase.purchase_id, { state: 'ready' }).rail
    }
    const gift = { rail: 'gift_card', merchant_url: 'https://shop.example.test/', amount: '500' }
    expect(await railOf('a', {})).toBe('one_time_card')
    expect(await railOf('b', gift)).toBe('gift_card')
  })

  it('[C50] 300 gift-card merchants are listed', () => {
    expect(giftCardMerchants()).toHaveLength(300)
  })
})

describe('retry_of', () => {
  it('[R-040] names an own purchase that came to nothing, and is told on the new one', async () => {
    const kit = createKit()
    const { purchase_id: retry_of } = kit.purchase({ state: 'failed' })
    const { reply } = await kit.call('start_purchase', startInput('a', { retry_of }))
    expect(reply.purchase).toMatchObject({ retry_of })
  })

  it('[R-157] names nobody else’s purchase', async () => {
    const kit = createKit()
    const { purchase_id: retry_of } = kit.purchase({ account: 'other', state: 'failed' })
    const { status } = await kit.call('start_purchase', startInput('a', { retry_of }))
    expect(status).toBe(404)
  })

  it('[R-048] never pays again for what is done or still going on', async () => {
    const kit = createKit()
    const done = kit.purchase({ state: 'completed' }).purchase_id
    const going = kit.purchase({ state: 'ready' }).purchase_id
    const refused = [
      await kit.call('start_purchase', startInput('a', { retry_of: done })),
      await kit.call('start_purchase', startInput('b', { retry_of: going })),
    ]
    expect(refused.map(({ reply }) => reply.error?.code)).toEqual([
      'STATE_CONFLICT',
      'ACTIVE_PURCHASE_EXISTS',
    ])
  })
})

describe('amounts', () => {
  it('[R-009, R-010] reads rupees with up to two decimals exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_00 }), (paise) => {
        const text = `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`
        expect(amountInPaise.parse(text)).toBe(paise)
        expect(amountInPaise.parse(Number(text))).toBe(paise)
      }),
    )
  })

  it.each([
    '0',
    '0.00',
    '-1',
    '1e3',
    '1,000',
    ' 1',
    '1.',
    '.5',
    '1.234',
    '',
    '₹1',
    0,
    -5,
    0.001,
    1e21,
    Number.NaN,
    null,
    true,
  ])('[R-010] refuses %j', (amount) => {
    expect(amountInPaise.safeParse(amount).success).toBe(false)
  })
})
