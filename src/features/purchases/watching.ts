import type { Clock } from '@/api/core/clock'
import type { Sighting } from '@/api/envoy/watch'

/** Whether anybody can see the page. */
export type Visibility = {
  readonly hidden: () => boolean
  /** Calls `listener` after every change; returns the way to stop that. */
  readonly subscribe: (listener: () => void) => () => void
}

/** How long a hidden tab may keep its held read (CT-4). */
export const HIDDEN_LIMIT_MS = 60_000

export const pageVisibility: Visibility = {
  hidden: () => document.hidden,
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}

type Watch = (signal: AbortSignal) => AsyncIterable<Sighting>
type Circumstances = { signal: AbortSignal; clock: Pick<Clock, 'sleep'>; visibility: Visibility }

/**
 * Watches while the page can be seen. A tab hidden for more than 60 s gives its held read up; when
 * it is looked at again the watch begins anew, with a fresh read (CT-4). Ends with the watch, or
 * when `signal` fires.
 */
export async function* watchWhileSeen(
  watch: Watch,
  { signal, clock, visibility }: Circumstances,
): AsyncGenerator<Sighting> {
  while (!signal.aborted) {
    const turn = new AbortController()
    const whole = AbortSignal.any([signal, turn.signal])
    const stop = giveUpWhenHidden(turn, { clock, visibility })
    try {
      yield* watch(whole)
    } catch (error) {
      if (!whole.aborted) throw error
    } finally {
      stop()
    }
    if (!turn.signal.aborted) return
    await untilSeen(visibility, signal)
  }
}

function giveUpWhenHidden(
  turn: AbortController,
  { clock, visibility }: Pick<Circumstances, 'clock' | 'visibility'>,
) {
  let waiting: AbortController | null = null
  const look = () => {
    if (!visibility.hidden()) {
      waiting?.abort()
      waiting = null
      return
    }
    if (waiting) return
    const patience = new AbortController()
    waiting = patience
    clock.sleep(HIDDEN_LIMIT_MS, patience.signal).then(
      () => turn.abort(),
      () => {},
    )
  }
  look()
  const unsubscribe = visibility.subscribe(look)
  return () => {
    unsubscribe()
    waiting?.abort()
  }
}

function untilSeen(visibility: Visibility, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (visibility.hidden() && !signal.aborted) return
      unsubscribe()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const unsubscribe = visibility.subscribe(look)
    signal.addEventListener('abort', look)
    look()
  })
}
