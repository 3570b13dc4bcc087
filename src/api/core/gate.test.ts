import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGate } from './gate'
import { createMemoryGateStore, NEVER_CLOSED } from './gate-record'
import { createTestClock } from './test-clock'
import { outcomeOf } from './test-fetch'

function setUp(store = createMemoryGateStore()) {
  const clock = createTestClock()
  return { clock, store, gate: createGate(clock, store) }
}

describe('[R-103] the gate', () => {
  it('is open until closed, and opens at its deadline to the millisecond', async () => {
    const { clock, gate } = setUp()
    expect(gate.closedUntil()).toBeNull()
    const until = gate.close(gate.ticket(), 60_000, true)
    expect(until).toBe(clock.now() + 60_000)
    const waiting = outcomeOf(gate.pass(undefined, () => {}))
    await clock.advance(59_999)
    expect(waiting.state()).toBe('pending')
    await clock.advance(1)
    expect(waiting.value()).toBe('open')
  })

  it('tells the real deadline, and the later one when it moves', async () => {
    const { clock, gate } = setUp()
    const seen: number[] = []
    gate.close(gate.ticket(), 10_000, true)
    const waiting = outcomeOf(gate.pass(undefined, (until) => seen.push(until)))
    await clock.advance(5_000)
    gate.close(gate.ticket(), 20_000, true)
    await clock.advance(19_999)
    expect(waiting.state()).toBe('pending')
    await clock.advance(1)
    expect(waiting.value()).toBe('open')
    expect(seen).toEqual([clock.now() - 15_000, clock.now()])
  })

  it('a shorter wait never brings the deadline forward', () => {
    const { clock, gate } = setUp()
    gate.close(gate.ticket(), 60_000, true)
    gate.close(gate.ticket(), 1_000, true)
    expect(gate.closedUntil()).toBe(clock.now() + 60_000)
  })

  it('[R-105] counts rounds: four answers to one volley are one 429', () => {
    const { gate } = setUp()
    const volley = [gate.ticket(), gate.ticket(), gate.ticket(), gate.ticket()]
    expect(
      volley.map((ticket) => {
        const before = gate.refusalsBefore(ticket)
        gate.close(ticket, 60_000, true)
        return before
      }),
    ).toEqual([0, 0, 0, 0])
    expect(gate.refusalsBefore(gate.ticket())).toBe(1)
  })

  it('only a reply to something sent after the closing ends the row', () => {
    const { gate } = setUp()
    const sentBefore = gate.ticket()
    gate.close(gate.ticket(), 60_000, true)
    gate.replied(sentBefore)
    expect(gate.refusalsBefore(gate.ticket())).toBe(1)
    gate.replied(gate.ticket())
    expect(gate.refusalsBefore(gate.ticket())).toBe(0)
  })

  it('sends everybody away at once when automatic work ends, and lets people in at the deadline', async () => {
    const { clock, gate } = setUp()
    gate.close(gate.ticket(), 10_000, true)
    const waiting = outcomeOf(gate.pass(undefined, () => {}))
    await clock.settle()
    gate.close(gate.ticket(), 20_000, false)
    await clock.settle()
    expect(waiting.value()).toBe('held')
    await clock.advance(20_000)
    expect(await gate.pass(undefined, () => {})).toBe('open')
  })

  it('a late answer of the same volley does not set automatic work going again', () => {
    const { gate } = setUp()
    const [one, two] = [gate.ticket(), gate.ticket()]
    gate.close(one, 20_000, false)
    gate.close(two, 10_000, true)
    expect(gate.state.get().automatic).toBe(false)
  })

  it('gives up with the signal', async () => {
    const { clock, gate } = setUp()
    gate.close(gate.ticket(), 10_000, true)
    const stop = new AbortController()
    const waiting = outcomeOf(gate.pass(stop.signal, () => {}))
    await clock.settle()
    stop.abort()
    await clock.settle()
    expect(waiting.error()).toMatchObject({ name: 'AbortError' })
    expect(clock.sleepers()).toBe(0)
  })
})

describe('[CT-2] the deadline in the shared store', () => {
  it('outlives a reload', () => {
    const { clock, store, gate } = setUp()
    const until = gate.close(gate.ticket(), 60_000, true)
    expect(createGate(clock, store).closedUntil()).toBe(until)
  })

  it('is taken over from another tab before every send', () => {
    const { clock, store, gate } = setUp()
    const other = createGate(clock, store)
    expect(gate.closedUntil()).toBeNull()
    const until = other.close(other.ticket(), 60_000, true)
    expect(gate.closedUntil()).toBe(until)
  })

  it('is cut to 300 s when the clock was set back, once and not for ever', async () => {
    const { clock, store, gate } = setUp()
    store.write({ ...NEVER_CLOSED, until: clock.now() + 3_600_000, lastsMs: 300_000 })
    expect(gate.closedUntil()).toBe(clock.now() + 300_000)
    await clock.advance(200_000)
    expect(gate.closedUntil()).toBe(clock.now() + 100_000)
    await clock.advance(100_000)
    expect(gate.closedUntil()).toBeNull()
  })

  it('a clock set back while closed does not lengthen the wait beyond what was asked', async () => {
    const { clock, gate } = setUp()
    gate.close(gate.ticket(), 60_000, true)
    clock.jump(-86_400_000)
    expect(gate.closedUntil()).toBe(clock.now() + 60_000)
  })

  it('a longer wait than 300 s asked of this very page stands', () => {
    const { clock, gate } = setUp()
    gate.close(gate.ticket(), 900_000, false)
    expect(gate.closedUntil()).toBe(clock.now() + 900_000)
  })

  it('a past deadline means nothing', () => {
    const { clock, store, gate } = setUp()
    store.write({ ...NEVER_CLOSED, until: clock.now() - 1, lastsMs: 60_000 })
    expect(gate.closedUntil()).toBeNull()
  })

  it('never lets anybody through before any deadline that was set', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ gap: fc.nat({ max: 40_000 }), wait: fc.nat({ max: 300_000 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (closings) => {
          const { clock, gate } = setUp()
          let last = 0
          const passed: number[] = []
          for (const { gap, wait } of closings) {
            await clock.advance(gap)
            last = Math.max(last, gate.close(gate.ticket(), wait, true))
            void gate.pass(undefined, () => {}).then(() => passed.push(clock.now() - last))
          }
          await clock.advance(700_000)
          expect(passed).toHaveLength(closings.length)
          expect(gate.closedUntil()).toBeNull()
          expect(passed.every((late) => late >= 0)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })
})
