/** Turns that the tabs of a browser take one after the other. */
export type Locks = {
  /**
   * Runs `work` while no other tab of this origin runs another one of the same name. Waits at most
   * `waitMs` for the turn; null: not got. `work` is synchronous: a lock is never held over a network
   * call, never nested and never stolen (CT-3). Rejects with what `work` throws.
   */
  withLock<T>(name: string, waitMs: number, work: () => T): Promise<{ readonly value: T } | null>
}

/**
 * A lock orders the tabs, not their storage: what one process wrote reaches the others a moment later,
 * and the next holder would read what was there before. So a turn lasts this much longer (ms).
 */
const SPREAD_MS = 20

/** Until others have what was written; a hidden tab's timers are too late for that. */
function spread(): Promise<void> | void {
  if (globalThis.document?.hidden) return
  return new Promise((resolve) => setTimeout(resolve, SPREAD_MS))
}

/** The browser's Web Locks; where it has none, every turn is "not got". */
export function webLocks(manager: Pick<LockManager, 'request'> | undefined, after = spread): Locks {
  return {
    withLock: (name, waitMs, work) =>
      new Promise((resolve, reject) => {
        const giveUp = () => resolve(null)
        if (!manager || !('timeout' in AbortSignal)) return giveUp()
        const run = () => {
          try {
            resolve({ value: work() })
            return after()
          } catch (error) {
            reject(error)
          }
        }
        manager.request(name, { signal: AbortSignal.timeout(waitMs) }, run).catch(giveUp)
      }),
  }
}
