import { describe, expect, it, vi } from 'vitest'
import { FINAL_STATES, PURCHASE_ID_PATTERN, STATES } from '@/api/envoy/contract'
import { RefusedChange } from './purchase-rules'
import { advancePurchase, findPurchase, type PurchaseChange } from './purchases'
import type { LineRow } from './store/schema'
import { createKit, type Kit, MINUTE, NOW } from './test-kit'

function lineOf(kit: Kit, purchaseId: string): LineRow | undefined {
  return kit.world.db
    .prepare<[string], LineRow>('SELECT * FROM lines WHERE purchase_id = ?')
    .get(purchaseId)
}

function timelineOf(kit: Kit, purchaseId: string) {
  return kit.world.db
    .prepare('SELECT revision, state, at FROM timeline WHERE purchase_id = ? ORDER BY revision')
    .all(purchaseId)
}

function refusal(act: () => unknown): { field: string; message: string } | null {
  try {
    act()
  } catch (error) {
    if (error instanceof RefusedChange) return { field: error.field, message: error.message }
    throw error
  }
  return null
}

describe('creating a purchase', () => {
  it('[R-025][R-026][R-176] starts at revision 1 in progress, uncharged, without a rail', () => {
    const kit = createKit()
    const row = kit.purchase()
    expect(row.purchase_id).toMatch(PURCHASE_ID_PATTERN)
    expect(row).toMatchObject({
      revision: 1,
      state: 'processing',
      money: 'not_charged',
      charged_minor: null,
      refunded_minor: 0,
      rail: null,
      checkout_by: null,
      created_at: NOW,
      next_move_at: null,
    })
    expect(timelineOf(kit, row.purchase_id)).toEqual([
      { revision: 1, state: 'processing', at: NOW },
    ])
    expect(lineOf(kit, row.purchase_id)).toBeUndefined()
  })

  it('[R-201] every state brings the money that belongs to it, unless told otherwise', () => {
    const kit = createKit()
    const usual = Object.fromEntries(STATES.map((state) => [state, kit.purchase({ state }).money]))
    expect(usual).toEqual({
      needs_details: 'not_charged',
      needs_answer: 'not_charged',
      waiting_for_user: 'not_charged',
      processing: 'not_charged',
      ready: 'set_aside',
      verifying: 'set_aside',
      completed: 'charged',
      failed: 'not_charged',
      cancelled: 'not_charged',
      superseded: 'not_charged',
    })
    expect(kit.purchase({ state: 'failed', money: 'refunding' })).toMatchObject({
      money: 'refunding',
      charged_minor: 249_900,
    })
  })

  it('[R-067][R-068][R-069] a charged purchase has one line: merchant, agent, date', () => {
    const kit = createKit()
    const row = kit.purchase({ state: 'completed', chargedMinor: 240_000, at: NOW - MINUTE })
    expect(lineOf(kit, row.purchase_id)).toMatchObject({
      account: 'demo',
      at: NOW - MINUTE,
      title: 'Neem Mart',
      subtitle: 'Errand agent',
      amount_minor: 240_000,
      refunded_minor: 0,
      currency: 'INR',
    })
  })

  it('[R-070][R-071] part of it back keeps the line, all of it back leaves none', () => {
    const kit = createKit()
    const part = kit.purchase({ state: 'completed', refundedMinor: 249_899 })
    const all = kit.purchase({ state: 'completed', money: 'refunded' })
    expect(lineOf(kit, part.purchase_id)).toMatchObject({
      amount_minor: 249_900,
      refunded_minor: 249_899,
    })
    expect(all.refunded_minor).toBe(249_900)
    expect(lineOf(kit, all.purchase_id)).toBeUndefined()
  })

  it('[R-207] asks only while details or an answer are needed, and never without an id', () => {
    const kit = createKit()
    const row = kit.purchase({ state: 'needs_answer' })
    expect(JSON.parse(row.question ?? '')).toEqual({
      id: expect.stringMatching(/^q_/),
      kind: 'choice',
      prompt: 'Which size?',
      options: ['Small', 'Large'],
    })
    const question = { kind: 'text', prompt: 'Why?' } as const
    expect(refusal(() => kit.purchase({ state: 'ready', question }))?.field).toBe('question')
  })

  it('sums that do not fit the money are refused by name', () => {
    const kit = createKit()
    const create = (draft: Parameters<Kit['purchase']>[0]) => refusal(() => kit.purchase(draft))
    expect(create({ state: 'ready', chargedMinor: 1 })?.field).toBe('charged_minor')
    expect(create({ state: 'ready', refundedMinor: 1 })?.field).toBe('refunded_minor')
    expect(create({ state: 'completed', refundedMinor: 249_901 })?.field).toBe('refunded_minor')
    expect(create({ state: 'completed', chargedMinor: 5, refundedMinor: 5 })).toBeNull()
  })
})

describe('moving a purchase on', () => {
  it('[R-026] raises the revision, adds to the timeline, wakes held reads', () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase()
    const wake = vi.spyOn(kit.world.wakes, 'wake')
    kit.pass(MINUTE)
    const row = advancePurchase(kit.world, purchase_id, { state: 'ready' })
    expect(row).toMatchObject({
      revision: 2,
      state: 'ready',
      money: 'set_aside',
      rail: 'one_time_card',
      checkout_by: 'agent',
    })
    expect(findPurchase(kit.world, 'demo', purchase_id)).toEqual(row)
    expect(timelineOf(kit, purchase_id)).toEqual([
      { revision: 1, state: 'processing', at: NOW },
      { revision: 2, state: 'ready', at: NOW + MINUTE },
    ])
    expect(wake).toHaveBeenCalledExactlyOnceWith(purchase_id)
  })

  it('[R-067] the line appears when the money is charged, dated then', () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase({ state: 'verifying' })
    expect(lineOf(kit, purchase_id)).toBeUndefined()
    kit.pass(MINUTE)
    advancePurchase(kit.world, purchase_id, { state: 'completed' })
    expect(lineOf(kit, purchase_id)).toMatchObject({ at: NOW + MINUTE, amount_minor: 249_900 })
  })

  it('[R-071][R-076] a refund lowers the line, then takes it away; its date stays', () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase({ state: 'completed' })
    kit.pass(MINUTE)
    advancePurchase(kit.world, purchase_id, { money: 'refunding', refundedMinor: 50_000 })
    expect(lineOf(kit, purchase_id)).toMatchObject({ at: NOW, refunded_minor: 50_000 })
    const row = advancePurchase(kit.world, purchase_id, { money: 'refunded' })
    expect(row).toMatchObject({ state: 'completed', refunded_minor: 249_900, revision: 3 })
    expect(lineOf(kit, purchase_id)).toBeUndefined()
    expect(timelineOf(kit, purchase_id)).toHaveLength(1)
  })

  it.each(FINAL_STATES)('nothing follows %s but money', (state) => {
    const kit = createKit()
    const { purchase_id } = kit.purchase({ state, money: 'charged' })
    const others = STATES.filter((other) => other !== state)
    const refused = others.map((other) =>
      refusal(() => advancePurchase(kit.world, purchase_id, { state: other })),
    )
    expect(refused.map((problem) => problem?.field)).toEqual(others.map(() => 'state'))
    expect(refused[0]?.message).toContain(`stays ${state}`)
    expect(advancePurchase(kit.world, purchase_id, { money: 'refunding' }).money).toBe('refunding')
  })

  it('[R-201] charged money comes back only by refunding or refunded', () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase({ state: 'completed' })
    const move = (change: PurchaseChange) =>
      refusal(() => advancePurchase(kit.world, purchase_id, change))
    expect(move({ money: 'not_charged' })?.field).toBe('money')
    expect(move({ money: 'set_aside' })?.field).toBe('money')
    expect(move({ money: 'unknown' })).toBeNull()
  })

  it('[R-201] what was set aside is released when nothing came of it', () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase({ state: 'ready' })
    expect(advancePurchase(kit.world, purchase_id, { state: 'cancelled' }).money).toBe(
      'not_charged',
    )
  })

  it('[R-203] money still comes back where spending is closed', () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase({ state: 'completed', spendingClosed: true })
    const move = (change: PurchaseChange) => advancePurchase(kit.world, purchase_id, change)
    expect(move({ money: 'refunding' })).toMatchObject({ money: 'refunding', spending_closed: 1 })
    expect(move({ money: 'refunded' })).toMatchObject({ refunded_minor: 249_900 })
  })

  it('[R-210] a pay link is asked for in words of paying, never of approving', () => {
    const kit = createKit()
    const amount = { minor: 1, currency: 'INR', display: '₹0.01' }
    const waiting = kit.purchase({
      state: 'waiting_for_user',
      funding: { url: 'https://pay.example.test/x', amount, expires_at: '2026-12-01T00:00:00Z' },
    })
    expect(waiting.user_action).toMatch(/Pay for the gift card/)
    expect(waiting.user_action).not.toMatch(/approv/i)
  })

  it('[R-207][R-209] question, pay link and request go with their state', () => {
    const kit = createKit()
    const asked = kit.purchase({ state: 'needs_details' })
    expect(
      advancePurchase(kit.world, asked.purchase_id, { state: 'processing' }).question,
    ).toBeNull()
    const amount = { minor: 1, currency: 'INR', display: '₹0.01' }
    const waiting = kit.purchase({
      state: 'waiting_for_user',
      funding: { url: 'https://pay.example.test/x', amount, expires_at: '2026-12-01T00:00:00Z' },
    })
    expect(waiting).toMatchObject({ rail: 'gift_card', checkout_by: 'agent' })
    const noted = advancePurchase(kit.world, waiting.purchase_id, { needsSupport: true })
    expect(noted).toMatchObject({ funding: waiting.funding, user_action: waiting.user_action })
    expect(advancePurchase(kit.world, waiting.purchase_id, { state: 'processing' })).toMatchObject({
      funding: null,
      user_action: null,
    })
  })

  it('[R-207] another question in the same state has another id', () => {
    const kit = createKit()
    const asked = kit.purchase({ state: 'needs_answer' })
    const again = advancePurchase(kit.world, asked.purchase_id, {
      question: { kind: 'text', prompt: 'Really?' },
    })
    expect(JSON.parse(again.question ?? '')).toMatchObject({ kind: 'text', prompt: 'Really?' })
    expect(JSON.parse(again.question ?? '').id).not.toBe(JSON.parse(asked.question ?? '').id)
  })

  it('an unknown id is refused, and a refused change changes nothing', () => {
    const kit = createKit()
    const id = `pur_${'0'.repeat(32)}`
    expect(refusal(() => advancePurchase(kit.world, id, {}))?.field).toBe('id')
    const before = kit.purchase({ state: 'completed' })
    const wake = vi.spyOn(kit.world.wakes, 'wake')
    refusal(() => advancePurchase(kit.world, before.purchase_id, { refundedMinor: 1e9 }))
    expect(findPurchase(kit.world, 'demo', before.purchase_id)).toEqual(before)
    expect(wake).not.toHaveBeenCalled()
  })
})

describe('finding a purchase', () => {
  it('[R-021][R-022] by its id or by the key of its start, told apart by pur_', () => {
    const kit = createKit()
    const row = kit.purchase()
    const remember = kit.world.db.prepare(
      `INSERT INTO idempotency (account, tool, key, input, purchase_id, created_at)
       VALUES ('demo', ?, ?, '', ?, 0)`,
    )
    remember.run('start_purchase', 'the-key-of-the-start', row.purchase_id)
    remember.run('submit_answer', 'the-key-of-an-answer', row.purchase_id)
    expect(findPurchase(kit.world, 'demo', row.purchase_id)).toEqual(row)
    expect(findPurchase(kit.world, 'demo', 'the-key-of-the-start')).toEqual(row)
    expect(findPurchase(kit.world, 'demo', 'the-key-of-an-answer')).toBeNull()
  })

  it('[R-031][R-157] never for another account', () => {
    const kit = createKit()
    const row = kit.purchase()
    expect(findPurchase(kit.world, 'other', row.purchase_id)).toBeNull()
    expect(findPurchase(kit.world, 'demo', `pur_${'f'.repeat(32)}`)).toBeNull()
  })
})
