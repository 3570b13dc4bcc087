import type { OwnStorage } from '../core/stored'
import { idleIn, isIdle, keepActive } from './idle'
import { KEPT } from './kept'
import type { TabMessage } from './tab-channel'

export type IdleLock = {
  /** A person did something in this tab. */
  touch(): void
  /** Looks at the clock, and again when the time may have come. */
  look(): void
  stop(): void
}

type Deps = {
  readonly storage: OwnStorage
  readonly now: () => number
  /** Runs once after so many ms; returns how to call it off. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly hidden: () => boolean
  /** Whether pages are on screen that could be locked. */
  readonly open: () => boolean
  /** Takes the pages off the screen, if the storage says that it is time. */
  readonly lock: () => void
  readonly say: (message: TabMessage) => void
}

/** Other tabs hear of a person at most this often (ms). */
const TELL_EVERY_MS = 10_000
/** A tab that can be seen looks at the clock at least this often (ms): timers are late after a sleep. */
const LOOK_EVERY_MS = 30_000

/** Locks when nobody has done anything in any tab for as long as was chosen (SR-24). */
export function createIdleLock(deps: Deps): IdleLock {
  const { storage, now } = deps
  let stopTimer = () => {}
  let stopped = false

  const look = () => {
    stopTimer()
    if (stopped || !deps.open()) return
    if (isIdle(storage, now())) {
      deps.lock()
      deps.say({ type: 'locked' })
      return
    }
    const left = idleIn(storage, now()) ?? 0
    // Hidden, there is nothing to see in time: one timer for the whole wait.
    stopTimer = deps.after(deps.hidden() ? left : Math.min(left, LOOK_EVERY_MS), look)
  }

  return {
    touch() {
      if (stopped || !deps.open()) return
      // The first touch after a long time is not what keeps the pages open.
      if (isIdle(storage, now())) return look()
      const last = Number(storage.getItem(KEPT.active))
      if (Math.abs(now() - last) < TELL_EVERY_MS) return
      keepActive(storage, now())
      deps.say({ type: 'active' })
    },
    look,
    stop() {
      stopped = true
      stopTimer()
    },
  }
}
