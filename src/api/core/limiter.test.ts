import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLimiter, type Slot } from './limiter'
import { createTestClock } from './test-clock'
import { outcomeOf } from './test-fetch'

function setUp(requestsPerMinute = 120) {
  const clock = createTestClock()
  return { clock, limiter: createLimiter(clock, { requestsPerMinute }) }
}

describe('[R-116] the limiter', () => {
  it.each([
    [120, 100],
    [60, 50],
    [7, 5],
    [1, 1],
  ])('of %d a minute allows itself %d', (limit, allowed) => {
    expect(setUp(limit).limiter.usage()).toEqual({ used: 0, allowed })
  })

  it('never starts more than its share in any 60 s, whatever comes when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 6, max: 40 }),
        fc.array(fc.record({ gap: fc.nat({ max: 9_000 }), takes: fc.nat({ max: 20_000 }) }), {
          maxLength: 60,
        }),
        async (limit, arrivals) => {
          const { clock, limiter } = setUp(limit)
          const { allowed } = limiter.usage()
          const starts: number[] = []
          for (const { gap, takes } of arrivals) {
            await clock.advance(gap)
            void limiter.acquire('plain').then(async (slot) => {
              starts.push(clock.now())
              await clock.sleep(takes)
              slot.release()
            })
          }
          await clock.advance(3_600_000)
          expect(starts).toHaveLength(arrivals.length)
          for (const start of starts) {
            const within = starts.filter((at) => at > start - 60_000 && at <= start)
            expect(within.length).toBeLessThanOrEqual(allowed)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('keeps at most 4 in flight, in the order they came', async () => {
    const { clock, limiter } = setUp()
    const order: number[] = []
    const slots: Slot[] = []
    for (let n = 0; n < 6; n += 1) {
      void limiter.acquire('plain').then((slot) => {
        order.push(n)
        slots.push(slot)
      })
    }
    await clock.settle()
    expect(order).toEqual([0, 1, 2, 3])
    slots[2]?.release()
    slots[2]?.release()
    await clock.settle()
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  it('[R-111] counts a held read as one start, beside the others and one at a time', async () => {
    const { clock, limiter } = setUp()
    for (let n = 0; n < 4; n += 1) await limiter.acquire('plain')
    const held = await limiter.acquire('held')
    const second = outcomeOf(limiter.acquire('held'))
    await clock.settle()
    expect(second.state()).toBe('pending')
    expect(limiter.usage().used).toBe(5)
    held.release()
    await clock.settle()
    expect(second.state()).toBe('done')
  })

  it('a waiting held read does not stand in the way of plain ones', async () => {
    const { clock, limiter } = setUp()
    await limiter.acquire('held')
    void limiter.acquire('held')
    const plain = outcomeOf(limiter.acquire('plain'))
    await clock.settle()
    expect(plain.state()).toBe('done')
  })

  it('giving back uses up neither slot nor start', async () => {
    const { limiter } = setUp(2)
    const slot = await limiter.acquire('plain')
    slot.giveBack()
    slot.giveBack()
    expect(limiter.usage().used).toBe(0)
    await limiter.acquire('plain')
    expect(limiter.usage().used).toBe(1)
  })

  it('giving up while waiting leaves no trace', async () => {
    const { clock, limiter } = setUp(2)
    await limiter.acquire('plain')
    const stop = new AbortController()
    const waiting = outcomeOf(limiter.acquire('plain', stop.signal))
    await clock.settle()
    stop.abort()
    const late = outcomeOf(limiter.acquire('plain', stop.signal))
    await clock.settle()
    expect(waiting.error()).toMatchObject({ name: 'AbortError' })
    expect(late.error()).toMatchObject({ name: 'AbortError' })
    await clock.advance(60_000)
    expect(limiter.usage().used).toBe(0)
  })

  it('lets the next one start a whole minute after the oldest one could have left', async () => {
    const { clock, limiter } = setUp(2)
    ;(await limiter.acquire('plain')).release()
    const waiting = outcomeOf(limiter.acquire('plain'))
    await clock.advance(60_999)
    expect(waiting.state()).toBe('pending')
    await clock.advance(1)
    expect(waiting.state()).toBe('done')
  })

  it('a clock set back stops nobody for longer than a minute', async () => {
    const { clock, limiter } = setUp(2)
    ;(await limiter.acquire('plain')).release()
    clock.jump(-86_400_000)
    expect(limiter.usage().used).toBe(1)
    const waiting = outcomeOf(limiter.acquire('plain'))
    await clock.advance(61_000)
    expect(waiting.state()).toBe('done')
  })
})
