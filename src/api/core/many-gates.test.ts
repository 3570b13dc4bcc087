import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGate } from './gate'
import { join, readGate, writeGate } from './gate-record'
import { createGateStore, createMemoryStorage } from './stored'
import { createTestClock } from './test-clock'
import { outcomeOf } from './test-fetch'

const DAY_MS = 86_400_000

function setUp() {
  const clock = createTestClock()
  const map = new Map<string, string>()
  const tab = () => createGate(clock, createGateStore(createMemoryStorage(map), 'mine'))
  return { clock, map, tab }
}

describe('[R-103] one gate for all tabs', () => {
  it('[CT-2] a closing in one tab holds the others and every page that is opened later', async () => {
    const { clock, tab } = setUp()
    const [one, two] = [tab(), tab()]
    const until = one.close(one.ticket(), 60_000, true)
    expect([two.closedUntil(), tab().closedUntil()]).toEqual([until, until])
    await clock.advance(60_000)
    expect([one, two, tab()].map((gate) => gate.closedUntil())).toEqual([null, null, null])
  })

  it('[CT-1] who waits already hears of a later deadline when it looks, without a message', async () => {
    const { clock, tab } = setUp()
    const [one, two] = [tab(), tab()]
    one.close(one.ticket(), 10_000, true)
    const waiting = outcomeOf(two.pass(undefined, () => {}))
    await clock.advance(9_000)
    one.close(one.ticket(), 30_000, false)
    // What the storage's event makes it do.
    two.closedUntil()
    await clock.settle()
    expect(waiting.value()).toBe('held')
  })

  it('[R-106] counts 429s in a row over all tabs, and over a reload', () => {
    const { tab } = setUp()
    const [one, two] = [tab(), tab()]
    one.close(one.ticket(), 1_000, true)
    expect(two.refusalsBefore(two.ticket())).toBe(1)
    two.close(two.ticket(), 1_000, true)
    expect(tab().refusalsBefore(tab().ticket())).toBe(2)
  })

  it('answers to one volley are one 429, whichever tabs sent it', () => {
    const { tab } = setUp()
    const [one, two] = [tab(), tab()]
    const [first, second] = [one.ticket(), two.ticket()]
    one.close(first, 1_000, true)
    expect(two.refusalsBefore(second)).toBe(0)
    two.close(second, 1_000, true)
    expect(one.refusalsBefore(one.ticket())).toBe(1)
  })

  it('a reply in any tab to what was sent afterwards ends the row for all', () => {
    const { tab } = setUp()
    const [one, two] = [tab(), tab()]
    const before = two.ticket()
    one.close(one.ticket(), 1_000, true)
    two.replied(before)
    expect(one.refusalsBefore(one.ticket())).toBe(1)
    two.replied(two.ticket())
    expect(one.refusalsBefore(one.ticket())).toBe(0)
    expect(tab().refusalsBefore(tab().ticket())).toBe(0)
  })

  it('where nothing goes on by itself, nothing does in a page opened meanwhile', async () => {
    const { clock, tab } = setUp()
    const one = tab()
    one.close(one.ticket(), 10_000, false)
    expect(await tab().pass(undefined, () => {})).toBe('held')
    await clock.advance(10_000)
    expect(await tab().pass(undefined, () => {})).toBe('open')
  })

  it('what two tabs write at the same time is not lost: whoever looks puts it right', () => {
    const { map, tab } = setUp()
    const [one, two] = [tab(), tab()]
    const ticket = two.ticket()
    one.close(one.ticket(), 60_000, true)
    const lost = map.get('passbook.gate.mine')
    map.delete('passbook.gate.mine')
    two.close(ticket, 10_000, true)
    const until = one.closedUntil()
    expect(two.closedUntil()).toBe(until)
    expect(readGate(map.get('passbook.gate.mine') ?? null)?.until).toBe(
      readGate(lost ?? null)?.until,
    )
  })

  it('[R-101] a page opened meanwhile waits out more than 300 s where that was asked for', () => {
    const { tab } = setUp()
    const one = tab()
    const until = one.close(one.ticket(), 900_000, false)
    expect(tab().closedUntil()).toBe(until)
  })
})

describe('[CT-2] the gate and a clock that is set', () => {
  it('set back by a day: nobody waits longer, and nobody goes sooner', async () => {
    const { clock, tab } = setUp()
    const [one, two] = [tab(), tab()]
    one.close(one.ticket(), 60_000, true)
    two.closedUntil()
    await clock.advance(20_000)
    clock.jump(-DAY_MS)
    const waiting = [one, two].map((gate) => outcomeOf(gate.pass(undefined, () => {})))
    await clock.advance(39_999)
    expect(waiting.map(({ state }) => state())).toEqual(['pending', 'pending'])
    await clock.advance(1)
    expect(waiting.map(({ value }) => value())).toEqual(['open', 'open'])
    expect(tab().closedUntil()).toBeNull()
  })

  it('set back by a day: a page that is new waits no longer than was asked for, nor than 300 s', () => {
    for (const [asked, waits] of [
      [60_000, 60_000],
      [900_000, 300_000],
    ] as const) {
      const { clock, tab } = setUp()
      const one = tab()
      one.close(one.ticket(), asked, true)
      clock.jump(-DAY_MS)
      expect(tab().closedUntil()).toBe(clock.now() + waits)
    }
  })

  it('set back after the deadline has passed: it does not come back', async () => {
    const { clock, tab } = setUp()
    const one = tab()
    one.close(one.ticket(), 60_000, true)
    await clock.advance(60_000)
    one.closedUntil()
    clock.jump(-DAY_MS)
    expect([one.closedUntil(), tab().closedUntil()]).toEqual([null, null])
  })

  it('set forward by a day, or a sleep of a day: it opens', () => {
    const { clock, tab } = setUp()
    const one = tab()
    one.close(one.ticket(), 60_000, true)
    clock.jump(DAY_MS)
    expect([one.closedUntil(), tab().closedUntil()]).toEqual([null, null])
  })

  it('no tab ever passes before a deadline that any tab was told, unless the clock is set forward', async () => {
    const step = fc.record({
      tab: fc.nat({ max: 2 }),
      gap: fc.nat({ max: 50_000 }),
      wait: fc.option(fc.integer({ min: 1_000, max: 300_000 })),
      back: fc.constantFrom(0, 0, 0, 1_000, 400_000, DAY_MS),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const { clock, tab } = setUp()
        const tabs = [tab(), tab(), tab()]
        let last = 0
        const early: number[] = []
        let passed = 0
        for (const { tab: n, gap, wait, back } of steps) {
          await clock.advance(gap)
          clock.jump(-back)
          const gate = tabs[n]
          if (wait !== null) {
            gate?.close(gate.ticket(), wait, true)
            last = Math.max(last, clock.steady() + wait)
            for (const each of tabs) each.closedUntil()
          }
          void gate
            ?.pass(undefined, () => {})
            .then(() => {
              passed += 1
              if (clock.steady() < last) early.push(last - clock.steady())
            })
        }
        await clock.advance(700_000)
        expect(passed).toBe(steps.length)
        // Two clocks agree to a second.
        expect(early.filter((ms) => ms > 1_000)).toEqual([])
      }),
      { numRuns: 80 },
    )
  })
})

describe('what is kept of the gate', () => {
  const time = fc.integer({ min: 0, max: 10 })
  const record = fc.record({
    until: time,
    lastsMs: time,
    round: time,
    refusals: time,
    automatic: fc.boolean(),
  })

  it('is the same in whichever order, and however often, tabs hear of each other', () => {
    const told = ({ until, round, refusals, automatic }: ReturnType<typeof join>) => [
      until,
      round,
      refusals,
      automatic,
    ]
    fc.assert(
      fc.property(record, record, record, (a, b, c) => {
        expect(told(join(a, b))).toEqual(told(join(b, a)))
        expect(told(join(join(a, b), c))).toEqual(told(join(a, join(b, c))))
        expect(told(join(a, a))).toEqual(told(a))
      }),
    )
  })

  it('is read as it was written, and a bare deadline as one', () => {
    fc.assert(
      fc.property(record, (kept) => {
        expect(readGate(writeGate(kept))).toEqual(kept)
      }),
    )
    expect(readGate('5')).toMatchObject({ until: 5, refusals: 0, automatic: true })
  })

  it.each([
    '',
    'x',
    '-1',
    '[]',
    '[5,"a"]',
    '[5,9e9]',
    '[5,1,1,1,1]',
    '[null]',
    '{"until":5}',
    '1e999',
  ])('garbage %j is nothing', (text) => expect(readGate(text)).toBeNull())
})
