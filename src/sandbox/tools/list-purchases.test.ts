import { describe, expect, it } from 'vitest'
import { createKit, NOW, startInput } from '../test-kit'

describe('list_purchases', () => {
  it('[R-167, R-168, R-171] lists the newest first, ten unless asked, and says when there are more', async () => {
    const kit = createKit()
    for (let index = 0; index < 12; index += 1)
      kit.purchase({ amountMinor: index + 1, at: NOW - index })
    const ten = (await kit.call('list_purchases', {})).reply.data
    expect(ten.purchases.map((row: { amount: { minor: number } }) => row.amount.minor)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
    expect(ten.truncated).toBe(true)
    const all = (await kit.call('list_purchases', { limit: 12 })).reply
    expect(all.data.purchases).toHaveLength(12)
    expect(all.data.truncated).toBe(false)
    expect(all.next).toBeNull()
  })

  it('[R-169, R-168] gives at most twenty, and refuses to be asked for more', async () => {
    const kit = createKit()
    for (let index = 0; index < 25; index += 1) kit.purchase()
    expect((await kit.call('list_purchases', { limit: 20 })).reply.data.purchases).toHaveLength(20)
    for (const limit of [0, 21]) {
      expect((await kit.call('list_purchases', { limit })).status).toBe(400)
    }
  })

  it('[R-170] has no pages: no cursor goes in, none comes out', async () => {
    const kit = createKit()
    for (let index = 0; index < 12; index += 1) kit.purchase()
    const { reply } = await kit.call('list_purchases', {})
    expect(Object.keys(reply.data)).toEqual(['purchases', 'truncated'])
    expect([reply.data.truncated, reply.next]).toEqual([true, null])
    expect((await kit.call('list_purchases', { cursor: 'c' })).status).toBe(400)
  })

  it('[R-179] asking changes nothing, however often', async () => {
    const kit = createKit()
    kit.purchase()
    const world = () =>
      ['purchases', 'timeline', 'lines', 'answers'].map((table) =>
        kit.world.db.prepare(`SELECT * FROM ${table}`).all(),
      )
    const before = world()
    const [first, second] = [
      await kit.call('list_purchases', {}),
      await kit.call('list_purchases', {}),
    ]
    expect(second.reply.data).toEqual(first.reply.data)
    expect(world()).toEqual(before)
  })

  it('[R-174, R-175, R-176, R-178] shows six fields of each', async () => {
    const kit = createKit()
    const row = kit.purchase({ domain: null })
    const { reply } = await kit.call('list_purchases', {})
    expect(reply.data.purchases).toEqual([
      {
        purchase_id: row.purchase_id,
        state: 'processing',
        merchant: { name: 'Neem Mart' },
        amount: { minor: 249_900, currency: 'INR', display: '₹2,499.00' },
        checkout_by: null,
        created_at: '2026-11-29T09:00:00.000Z',
      },
    ])
  })

  it('[B11] a switch limits it to the connection’s own', async () => {
    const kit = createKit()
    kit.purchase()
    const own = await kit.call('start_purchase', startInput('a'))
    expect((await kit.call('list_purchases', {})).reply.data.purchases).toHaveLength(2)
    kit.world.db.exec('UPDATE accounts SET connection_scoped_list = 1')
    const { purchases } = (await kit.call('list_purchases', {})).reply.data
    expect(purchases.map((row: { purchase_id: string }) => row.purchase_id)).toEqual([
      own.reply.purchase.purchase_id,
    ])
  })

  it('[R-031] lists nobody else’s', async () => {
    const kit = createKit()
    kit.purchase({ account: 'other' })
    expect((await kit.call('list_purchases', {})).reply.data).toEqual({
      purchases: [],
      truncated: false,
    })
  })
})
