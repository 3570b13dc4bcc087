import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLimiter } from './limiter'
import { createMemoryStorage } from './stored'
import { createTestClock } from './test-clock'
import { outcomeOf } from './test-fetch'
import { createTestLocks } from './test-locks'

/** Tabs of one browser; `limit` calls a minute for the account. */
function setUp(limit = 120) {
  const clock = createTestClock()
  const map = new Map<string, string>()
  const storage = createMemoryStorage(map)
  const locks = createTestLocks()
  const tab = (accountTag = 'mine') =>
    createLimiter(clock, { requestsPerMinute: limit, together: { storage, locks, accountTag } })
  return { clock, map, storage, locks, tab }
}

async function spend(tab: ReturnType<ReturnType<typeof setUp>['tab']>, calls: number) {
  for (let n = 0; n < calls; n += 1) (await tab.acquire('plain')).release()
}

/** The most starts in any 60 s. */
function busiest(starts: readonly number[]): number {
  return Math.max(
    0,
    ...starts.map((end) => starts.filter((at) => at > end - 60_000 && at <= end).length),
  )
}

describe('[R-116] one budget for all tabs', () => {
  it('[CT-3] a second tab has what the first one left, and both say so', async () => {
    const { clock, tab } = setUp()
    const [one, two] = [tab(), tab()]
    await spend(one, 60)
    await spend(two, 40)
    expect(one.usage()).toEqual({ used: 100, allowed: 100 })
    expect(two.usage()).toEqual({ used: 100, allowed: 100 })
    const late = outcomeOf(two.acquire('plain'))
    await clock.advance(60_999)
    expect(late.state()).toBe('pending')
    await clock.advance(1)
    expect(late.state()).toBe('done')
  })

  it('[CT-3] a reload does not forget what was used', async () => {
    const { clock, tab } = setUp()
    await spend(tab(), 100)
    const reloaded = tab()
    expect(reloaded.usage().used).toBe(100)
    const late = outcomeOf(reloaded.acquire('plain'))
    await clock.advance(60_999)
    expect(late.state()).toBe('pending')
  })

  it('[R-034] another account has its own', async () => {
    const { tab } = setUp()
    await spend(tab(), 100)
    expect(tab('other').usage().used).toBe(0)
    await spend(tab('other'), 1)
  })

  it('a start given back is another tab’s', async () => {
    const { clock, tab } = setUp(2)
    const slot = await tab().acquire('plain')
    slot.giveBack()
    const other = outcomeOf(tab().acquire('plain'))
    await clock.settle()
    expect(other.state()).toBe('done')
  })

  it('[CT-3] without its turn a tab goes on with a sixth, and with all of it as soon as turns come', async () => {
    const { clock, locks, tab } = setUp()
    const mine = tab()
    locks.refuse(true)
    await spend(mine, 16)
    expect(mine.usage()).toEqual({ used: 16, allowed: 16 })
    const next = outcomeOf(mine.acquire('plain'))
    await clock.settle()
    expect(next.state()).toBe('pending')
    locks.refuse(false)
    await clock.advance(61_000)
    expect(next.state()).toBe('done')
    await spend(mine, 20)
    expect(mine.usage()).toEqual({ used: 21, allowed: 100 })
  })

  it('[CT-3] a storage that fails counts as no turn', async () => {
    const { clock, storage, locks } = setUp()
    const setItem = () => {
      throw new Error('full')
    }
    const together = { storage: { ...storage, setItem }, locks, accountTag: 'mine' }
    const tab = createLimiter(clock, { requestsPerMinute: 120, together })
    await spend(tab, 16)
    const next = outcomeOf(tab.acquire('plain'))
    await clock.settle()
    expect(next.state()).toBe('pending')
  })

  it('takes one turn for calls that come together, and none while they wait', async () => {
    const { clock, locks, tab } = setUp(12)
    const mine = tab()
    const calls = Array.from({ length: 4 }, () => mine.acquire('plain'))
    for (const slot of await Promise.all(calls)) slot.release()
    expect(locks.turns()).toBe(1)
    await spend(mine, 6)
    for (let n = 0; n < 4; n += 1) void mine.acquire('plain')
    await clock.settle()
    expect(locks.turns()).toBe(8)
    await clock.advance(60_000)
    expect(locks.turns()).toBe(8)
  })

  it('[R-107] everybody knows at once when it is their turn, and who gives up delays nobody', async () => {
    const { clock, tab } = setUp(2)
    const [one, two] = [tab(), tab()]
    await spend(one, 1)
    const stop = new AbortController()
    const next = outcomeOf(one.acquire('plain'))
    await clock.settle()
    const last = outcomeOf(two.acquire('plain', stop.signal))
    await clock.settle()
    stop.abort()
    const after = outcomeOf(two.acquire('plain'))
    await clock.advance(61_000)
    expect([next.state(), last.state(), after.state()]).toEqual(['done', 'failed', 'pending'])
    await clock.advance(61_000)
    expect(after.state()).toBe('done')
  })

  it('[CT-2] a start that a late timer slept through is taken anew', async () => {
    const { clock, storage, locks, tab } = setUp(2)
    const together = { storage, locks, accountTag: 'mine' }
    let lateMs = 30_000
    const sleep: typeof clock.sleep = (ms, signal) => clock.sleep(ms + lateMs, signal)
    const late = createLimiter({ ...clock, sleep }, { requestsPerMinute: 2, together })
    await spend(tab(), 1)
    const one = outcomeOf(late.acquire('plain'))
    await clock.advance(1)
    const other = outcomeOf(tab().acquire('plain'))
    await clock.advance(89_999)
    expect(one.state()).toBe('pending')
    lateMs = 0
    await clock.advance(32_000)
    expect([one.state(), other.state()]).toEqual(['pending', 'done'])
    await clock.advance(61_000)
    expect(one.state()).toBe('done')
  })

  it('[CT-2] a clock set back while no tab was there holds up nobody for longer than a minute', async () => {
    const { clock, tab } = setUp()
    await spend(tab(), 100)
    clock.jump(-1_800_000)
    const late = outcomeOf(tab().acquire('plain'))
    await clock.advance(61_000)
    expect(late.state()).toBe('done')
    const later = outcomeOf(tab().acquire('plain'))
    await clock.advance(1)
    expect(later.state()).toBe('done')
  })

  it('parts of tabs that are gone do not pile up', async () => {
    const { clock, map, tab } = setUp()
    for (let n = 0; n < 20; n += 1) {
      await spend(tab(), 1)
      await clock.advance(180_000)
    }
    expect(map.size).toBeLessThanOrEqual(2)
  })

  it('whatever stands in the storage, a call is sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.json(), fc.string()), { maxLength: 4 }),
        async (texts) => {
          const { clock, map, tab } = setUp()
          for (const [n, text] of texts.entries()) map.set(`passbook.starts.mine.${n}`, text)
          const call = outcomeOf(tab().acquire('plain'))
          await clock.advance(130_000)
          expect(call.state()).toBe('done')
        },
      ),
    )
  })
})

const DAY_MS = 86_400_000
const step = fc.record({
  tab: fc.nat({ max: 3 }),
  calls: fc.integer({ min: 1, max: 6 }),
  takesMs: fc.nat({ max: 8_000 }),
  gapMs: fc.oneof(fc.constant(0), fc.nat({ max: 20_000 })),
  jumpMs: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(DAY_MS, -DAY_MS, 61_000, -61_000, 30_000, -30_000) },
  ),
})

describe('[CT-2] [R-116] several tabs, whenever they call and however the clock is set', () => {
  it('never start more than the budget in any 60 s of true time, and serve everybody', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 24 }),
        fc.array(step, { minLength: 1, maxLength: 25 }),
        async (limit, steps) => {
          const { clock, tab } = setUp(limit)
          const tabs = Array.from({ length: 4 }, () => tab())
          const { allowed } = tab().usage()
          // As long as a tab is new it goes by the others' word.
          await clock.advance(10_000)
          const starts: number[] = []
          let asked = 0
          let jumps = 0
          for (const { tab: n, calls, takesMs, gapMs, jumpMs } of steps) {
            await clock.advance(gapMs)
            clock.jump(jumpMs)
            if (jumpMs !== 0) jumps += 1
            for (let call = 0; call < calls; call += 1) {
              asked += 1
              void tabs[n]?.acquire('plain').then(async (slot) => {
                starts.push(clock.steady())
                await clock.sleep(takesMs)
                slot.release()
              })
            }
          }
          // Every jump may make what was used count for one minute more.
          const minutes = Math.ceil(asked / allowed) + jumps + 4
          await clock.advance(minutes * 61_000)
          expect(starts).toHaveLength(asked)
          expect(busiest(starts)).toBeLessThanOrEqual(allowed)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('a tab that wants little is not kept waiting by one that wants a lot', async () => {
    const { clock, tab } = setUp(12)
    const [greedy, modest] = [tab(), tab()]
    const load = async () => {
      for (;;) {
        const slot = await greedy.acquire('plain')
        await clock.sleep(100)
        slot.release()
      }
    }
    for (let n = 0; n < 8; n += 1) void load()
    await clock.advance(65_000)
    for (let n = 0; n < 5; n += 1) {
      const one = outcomeOf(modest.acquire('plain').then((slot) => slot.release()))
      await clock.advance(61_000)
      expect(one.state()).toBe('done')
    }
  })
})
