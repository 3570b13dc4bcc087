import { describe, expect, it } from 'vitest'
import { createSandboxClock } from './clock'

const START = Date.parse('2026-11-29T09:00:00Z')

function machine(startAt: number | null) {
  const times = { wall: START, mono: 1_000 }
  const clock = createSandboxClock({ wall: () => times.wall, mono: () => times.mono, startAt })
  return { times, clock }
}

describe('the time of data', () => {
  it('[product] follows the machine until it is set, its jumps included', () => {
    const { times, clock } = machine(null)
    times.wall += 5_000
    expect(clock.now()).toBe(START + 5_000)
  })

  it('[product] runs on from SANDBOX_NOW by monotonic time', () => {
    const { times, clock } = machine(START - 86_400_000)
    times.mono += 1_500
    times.wall += 999_999
    expect(clock.now()).toBe(START - 86_400_000 + 1_500)
  })

  it('[product] runs on from where it is set, and the machine’s clocks stay theirs', () => {
    const { times, clock } = machine(null)
    clock.set(START + 1_000_000, false)
    times.mono += 250.75
    expect(clock.now()).toBe(START + 1_000_250)
    expect(clock.mono()).toBe(1_250.75)
    expect(clock.wall()).toBe(START)
  })

  it('[product] stands still while frozen and says so, until the next set', () => {
    const { times, clock } = machine(null)
    clock.set(START, true)
    times.mono += 60_000
    times.wall += 60_000
    expect([clock.now(), clock.frozen()]).toEqual([START, true])
    clock.set(START, false)
    times.mono += 1_000
    expect([clock.now(), clock.frozen()]).toEqual([START + 1_000, false])
  })

  it('[product] goes back to how it started', () => {
    const { times, clock } = machine(START - 1_000)
    clock.set(0, true)
    times.mono += 10_000
    clock.restart()
    expect([clock.now(), clock.frozen()]).toEqual([START - 1_000, false])
  })
})
