import { useSyncExternalStore } from 'react'

const EVERY_MS = 1000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, EVERY_MS)
    // A hidden tab's timers sleep: read the clock at once when it is looked at again.
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/**
 * Something read off the browser's clock, again every second, by one timer for the whole page.
 * A component is drawn again only when the answer changes, so the answer must be a primitive.
 */
export function useTick<T extends string | number | boolean | null>(read: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => read(listeners.size > 0 ? now : Date.now()))
}
