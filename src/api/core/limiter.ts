import { abortError } from './abort'
import { createBudget, type Together } from './budget'
import type { Clock } from './clock'

export type LimiterOptions = {
  /** The service's limit for the whole scope; we use five sixths of it. */
  readonly requestsPerMinute: number
  /** What the tabs of the account share; without it a tab counts alone. */
  readonly together?: Together
}

export type Slot = {
  /** The call has ended. Doing it twice does nothing. */
  release(): void
  /** The call was not sent after all: neither the slot nor the start is used up. */
  giveBack(): void
}

export type Limiter = {
  /** Waits for its turn. @throws AbortError */
  acquire(lane: Lane, signal?: AbortSignal): Promise<Slot>
  /** Starts of all tabs in the last 60 s, of how many are allowed. */
  usage(): { readonly used: number; readonly allowed: number }
  /** Another tab wrote something, or time may have gone on unnoticed. */
  look(): void
}

/** Held calls stay open for long: they have their own lane, so that they never block the others. */
type Lane = 'plain' | 'held'

const LANE_WIDTH: Readonly<Record<Lane, number>> = { plain: 4, held: 1 }

type Waiter = { readonly lane: Lane; enter(): void }

/**
 * At most ⌊limit·5/6⌋ starts in any 60 s over all tabs; in each tab at most 4 calls in flight, and 1
 * held call beside them.
 */
export function createLimiter(clock: Clock, options: LimiterOptions): Limiter {
  const allowed = Math.max(1, Math.floor((options.requestsPerMinute * 5) / 6))
  const budget = createBudget(clock, allowed, options.together)
  const inFlight: Record<Lane, number> = { plain: 0, held: 0 }
  let waiting: readonly Waiter[] = []

  const pump = () => {
    for (const waiter of waiting) {
      if (inFlight[waiter.lane] >= LANE_WIDTH[waiter.lane]) continue
      waiting = waiting.filter((other) => other !== waiter)
      inFlight[waiter.lane] += 1
      waiter.enter()
    }
  }

  const leaveOnce = (lane: Lane) => {
    let isOpen = true
    return () => {
      const was = isOpen
      isOpen = false
      if (was) inFlight[lane] -= 1
      pump()
      return was
    }
  }

  /** Waits for room in the lane; what comes back leaves it, and says whether that is news. */
  const enter = (lane: Lane, signal: AbortSignal | undefined) =>
    new Promise<() => boolean>((resolve, reject) => {
      if (signal?.aborted) return reject(abortError())
      const giveUp = () => {
        waiting = waiting.filter((other) => other !== waiter)
        reject(abortError())
      }
      const waiter: Waiter = {
        lane,
        enter() {
          signal?.removeEventListener('abort', giveUp)
          resolve(leaveOnce(lane))
        },
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      waiting = [...waiting, waiter]
      pump()
    })

  return {
    async acquire(lane, signal) {
      const leave = await enter(lane, signal)
      try {
        const at = await budget.start(signal)
        return {
          release: () => void leave(),
          giveBack() {
            if (leave()) budget.giveBack(at)
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
    usage: budget.usage,
    look: budget.look,
  }
}
