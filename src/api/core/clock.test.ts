import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock'
import { outcomeOf } from './test-fetch'

describe('the real clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
  afterEach(() => void vi.useRealTimers())

  it('sleeps as long as it is told', async () => {
    const sleep = outcomeOf(systemClock.sleep(5_000))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(sleep.state()).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(sleep.state()).toBe('done')
  })

  it('[CT-2] wakes soon after a laptop that slept through the deadline', async () => {
    const sleep = outcomeOf(systemClock.sleep(300_000))
    await vi.advanceTimersByTimeAsync(500)
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sleep.state()).toBe('done')
  })

  it('ends on time although the wall clock was set back', async () => {
    const sleep = outcomeOf(systemClock.sleep(10_000))
    vi.setSystemTime(Date.now() - 3_600_000)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(sleep.state()).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(sleep.state()).toBe('done')
  })

  it.each([2 ** 31, 1e308, Number.POSITIVE_INFINITY])(
    'does not fire at once when asked for %d ms',
    async (ms) => {
      const stop = new AbortController()
      const sleep = outcomeOf(systemClock.sleep(ms, stop.signal))
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sleep.state()).toBe('pending')
      stop.abort()
      await vi.advanceTimersByTimeAsync(0)
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  it.each([Number.NaN, -1, 0])('does not wait for %d ms', async (ms) => {
    const sleep = outcomeOf(systemClock.sleep(ms))
    await vi.advanceTimersByTimeAsync(0)
    expect(sleep.state()).toBe('done')
  })

  it('rejects with an AbortError, before and during the sleep, and leaves no timer', async () => {
    const stop = new AbortController()
    const during = outcomeOf(systemClock.sleep(5_000, stop.signal))
    stop.abort()
    const before = outcomeOf(systemClock.sleep(5_000, stop.signal))
    await vi.advanceTimersByTimeAsync(0)
    expect(during.error()).toMatchObject({ name: 'AbortError' })
    expect(before.error()).toMatchObject({ name: 'AbortError' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
