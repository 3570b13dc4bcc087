import type { Clock } from './clock'

export type RetryCap = { left(): number; use(): void }

const CAP = 10
const WINDOW_MS = 600_000

/** At most 10 automatic repetitions in any 10 minutes, over all calls of a client. */
export function createRetryCap(clock: Clock): RetryCap {
  let used: number[] = []
  return {
    left() {
      const now = clock.now()
      used = used.map((at) => Math.min(at, now)).filter((at) => now - at < WINDOW_MS)
      return Math.max(0, CAP - used.length)
    },
    use: () => void used.push(clock.now()),
  }
}
