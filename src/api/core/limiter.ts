import { abortError } from './abort'
import type { Clock } from './clock'

export type LimiterOptions = {
  /** The service's limit for the whole scope; we use five sixths of it. */
  readonly requestsPerMinute: number
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
  usage(): { readonly used: number; readonly allowed: number }
}

/** Held calls stay open for long: they have their own lane, so that they never block the others. */
type Lane = 'plain' | 'held'

const WINDOW_MS = 60_000
const LANE_WIDTH: Readonly<Record<Lane, number>> = { plain: 4, held: 1 }

type Start = { at: number }
type Waiter = { readonly lane: Lane; start(slot: Slot): void }

/** At most ⌊limit·5/6⌋ starts in any 60 s; at most 4 calls in flight, and 1 held call beside them. */
export function createLimiter(clock: Clock, options: LimiterOptions): Limiter {
  const allowed = Math.max(1, Math.floor((options.requestsPerMinute * 5) / 6))
  const inFlight: Record<Lane, number> = { plain: 0, held: 0 }
  let starts: Start[] = []
  let waiting: Waiter[] = []
  let alarmSet = false

  const forgetOld = () => {
    const now = clock.now()
    // A start in the future comes from a clock that was set back: it counts as just now.
    for (const start of starts) start.at = Math.min(start.at, now)
    starts = starts.filter((start) => now - start.at < WINDOW_MS)
  }

  const takeSlot = (lane: Lane): Slot => {
    const start = { at: clock.now() }
    starts.push(start)
    inFlight[lane] += 1
    let open = true
    const release = () => {
      if (!open) return
      open = false
      inFlight[lane] -= 1
      pump()
    }
    return {
      release,
      giveBack() {
        if (open) starts = starts.filter((other) => other !== start)
        release()
      },
    }
  }

  const setAlarm = () => {
    const oldest = starts[0]
    if (alarmSet || oldest === undefined) return
    alarmSet = true
    const ring = () => {
      alarmSet = false
      pump()
    }
    clock.sleep(oldest.at + WINDOW_MS - clock.now()).then(ring, ring)
  }

  const pump = () => {
    forgetOld()
    for (const waiter of [...waiting]) {
      if (starts.length >= allowed) return setAlarm()
      if (inFlight[waiter.lane] >= LANE_WIDTH[waiter.lane]) continue
      waiting = waiting.filter((other) => other !== waiter)
      waiter.start(takeSlot(waiter.lane))
    }
  }

  return {
    acquire(lane, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortError())
        const leave = () => {
          waiting = waiting.filter((other) => other !== waiter)
          reject(abortError())
        }
        const waiter: Waiter = {
          lane,
          start(slot) {
            signal?.removeEventListener('abort', leave)
            resolve(slot)
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(waiter)
        pump()
      })
    },
    usage() {
      forgetOld()
      return { used: starts.length, allowed }
    },
  }
}
