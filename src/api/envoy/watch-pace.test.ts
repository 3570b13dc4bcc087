import { describe, expect, it } from 'vitest'
import { createTestClock } from '../core/test-clock'
import { createPace } from './watch-pace'

describe('the pace of a watch', () => {
  it('holds lost at once: longer and longer pauses, up to 30 s', () => {
    const clock = createTestClock()
    const pace = createPace(clock)
    const pauses = Array.from({ length: 7 }, () => pace.afterLostHold(clock.now()))
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  it('[C21] a hold lost after its time is asked again at once, and starts the row anew', () => {
    const clock = createTestClock()
    const pace = createPace(clock)
    pace.afterLostHold(clock.now())
    pace.afterLostHold(clock.now())
    expect(pace.afterLostHold(clock.now() - 60_000)).toBe(0)
    expect(pace.afterLostHold(clock.now())).toBe(1_000)
  })
})
