/** A value that can be watched; fits React's `useSyncExternalStore`. */
export type Store<T> = {
  get(): T
  /** Calls `listener` after every change; returns the way to stop that. */
  subscribe(listener: () => void): () => void
}

export type WritableStore<T> = Store<T> & { set(next: T): void }

/** A store in memory. Setting the same value (`Object.is`) tells nobody. */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of [...listeners]) tell(listener)
    },
    subscribe(listener) {
      // A wrapper of its own, so that one function may be subscribed twice.
      const entry = () => listener()
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
  }
}

/** One listener that throws must neither silence the others nor break a call in progress. */
function tell(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    globalThis.reportError?.(error)
  }
}
