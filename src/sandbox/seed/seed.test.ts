import { describe, expect, it } from 'vitest'
import { PURCHASE_ID_PATTERN, STATES } from '@/api/envoy/contract'
import { moveDue } from '../life'
import { countLines } from '../lines'
import { purchaseById } from '../purchases'
import type { LineRow, PurchaseRow } from '../store/schema'
import { createKit, NOW } from '../test-kit'
import { MERCHANTS } from './merchants'
import { DAY, HOUR, istMidnight, MINUTE, spanDays } from './moments'
import { seed } from './seed'

const IST = 5.5 * HOUR

function seededKit(options: { lines?: number; seed?: number; now?: number } = {}) {
  const kit = createKit()
  seed(kit.world, { lines: 600, seed: 1, now: NOW, ...options })
  return kit
}

type Kit = ReturnType<typeof createKit>

function purchasesOf(kit: Kit, account = 'demo'): PurchaseRow[] {
  return kit.world.db
    .prepare<[string], PurchaseRow>(
      'SELECT * FROM purchases WHERE account = ? ORDER BY created_at DESC, seq DESC',
    )
    .all(account)
}

function linesOf(kit: Kit, account = 'demo'): LineRow[] {
  return kit.world.db
    .prepare<[string], LineRow>('SELECT * FROM lines WHERE account = ? ORDER BY at DESC, id DESC')
    .all(account)
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function dump(kit: Kit) {
  return ['accounts', 'purchases', 'timeline', 'lines'].map((table) =>
    kit.world.db.prepare(`SELECT * FROM ${table}`).all(),
  )
}

describe('the seeded history', () => {
  const kit = seededKit()
  const purchases = purchasesOf(kit)
  const lines = linesOf(kit)
  const byId = new Map(purchases.map((purchase) => [purchase.purchase_id, purchase]))

  it('[product] is the same for the same seed and time, ids included, and another for another', () => {
    expect(dump(seededKit())).toEqual(dump(kit))
    const ids = (other: Kit) => purchasesOf(other).map(({ purchase_id }) => purchase_id)
    expect(ids(seededKit({ seed: 2 }))).not.toEqual(ids(kit))
    expect(ids(seededKit({ now: NOW + DAY }))).not.toEqual([])
  })

  it('[product] no lines asked for is an account with nothing in it', () => {
    const other = seededKit({ lines: 0 })
    expect(countLines(other.world, 'demo')).toBe(0)
    expect(purchasesOf(other)).toEqual([])
  })

  it.each([1, 2, 3, 4, 49, 100, 601, 1_234])(
    '[product] has exactly the lines asked for: %i',
    (count) => {
      const other = seededKit({ lines: count })
      expect(countLines(other.world, 'demo')).toBe(count)
      expect(countLines(other.world, 'other')).toBe(40)
      expect(
        new Set(
          purchasesOf(other)
            .slice(0, 20)
            .map(({ state }) => state),
        ).size,
      ).toBe(10)
    },
  )

  it('[product] covers fourteen months and ends at now', () => {
    const oldest = lines.at(-1)?.at ?? 0
    expect(lines).toHaveLength(600)
    expect(Math.abs(oldest - (NOW - 426 * DAY))).toBeLessThan(2 * DAY)
    expect(lines[0]?.at).toBeGreaterThan(NOW - DAY)
    expect(lines.every(({ at }) => at <= NOW)).toBe(true)
    const months = new Set(lines.map(({ at }) => new Date(at + IST).toISOString().slice(0, 7)))
    expect(months.size).toBeGreaterThanOrEqual(14)
  })

  it('[product] has evenings, weekends, crowded days and shared instants, by India’s clock', () => {
    const hours = lines.map(({ at }) => new Date(at + IST).getUTCHours())
    const share = (from: number, to: number) =>
      hours.filter((hour) => hour >= from && hour < to).length / hours.length
    expect(share(18, 23)).toBeGreaterThan(0.35)
    expect(share(1, 6)).toBeLessThan(0.05)
    const weekdays = lines.map(({ at }) => new Date(at + IST).getUTCDay())
    const weekend = weekdays.filter((day) => day === 0 || day === 6).length / weekdays.length
    expect(weekend).toBeGreaterThan(2 / 7)
    const perDay = grouped(lines, ({ at }) => istMidnight(at))
    expect([...perDay.values()].filter((day) => day.length >= 3).length).toBeGreaterThan(50)
    expect(new Set(lines.map(({ at }) => at)).size).toBeLessThan(lines.length - 5)
  })

  it('[R-066, R-067, R-068, R-069, R-070, R-071] each line is what its purchase says; all given back has none', () => {
    for (const line of lines) {
      const purchase = byId.get(line.purchase_id ?? '')
      expect(line).toMatchObject({
        title: purchase?.merchant,
        subtitle: purchase?.agent,
        amount_minor: purchase?.charged_minor,
        refunded_minor: purchase?.refunded_minor,
      })
      expect(purchase?.state).toBe('completed')
      expect(line.refunded_minor).toBeLessThan(line.amount_minor)
    }
    const inHistory = new Set(lines.map(({ purchase_id }) => purchase_id))
    const back = purchases.filter((p) => p.charged_minor && p.refunded_minor === p.charged_minor)
    expect(back.length).toBeGreaterThan(5)
    expect(back.filter(({ purchase_id }) => inHistory.has(purchase_id))).toEqual([])
    const charged = purchases.filter(({ charged_minor }) => charged_minor !== null)
    expect(charged.length - back.length).toBe(lines.length)
  })

  it('[product] has four agents, some thirty shops, hard names and prices that stay in their range', () => {
    expect(new Set(lines.map(({ subtitle }) => subtitle)).size).toBe(4)
    const titles = [...new Set(lines.map(({ title }) => title))]
    expect(titles.length).toBeGreaterThan(28)
    expect(titles).toContain('पतंग बुक्स')
    const longest = Math.max(...titles.map((title) => title.length))
    expect(longest).toBeGreaterThan(190)
    expect(longest).toBeLessThan(210)
    for (const { merchant, amount_minor } of purchases.slice(20)) {
      const shop = MERCHANTS.find(({ name }) => name === merchant)
      if (!shop || amount_minor <= 100) continue
      expect(amount_minor).toBeGreaterThanOrEqual(shop.price[0] * 100)
      expect(amount_minor).toBeLessThanOrEqual(shop.price[1] * 100 + 99)
    }
    expect(purchases.every(({ domain }) => domain?.endsWith('.example.test'))).toBe(true)
  })

  it('[product] reaches from ₹0.50 to ₹99,99,999.00 with few extremes, and some came back in part', () => {
    const amounts = lines.map(({ amount_minor }) => amount_minor)
    expect(Math.min(...amounts)).toBe(50)
    expect(Math.max(...amounts)).toBe(999_999_900)
    expect(amounts.filter((minor) => minor > 3_000_000 || minor < 2_000).length).toBeLessThan(12)
    const partly = lines.filter(({ refunded_minor }) => refunded_minor > 0)
    expect(partly.length).toBeGreaterThan(12)
    expect(partly.length).toBeLessThan(60)
    expect(amounts.filter((minor) => minor % 100 !== 0).length).toBeGreaterThan(60)
  })

  it('a monthly subscription stands among them, and its price rose once', () => {
    const monthly = lines.filter(({ title }) => title === 'Raag Stream').reverse()
    expect(monthly.length).toBeGreaterThan(10)
    expect([...new Set(monthly.map(({ amount_minor }) => amount_minor))]).toEqual([19_900, 24_900])
  })

  it('[C22] every purchase has a timeline that ends in its state, in rising order', () => {
    const timelines = grouped(
      kit.world.db
        .prepare<[], { purchase_id: string; revision: number; state: string; at: number }>(
          'SELECT * FROM timeline ORDER BY purchase_id, revision',
        )
        .all(),
      ({ purchase_id }) => purchase_id,
    )
    for (const purchase of purchases) {
      const steps = timelines.get(purchase.purchase_id) ?? []
      expect(steps.at(-1)?.state).toBe(purchase.state)
      expect(steps[0]?.at).toBe(purchase.created_at)
      const times = steps.map(({ at }) => at)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(purchase.revision).toBeGreaterThanOrEqual(steps.length)
      expect(times.at(-1)).toBeLessThanOrEqual(NOW)
    }
  })
})

describe('the newest twenty purchases', () => {
  const kit = seededKit()
  const newest = purchasesOf(kit).slice(0, 20)

  it('[R-174] show each of the ten states', () => {
    const states = new Set(newest.map(({ state }) => state))
    expect(STATES.filter((state) => !states.has(state))).toEqual([])
  })

  it('[R-207][R-209][C31] ask a choice and a text, want an approval, and have one pay link', () => {
    const question = (state: string) =>
      JSON.parse(newest.find((purchase) => purchase.state === state)?.question ?? '')
    expect(question('needs_answer')).toMatchObject({ kind: 'choice', options: expect.any(Array) })
    expect(question('needs_details')).toMatchObject({ kind: 'text' })
    const waiting = newest.filter(({ state }) => state === 'waiting_for_user')
    expect(waiting.map(({ user_action }) => JSON.parse(user_action ?? 'null')?.message)).toContain(
      'Approve in the Envoy app.',
    )
    const links = waiting.map(({ funding }) => JSON.parse(funding ?? 'null')).filter(Boolean)
    expect(links).toHaveLength(1)
    expect(Date.parse(links[0].expires_at)).toBeGreaterThan(NOW)
  })

  it('[R-202][B13] one needs support, one has spending closed, one replaces, one tries again', () => {
    expect(newest.filter(({ needs_support }) => needs_support)).toHaveLength(1)
    expect(newest.filter(({ spending_closed }) => spending_closed)).toHaveLength(1)
    const ids = newest.map(({ purchase_id }) => purchase_id)
    const replaced = newest.find(({ state }) => state === 'superseded')
    expect(ids).toContain(replaced?.superseded_by)
    const again = newest.find(({ retry_of }) => retry_of)
    const original = newest.find(({ purchase_id }) => purchase_id === again?.retry_of)
    expect([original?.state, again?.state]).toEqual(['failed', 'completed'])
  })

  it('[product] one in progress reaches its end by itself 20 to 40 seconds after the start', () => {
    const first = newest[0]
    expect(first).toMatchObject({ state: 'processing', auto: 1 })
    let second = 0
    while (purchaseById(kit.world, first?.purchase_id ?? '')?.state !== 'completed') {
      kit.pass(1_000)
      moveDue(kit.world)
      second += 1
      if (second > 60) break
    }
    expect(second).toBeGreaterThanOrEqual(20)
    expect(second).toBeLessThanOrEqual(40)
  })

  it('the other nine states stand for minutes, so that they can be looked at', () => {
    const fresh = seededKit()
    fresh.pass(3 * MINUTE)
    moveDue(fresh.world)
    moveDue(fresh.world)
    const states = new Set(
      purchasesOf(fresh)
        .slice(0, 20)
        .map(({ state }) => state),
    )
    expect(states.size).toBe(10)
  })
})

describe('the other account', () => {
  it('[R-031] shares no purchase and no agent with demo', () => {
    const kit = seededKit()
    const agents = new Set(linesOf(kit, 'other').map(({ subtitle }) => subtitle))
    expect(linesOf(kit).some(({ subtitle }) => agents.has(subtitle))).toBe(false)
    expect(purchasesOf(kit, 'other').length).toBeGreaterThan(40)
  })
})

describe('a long history', () => {
  // A busy machine may need long for it; how long is no matter of this test.
  it('[product] 100,000 lines: all there, every id once, over at most twelve years', {
    timeout: 180_000,
  }, () => {
    const { world } = seededKit({ lines: 100_000 })
    const { db } = world
    expect(countLines(world, 'demo')).toBe(100_000)
    const ids = db.prepare<[], string>('SELECT purchase_id FROM purchases').pluck().all()
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !PURCHASE_ID_PATTERN.test(id))).toEqual([])
    const oldest = db.prepare<[], number>('SELECT min(at) FROM lines').pluck().get() ?? 0
    const years = (NOW - oldest) / (365.25 * DAY)
    expect(years).toBeGreaterThan(10)
    expect(years).toBeLessThan(12.1)
    const newest = db
      .prepare<[], string>(
        `SELECT state FROM purchases WHERE account = 'demo'
         ORDER BY created_at DESC, seq DESC LIMIT 20`,
      )
      .pluck()
      .all()
    expect(new Set(newest).size).toBe(10)
  })

  it('[product] the indexes are there again after the seed', () => {
    const names = seededKit()
      .world.db.prepare(
        `SELECT name FROM sqlite_master
         WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('lines', 'purchases')`,
      )
      .pluck()
      .all()
    expect(names.sort()).toEqual([
      'lines_newest',
      'lines_purchase',
      'purchases_id',
      'purchases_moving',
      'purchases_newest',
    ])
  })

  it('the span grows with the lines and never beyond twelve years', () => {
    expect([1, 600, 100_000, 1_000_000].map(spanDays)).toEqual([426, 426, 4383, 4383])
    expect(spanDays(5_000)).toBeGreaterThan(900)
    expect(spanDays(5_000)).toBeLessThan(1_500)
  })
})
