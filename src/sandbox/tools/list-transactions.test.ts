import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLines } from '../lines'
import { createKit, type Kit, MINUTE, NOW } from '../test-kit'

type Row = { title: string; date: string; amount: { minor: number; display: string } }

/** Follows `next` to the end; between pages `meanwhile` may change the lines. */
async function walk(
  kit: Kit,
  args: Record<string, unknown>,
  meanwhile: (page: number) => void = () => {},
) {
  const pages: Row[][] = []
  let body: Record<string, unknown> | null = args
  while (body) {
    const { status, reply } = await kit.call('list_transactions', body)
    expect(status).toBe(200)
    pages.push(reply.data.transactions)
    expect(reply.next?.args?.['cursor']).toBe(reply.data.next_cursor)
    body = reply.next?.args ?? null
    meanwhile(pages.length)
  }
  return pages
}

const titles = (pages: Row[][]) => pages.flat().map(({ title }) => title)

describe('list_transactions', () => {
  it('[R-051, R-054, C8] has 20 lines when the call does not say', async () => {
    const kit = createKit()
    kit.lines(Array.from({ length: 21 }, (_, index) => NOW - index))
    const { status, reply } = await kit.call('list_transactions', {})
    expect(status).toBe(200)
    expect(reply.data.transactions).toHaveLength(20)
    expect(reply.next?.args).toMatchObject({ limit: 20 })
  })

  it('[R-055, R-056] a page with more after it says so in next and in data', async () => {
    const kit = createKit()
    kit.lines([NOW, NOW - 1, NOW - 2])
    const body = { from: '2026-11-01', to: '2026-11-30', limit: 2 }
    const { reply } = await kit.call('list_transactions', body)
    expect(reply.next).toEqual({
      action: 'call_tool',
      tool: 'list_transactions',
      args: { ...body, cursor: reply.data.next_cursor },
      instruction: expect.any(String),
      after_seconds: null,
      by: null,
    })
    expect(reply.data.next_cursor).toEqual(expect.any(String))
  })

  it('[R-056] next leaves out the days that were not asked for', async () => {
    const kit = createKit()
    kit.lines([NOW, NOW - 1])
    const { reply } = await kit.call('list_transactions', { limit: 1 })
    expect(Object.keys(reply.next?.args ?? {})).toEqual(['limit', 'cursor'])
  })

  it.each([0, 1, 9, 10])('[R-064] a last page of %i lines has neither', async (count) => {
    const kit = createKit()
    kit.lines(Array.from({ length: count }, (_, index) => NOW - index))
    const { reply } = await kit.call('list_transactions', { limit: 10 })
    expect(reply.data.transactions).toHaveLength(count)
    expect('next_cursor' in reply.data).toBe(false)
    expect(reply.next).toBeNull()
  })

  it('[R-063] starts from the newest line', async () => {
    const kit = createKit()
    kit.lines([NOW - 2 * MINUTE, NOW, NOW - MINUTE])
    expect(titles(await walk(kit, {}))).toEqual(['Line 1', 'Line 2', 'Line 0'])
  })

  it('[C12] 13 lines of one instant come once each over pages of 10', async () => {
    const kit = createKit()
    kit.lines(Array.from({ length: 13 }, () => NOW))
    const pages = await walk(kit, { limit: 10 })
    expect(pages.map((page) => page.length)).toEqual([10, 3])
    expect(new Set(titles(pages)).size).toBe(13)
  })

  it('[R-057, R-066, C12] old lines come exactly once while lines come and go', async () => {
    const change = fc.record({
      add: fc.array(fc.integer({ min: -8, max: 8 }), { maxLength: 3 }),
      drop: fc.array(fc.nat(39), { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -6, max: 0 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(change, { maxLength: 12 }),
        async (minutes, limit, changes) => {
          const kit = createKit({ rate: 10_000 })
          kit.lines(minutes.map((minute) => NOW + minute * MINUTE))
          const dropped = new Set<string>()
          const pages = await walk(kit, { limit }, (page) => {
            const now = changes[page - 1]
            if (!now) return
            addLines(
              kit.world,
              'demo',
              now.add.map((minute) => ({
                title: 'Added',
                subtitle: '',
                amountMinor: 100,
                at: NOW + minute * MINUTE,
              })),
            )
            for (const line of now.drop) {
              dropped.add(`Line ${line}`)
              kit.world.db.prepare('DELETE FROM lines WHERE title = ?').run(`Line ${line}`)
            }
          })
          const seen = titles(pages).filter((title) => title !== 'Added')
          expect(new Set(seen).size).toBe(seen.length)
          for (const [index] of minutes.entries()) {
            if (!dropped.has(`Line ${index}`)) expect(seen).toContain(`Line ${index}`)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('[C5] from and to are inclusive days of India', async () => {
    const kit = createKit()
    kit.lines(
      [
        '2026-03-31T18:29:59.999Z',
        '2026-03-31T18:30:00Z',
        '2026-04-01T18:29:59.999Z',
        '2026-04-01T18:30:00Z',
      ].map(Date.parse),
    )
    const first = await walk(kit, { from: '2026-04-01', to: '2026-04-01', limit: 1 })
    expect(titles(first)).toEqual(['Line 2', 'Line 1'])
    expect(titles(await walk(kit, { from: '2026-04-01' }))).toEqual(['Line 3', 'Line 2', 'Line 1'])
    expect(titles(await walk(kit, { to: '2026-03-31' }))).toEqual(['Line 0'])
  })

  it.each([
    [{ from: '2026-02-30' }, ['from']],
    [{ from: '2026-2-3' }, ['from']],
    [{ to: '2026-13-01' }, ['to']],
    [{ to: '2026-09-01T00:00:00Z' }, ['to']],
    [{ to: '' }, ['to']],
    [{ from: null }, ['from']],
    [{ from: '2026-09-02', to: '2026-09-01' }, ['from']],
    [{ from: '2026-09-02', to: '2026-09-01', limit: 0, x: 1 }, ['from', 'limit', 'x']],
  ])('[R-052, R-053] %j is refused', async (body, paths) => {
    const { status, reply } = await createKit().call('list_transactions', body)
    expect(status).toBe(400)
    expect(reply.error?.fields.map(({ path }) => path).sort()).toEqual(paths)
  })

  it('[R-053] one day, a leap day too, is a range', async () => {
    const body = { from: '2024-02-29', to: '2024-02-29' }
    expect((await createKit().call('list_transactions', body)).status).toBe(200)
  })

  it('[R-067, R-068, R-069, R-070, R-071, R-072] a line is merchant, agent, net amount and time; fully refunded ones are left out', async () => {
    const kit = createKit()
    const paid = { state: 'completed', money: 'charged', at: NOW - MINUTE } as const
    const kept = kit.purchase({ ...paid, chargedMinor: 249_900, refundedMinor: 50_000 })
    kit.purchase({ ...paid, money: 'refunded', chargedMinor: 100, refundedMinor: 100 })
    kit.purchase({ state: 'processing' })
    const { reply } = await kit.call('list_transactions', {})
    expect(reply.data.transactions).toEqual([
      {
        title: 'Neem Mart',
        subtitle: 'Errand agent',
        amount: { minor: 199_900, currency: 'INR', display: '₹1,999.00' },
        date: '2026-11-29T14:29:00.000+05:30',
        purchase_id: kept.purchase_id,
        refunded: { minor: 50_000, currency: 'INR', display: '₹500.00' },
      },
    ])
  })

  it('[R-071] a line given as fully refunded is left out too', async () => {
    const kit = createKit()
    const line = { subtitle: '', amountMinor: 500, at: NOW }
    addLines(kit.world, 'demo', [
      { ...line, title: 'Gone', refundedMinor: 500 },
      { ...line, title: 'Free', amountMinor: 0 },
    ])
    expect(titles(await walk(kit, {}))).toEqual(['Free'])
  })

  it('[C1] a switch leaves the purchase ids out', async () => {
    const kit = createKit()
    kit.purchase({ state: 'completed', money: 'charged' })
    kit.world.db.exec('UPDATE accounts SET lines_carry_purchase_id = 0')
    const { reply } = await kit.call('list_transactions', {})
    expect(reply.data.transactions).toHaveLength(1)
    expect('purchase_id' in reply.data.transactions[0]).toBe(false)
  })

  it('[R-031] shows an account its own lines only', async () => {
    const kit = createKit()
    kit.lines([NOW], 'demo')
    kit.lines([NOW, NOW], 'other')
    expect(titles(await walk(kit, {}))).toHaveLength(1)
  })

  it('[bench] reads a page by one search of the index, never a scan or a sort', () => {
    const kit = createKit()
    const plan = kit.world.db
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT * FROM lines
         WHERE account = 'demo' AND at >= 1 AND (at, id) < (2, 3)
           AND (refunded_minor <= 0 OR refunded_minor < amount_minor)
         ORDER BY at DESC, id DESC LIMIT 50`,
      )
      .all()
      .map(({ detail }) => detail)
    expect(plan).toEqual([
      expect.stringMatching(
        /^SEARCH lines USING INDEX lines_newest \(account=\? AND at>\? AND at<\?\)/,
      ),
    ])
  })
})
