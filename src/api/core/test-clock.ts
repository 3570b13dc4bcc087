import { abortError } from './abort'
import type { Clock } from './clock'

/** Time that moves only when a test says so. */
export type TestClock = Clock & {
  /** Lets `ms` pass, waking each sleeper at its own time. */
  advance(ms: number): Promise<void>
  /** Moves the wall clock without waking anybody: a clock that was set, or a laptop that slept. */
  jump(ms: number): void
  /** Lets everything happen that needs no time. */
  settle(): Promise<void>
  /** How many sleep right now. */
  sleepers(): number
}

type Sleeper = { due: number; wake: () => void }

const TURNS = 120

/** Starts on 30 Nov 2026, 06:00 UTC; `random` is 0 unless told otherwise. */
export function createTestClock(
  options: { start?: number; random?: () => number } = {},
): TestClock {
  let wall = options.start ?? Date.UTC(2026, 10, 30, 6)
  let steady = 0
  const asleep = new Set<Sleeper>()

  const settle = async () => {
    for (let turn = 0; turn < TURNS; turn += 1) await null
  }

  const nextDue = (end: number) =>
    [...asleep].filter((one) => one.due <= end).sort((a, b) => a.due - b.due)[0]

  return {
    now: () => wall,
    steady: () => steady,
    random: options.random ?? (() => 0),
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortError())
        const sleeper: Sleeper = {
          due: steady + Math.max(0, ms),
          wake() {
            asleep.delete(sleeper)
            signal?.removeEventListener('abort', giveUp)
            resolve()
          },
        }
        const giveUp = () => {
          asleep.delete(sleeper)
          reject(abortError())
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        asleep.add(sleeper)
      })
    },
    async advance(ms) {
      const end = steady + ms
      await settle()
      for (let next = nextDue(end); next; next = nextDue(end)) {
        wall += next.due - steady
        steady = next.due
        next.wake()
        await settle()
      }
      wall += end - steady
      steady = end
      await settle()
    },
    jump(ms) {
      wall += ms
    },
    settle,
    sleepers: () => asleep.size,
  }
}
