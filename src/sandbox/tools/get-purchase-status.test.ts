import { describe, expect, it, vi } from 'vitest'
import { advancePurchase } from '../purchases'
import { createKit, type Kit, keyNamed, startInput } from '../test-kit'

/** Lets a call get as far as its hold. */
async function untilHeld(kit: Kit) {
  await vi.waitFor(() => expect(kit.log().at(-1)).toMatchObject({ tool: 'get_purchase_status' }))
  await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('get_purchase_status', () => {
  it('[C22] tells everything about a purchase, and the next held read', async () => {
    const kit = createKit()
    const row = kit.purchase({
      state: 'needs_answer',
      question: { kind: 'choice', prompt: 'Which size?', options: ['Small', 'Large'] },
    })
    const { status, reply } = await kit.call('get_purchase_status', { purchase: row.purchase_id })
    expect(status).toBe(200)
    expect(reply.purchase).toEqual({
      purchase_id: row.purchase_id,
      revision: 1,
      state: 'needs_answer',
      merchant: { name: 'Neem Mart', domain: 'neem.example.test' },
      agent: { name: 'Errand agent' },
      amount: { minor: 249_900, currency: 'INR', display: '₹2,499.00' },
      checkout_by: null,
      created_at: '2026-11-29T09:00:00.000Z',
      money: 'not_charged',
      charged: null,
      refunded: null,
      question: {
        id: expect.any(String),
        kind: 'choice',
        prompt: 'Which size?',
        options: ['Small', 'Large'],
      },
      funding: null,
      card: null,
      needs_support: false,
      spending_closed: false,
      superseded_by: null,
      retry_of: null,
      timeline: [{ state: 'needs_answer', at: '2026-11-29T09:00:00.000Z' }],
    })
    expect(reply.next).toMatchObject({
      action: 'call_tool',
      tool: 'get_purchase_status',
      args: { purchase: row.purchase_id, after_revision: 1 },
      after_seconds: null,
      by: null,
    })
  })

  it.each(['completed', 'failed', 'cancelled', 'superseded'] as const)(
    '[decisions] a purchase that is %s has nothing next, and is never held',
    async (state) => {
      const kit = createKit()
      const { purchase_id: purchase } = kit.purchase({ state })
      const { reply } = await kit.call('get_purchase_status', { purchase, after_revision: 1 })
      expect(reply.next).toBeNull()
      expect(kit.log().at(-1)?.held_ms).toBeNull()
    },
  )

  it('[R-021] takes the key of the start in place of the id', async () => {
    const kit = createKit()
    const started = await kit.call('start_purchase', startInput('a'))
    const { reply } = await kit.call('get_purchase_status', { purchase: keyNamed('a') })
    expect(reply.purchase.purchase_id).toBe(started.reply.purchase.purchase_id)
  })

  it('[R-029, R-030] a request id is no reference', async () => {
    const kit = createKit()
    const { reply } = await kit.call('list_purchases', {})
    const { status } = await kit.call('get_purchase_status', { purchase: reply.request_id })
    expect(status).toBe(404)
  })

  it.each(['pur_1', `pur_${'A'.repeat(32)}`, 'short', 'x'.repeat(65), '', 7, null])(
    '[R-018, R-025] %j is no reference',
    async (purchase) => {
      const { status, reply } = await createKit().call('get_purchase_status', { purchase })
      expect(status).toBe(400)
      expect(reply.error?.fields.map(({ path }) => path)).toEqual(['purchase'])
    },
  )

  it('[R-031, R-157] another account’s purchase is answered exactly like one that never was', async () => {
    const kit = createKit()
    const theirs = kit.purchase({ account: 'other' })
    await kit.call('start_purchase', startInput('theirs'), { token: kit.tokenOf('other') })
    const answers = await Promise.all(
      [theirs.purchase_id, `pur_${'0'.repeat(32)}`, keyNamed('theirs'), keyNamed('nobody')].map(
        (purchase) => kit.call('get_purchase_status', { purchase, after_revision: 1 }),
      ),
    )
    const [first] = answers
    for (const { status, reply } of answers) {
      expect(status).toBe(404)
      expect({ ...reply, request_id: '', trace_id: '' }).toEqual({
        ...first?.reply,
        request_id: '',
        trace_id: '',
      })
    }
  })

  it('[R-212] shows a one-time card only while ready for the agent', async () => {
    const kit = createKit()
    const { purchase_id: purchase } = kit.purchase({ state: 'processing' })
    const card = async () =>
      (await kit.call('get_purchase_status', { purchase })).reply.purchase.card
    expect(await card()).toBeNull()
    advancePurchase(kit.world, purchase, { state: 'ready', checkoutBy: 'agent' })
    expect(await card()).toEqual({
      number: expect.stringMatching(/^\d{16}$/),
      expires: expect.any(String),
      cvv: expect.stringMatching(/^\d{3}$/),
    })
    advancePurchase(kit.world, purchase, { state: 'verifying' })
    expect(await card()).toBeNull()
    advancePurchase(kit.world, purchase, { state: 'ready', spendingClosed: true })
    expect(await card()).toBeNull()
  })
})

describe('held reads', () => {
  it('[C20] answer at once when the revision is past', async () => {
    const kit = createKit()
    const { purchase_id: purchase } = kit.purchase()
    advancePurchase(kit.world, purchase, { state: 'ready' })
    const { reply } = await kit.call('get_purchase_status', { purchase, after_revision: 1 })
    expect(reply.purchase.revision).toBe(2)
    expect(kit.log().at(-1)?.held_ms).toBeNull()
  })

  it('[R-110, R-111] wake within 100 ms of the change and count as one request', async () => {
    const kit = createKit({ rate: 2 })
    const { purchase_id: purchase } = kit.purchase()
    const held = kit.call('get_purchase_status', { purchase, after_revision: 1 })
    await untilHeld(kit)
    kit.pass(4_000)
    const changed = performance.now()
    advancePurchase(kit.world, purchase, { state: 'ready' })
    const { reply } = await held
    expect(performance.now() - changed).toBeLessThan(100)
    expect(reply.purchase).toMatchObject({ state: 'ready', revision: 2 })
    expect(reply.next?.args).toEqual({ purchase, after_revision: 2 })
    expect(kit.log().at(-1)).toMatchObject({ held_ms: 4_000, aborted: false, status: 200 })
    expect((await kit.call('list_purchases', {})).status).toBe(200)
    expect((await kit.call('list_purchases', {})).status).toBe(429)
  })

  it('[C21] end after 25 s with the same next', async () => {
    vi.useFakeTimers()
    try {
      const kit = createKit()
      const { purchase_id: purchase } = kit.purchase()
      let answered = false
      const held = kit.call('get_purchase_status', { purchase, after_revision: 1 })
      held.then(() => {
        answered = true
      })
      await vi.advanceTimersByTimeAsync(24_900)
      expect(answered).toBe(false)
      await vi.advanceTimersByTimeAsync(100)
      const { status, reply } = await held
      expect(status).toBe(200)
      expect(reply.next?.args).toEqual({ purchase, after_revision: 1 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('sleep on while other purchases change', async () => {
    const kit = createKit()
    const { purchase_id: purchase } = kit.purchase()
    const other = kit.purchase()
    const held = kit.call('get_purchase_status', { purchase, after_revision: 1 })
    await untilHeld(kit)
    advancePurchase(kit.world, other.purchase_id, { state: 'ready' })
    const first = await Promise.race([
      held,
      new Promise((resolve) => setTimeout(resolve, 50, 'held')),
    ])
    expect(first).toBe('held')
    kit.world.wakes.closeAll()
    expect((await held).reply.purchase.revision).toBe(1)
  })

  it('[product] a client that leaves ends the hold', async () => {
    const kit = createKit()
    const { purchase_id: purchase } = kit.purchase()
    const leave = new AbortController()
    const held = kit.call(
      'get_purchase_status',
      { purchase, after_revision: 1 },
      { signal: leave.signal },
    )
    await untilHeld(kit)
    kit.pass(700)
    leave.abort()
    await held.catch(() => {})
    expect(kit.log().at(-1)).toMatchObject({ aborted: true, held_ms: 700, status: null })
  })

  it('[R-157] a purchase that is gone while held is not found', async () => {
    const kit = createKit()
    const { purchase_id: purchase } = kit.purchase()
    const held = kit.call('get_purchase_status', { purchase, after_revision: 1 })
    await untilHeld(kit)
    kit.world.db.exec('DELETE FROM purchases')
    kit.world.wakes.closeAll()
    expect((await held).status).toBe(404)
  })
})
