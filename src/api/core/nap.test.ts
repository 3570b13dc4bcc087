import { describe, expect, it } from 'vitest'
import { exchange } from './exchange'
import { nap } from './nap'
import { createTestClock } from './test-clock'
import { outcomeOf } from './test-fetch'

describe('a nap', () => {
  it('ends on time, or when woken, and stops listening either way', async () => {
    const clock = createTestClock()
    let wakeUp = () => {}
    let listening = 0
    const waker = (wake: () => void) => {
      wakeUp = wake
      listening += 1
      return () => {
        listening -= 1
      }
    }
    const onTime = outcomeOf(nap(clock, 1_000, undefined, waker))
    await clock.advance(1_000)
    expect(onTime.state()).toBe('done')
    const woken = outcomeOf(nap(clock, 1_000, undefined, waker))
    await clock.settle()
    wakeUp()
    await clock.settle()
    expect(woken.state()).toBe('done')
    expect(listening).toBe(0)
  })

  it('is given up with the signal', async () => {
    const clock = createTestClock()
    const stop = new AbortController()
    const one = outcomeOf(nap(clock, 1_000, stop.signal, () => () => {}))
    await clock.settle()
    stop.abort()
    await clock.settle()
    expect(one.error()).toMatchObject({ name: 'AbortError' })
    expect(clock.sleepers()).toBe(0)
  })
})

describe('an exchange', () => {
  it('that is given up is not taken for a broken network, whichever ends first', async () => {
    const stop = new AbortController()
    const deaf = { ...createTestClock(), sleep: () => new Promise<void>(() => {}) }
    const fetch = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch')))
      })
    const request = { url: '/x', headers: {}, body: '{}' }
    const options = { fetch, clock: deaf, timeoutMs: 1, signal: stop.signal }
    const one = outcomeOf(exchange(request, options))
    stop.abort()
    await createTestClock().settle()
    expect(one.error()).toMatchObject({ name: 'AbortError' })
  })
})
