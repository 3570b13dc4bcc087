import { describe, expect, it, vi } from 'vitest'
import { moveDue, startLife } from './life'
import { fate, nextMoveAt } from './life-steps'
import { advancePurchase, purchaseById } from './purchases'
import { createKit, type Kit, MINUTE, NOW } from './test-kit'

/** An id that ends as wanted; which checkout it takes is left to it. */
function idEnding(wanted: 'completed' | 'failed'): string {
  for (let first = 1; ; first++) {
    const id = `pur_${first.toString(16).padStart(8, '0')}${'a'.repeat(24)}`
    if (fate(id) === wanted) return id
  }
}

/** Lets time pass second by second; the states a purchase goes through, and how long it takes. */
function live(kit: Kit, purchaseId: string, seconds: number) {
  const states: string[] = []
  let lastMove = 0
  for (let second = 1; second <= seconds; second++) {
    kit.pass(1_000)
    if (moveDue(kit.world) === 0) continue
    const row = purchaseById(kit.world, purchaseId)
    states.push(`${row?.state} ${row?.money}`)
    lastMove = second
  }
  return { states, lastMove }
}

describe('a purchase that moves by itself', () => {
  it('[product] goes from processing to a final state within 20 to 40 seconds', () => {
    const kit = createKit()
    const purchaseId = idEnding('completed')
    kit.purchase({ purchaseId, auto: true })
    const { states, lastMove } = live(kit, purchaseId, 120)
    expect(states.at(-1)).toBe('completed charged')
    expect(states.slice(0, -1).every((state) => state.endsWith('set_aside'))).toBe(true)
    expect(lastMove).toBeGreaterThan(13)
    expect(lastMove).toBeLessThanOrEqual(40)
  })

  it('[R-201] some fail, and what was set aside is released', () => {
    const kit = createKit()
    const purchaseId = idEnding('failed')
    kit.purchase({ purchaseId, auto: true })
    expect(live(kit, purchaseId, 60).states.at(-1)).toBe('failed not_charged')
  })

  it('moves when the time of data reaches its moment, not a millisecond before', () => {
    const kit = createKit()
    const row = kit.purchase({ auto: true })
    kit.world.clock.set((row.next_move_at ?? 0) - 1, false)
    expect(moveDue(kit.world)).toBe(0)
    kit.pass(1)
    expect(moveDue(kit.world)).toBe(1)
    expect(moveDue(kit.world)).toBe(0)
  })

  it('stands still while the time of data is frozen', () => {
    const kit = createKit()
    kit.purchase({ auto: true })
    kit.world.clock.set(NOW + 60 * MINUTE, true)
    expect(moveDue(kit.world)).toBe(0)
  })

  it('[product] without auto only advance moves it; switched on, it goes on by itself', () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase()
    kit.pass(60 * MINUTE)
    expect(moveDue(kit.world)).toBe(0)
    advancePurchase(kit.world, purchase_id, { auto: true })
    kit.pass(MINUTE)
    expect(moveDue(kit.world)).toBe(1)
  })

  it('a question waits for its answer, and goes on after it', () => {
    const kit = createKit()
    const { purchase_id } = kit.purchase({ state: 'needs_answer', auto: true })
    kit.pass(600 * MINUTE)
    expect(moveDue(kit.world)).toBe(0)
    const row = advancePurchase(kit.world, purchase_id, { state: 'processing' })
    expect(row.next_move_at).toBeGreaterThan(kit.world.clock.now())
  })

  it('[R-209] an unpaid pay link runs out into cancelled, at the end it shows', () => {
    const kit = createKit()
    const end = NOW + 30 * MINUTE
    const row = kit.purchase({
      state: 'waiting_for_user',
      auto: true,
      funding: {
        url: 'https://pay.example.test/x',
        amount: { minor: 100, currency: 'INR', display: '₹1.00' },
        expires_at: new Date(end).toISOString(),
      },
    })
    expect(row.next_move_at).toBe(end)
    kit.world.clock.set(end, false)
    moveDue(kit.world)
    expect(purchaseById(kit.world, row.purchase_id)).toMatchObject({
      state: 'cancelled',
      money: 'not_charged',
      funding: null,
    })
  })

  it('what needs support, is final or has charged money in doubt is never forced on', () => {
    const kit = createKit()
    const stuck = kit.purchase({ state: 'verifying', needsSupport: true, auto: true })
    const done = kit.purchase({ state: 'completed', auto: true })
    expect([stuck.next_move_at, done.next_move_at]).toEqual([null, null])
    const unknown = kit.purchase({ state: 'verifying', money: 'unknown', auto: true })
    kit.pass(MINUTE)
    moveDue(kit.world)
    expect(purchaseById(kit.world, unknown.purchase_id)?.money).toBe('unknown')
  })

  it('the same purchase at the same revision always takes the same time', () => {
    const kit = createKit()
    const row = kit.purchase({ auto: true })
    expect(nextMoveAt(row, NOW)).toBe(row.next_move_at)
  })
})

describe('the life of a running sandbox', () => {
  it('[product] starts new purchases only for a demo, and few of them in a day', () => {
    vi.useFakeTimers()
    try {
      const tests = createKit()
      const demo = createKit()
      demo.world.demo.buys = true
      const lives = [startLife(tests.world), startLife(demo.world)]
      const count = (kit: Kit) =>
        kit.world.db.prepare('SELECT count(*) FROM purchases').pluck().get()
      const run = (minutes: number) => {
        for (let tick = 0; tick < minutes * 2; tick++) {
          tests.pass(30_000)
          demo.pass(30_000)
          vi.advanceTimersByTime(250)
        }
      }
      run(10)
      expect(count(tests)).toBe(0)
      expect(count(demo)).toBeGreaterThanOrEqual(4)
      expect(count(demo)).toBeLessThanOrEqual(10)
      run(24 * 60)
      expect(count(demo)).toBeLessThan(100)
      for (const life of lives) life.stop()
      const stopped = count(demo)
      run(120)
      expect([count(tests), count(demo)]).toEqual([0, stopped])
    } finally {
      vi.useRealTimers()
    }
  })
})
