import { describe, expect, it } from 'vitest'
import { createBreaker, StillBroken } from './breaker'
import { createTestClock } from './test-clock'
import { outcomeOf } from './test-fetch'

const quiet = () => {}

async function opened() {
  const clock = createTestClock()
  const breaker = createBreaker(clock)
  for (let n = 0; n < 3; n += 1) (await breaker.enter(undefined, quiet)).report('bad')
  return { clock, breaker }
}

describe('the breaker', () => {
  it('stays closed below three failures in a row', async () => {
    const breaker = createBreaker(createTestClock())
    for (const health of ['bad', 'bad', 'good', 'bad', 'bad', 'unknown'] as const) {
      const pass = await breaker.enter(undefined, quiet)
      expect(pass.valid()).toBe(true)
      pass.report(health)
    }
    expect((await breaker.enter(undefined, quiet)).valid()).toBe(true)
  })

  it('opens for 30 s after three, and tells the deadline', async () => {
    const { clock, breaker } = await opened()
    const seen: (number | null)[] = []
    const waiting = outcomeOf(breaker.enter(undefined, (until) => seen.push(until)))
    await clock.advance(29_999)
    expect(waiting.state()).toBe('pending')
    expect(seen).toEqual([clock.now() + 1])
    await clock.advance(1)
    expect(waiting.state()).toBe('done')
  })

  it('[CT-2] a clock that is set back lengthens no rest', async () => {
    const { clock, breaker } = await opened()
    const waiting = outcomeOf(breaker.enter(undefined, quiet))
    clock.jump(-86_400_000)
    await clock.advance(29_999)
    expect(waiting.state()).toBe('pending')
    const later = outcomeOf(breaker.enter(undefined, quiet))
    await clock.advance(1)
    expect([waiting.state(), later.state()]).toContain('done')
  })

  it('[Polly#216] lets one probe through, not everybody', async () => {
    const { clock, breaker } = await opened()
    const all = Array.from({ length: 5 }, () => outcomeOf(breaker.enter(undefined, quiet)))
    await clock.advance(30_000)
    const through = all.filter((one) => one.state() === 'done')
    expect(through).toHaveLength(1)
    through[0]?.value()?.report('good')
    await clock.settle()
    expect(all.every((one) => one.state() === 'done')).toBe(true)
  })

  it('a probe that fails opens it again; a probe that is given up passes the turn on (Polly#311)', async () => {
    const { clock, breaker } = await opened()
    const first = outcomeOf(breaker.enter(undefined, quiet))
    const second = outcomeOf(breaker.enter(undefined, quiet))
    await clock.advance(30_000)
    first.value()?.report('unknown')
    await clock.settle()
    expect(second.state()).toBe('done')
    second.value()?.report('bad')
    const third = outcomeOf(breaker.enter(undefined, quiet))
    await clock.advance(29_999)
    expect(third.state()).toBe('pending')
    await clock.advance(1)
    expect(third.state()).toBe('done')
  })

  it('whoever waited through a failed probe is told, instead of waiting without end', async () => {
    const { clock, breaker } = await opened()
    const [first, ...others] = [0, 1, 2].map(() => outcomeOf(breaker.enter(undefined, quiet)))
    await clock.advance(30_000)
    first?.value()?.report('bad')
    await clock.settle()
    expect(others.map((one) => one.error())).toEqual([
      expect.any(StillBroken),
      expect.any(StillBroken),
    ])
    const newcomer = outcomeOf(breaker.enter(undefined, quiet))
    await clock.advance(60_000)
    expect(newcomer.state()).toBe('done')
  })

  it('"Try now" makes the next one the probe at once, and only one', async () => {
    const { clock, breaker } = await opened()
    const all = [
      outcomeOf(breaker.enter(undefined, quiet)),
      outcomeOf(breaker.enter(undefined, quiet)),
    ]
    await clock.settle()
    breaker.tryNow()
    await clock.settle()
    expect(all.map((one) => one.state()).sort()).toEqual(['done', 'pending'])
    breaker.tryNow()
    await clock.settle()
    expect(all.map((one) => one.state()).sort()).toEqual(['done', 'pending'])
  })

  it('a pass from before the opening is no longer good', async () => {
    const clock = createTestClock()
    const breaker = createBreaker(clock)
    const early = await breaker.enter(undefined, quiet)
    for (let n = 0; n < 3; n += 1) (await breaker.enter(undefined, quiet)).report('bad')
    expect(early.valid()).toBe(false)
  })

  it('gives up with the signal', async () => {
    const { clock, breaker } = await opened()
    const stop = new AbortController()
    const waiting = outcomeOf(breaker.enter(stop.signal, quiet))
    await clock.settle()
    stop.abort()
    await clock.settle()
    expect(waiting.error()).toMatchObject({ name: 'AbortError' })
    expect(clock.sleepers()).toBe(0)
  })
})
