import type { SandboxClock } from './world'

/** Where held reads wait for a purchase to change. */
export type WakeBoard = {
  /** Tells everybody who waits for this purchase to look again. */
  wake(purchaseId: string): void
  /** Waits until `ready()` after a wake, at most `ms`, or until the client leaves. Looks once before it waits. */
  wait(
    purchaseId: string,
    options: { ms: number; signal: AbortSignal; ready(): boolean },
  ): Promise<'changed' | 'elapsed' | 'aborted'>
  /** Ends every wait as if its time were up, so that each gets a last reply. */
  closeAll(): void
}

type Waiter = { look(): void; end(): void }

/** An empty board; waits sleep on the machine's clock, never on the time of data. */
export function createWakeBoard(sleep: SandboxClock['sleep']): WakeBoard {
  const board = new Map<string, Set<Waiter>>()

  function leave(purchaseId: string, waiter: Waiter) {
    const waiters = board.get(purchaseId)
    waiters?.delete(waiter)
    if (waiters?.size === 0) board.delete(purchaseId)
  }

  function join(purchaseId: string, waiter: Waiter) {
    const waiters = board.get(purchaseId) ?? new Set()
    board.set(purchaseId, waiters.add(waiter))
  }

  return {
    wake(purchaseId) {
      for (const waiter of [...(board.get(purchaseId) ?? [])]) waiter.look()
    },
    wait(purchaseId, { ms, signal, ready }) {
      if (signal.aborted) return Promise.resolve('aborted')
      if (ready()) return Promise.resolve('changed')
      return new Promise((resolve) => {
        const over = new AbortController()
        const finish = (how: 'changed' | 'elapsed' | 'aborted') => {
          over.abort()
          signal.removeEventListener('abort', onAbort)
          leave(purchaseId, waiter)
          resolve(how)
        }
        const onAbort = () => finish('aborted')
        const waiter: Waiter = {
          look: () => ready() && finish('changed'),
          end: () => finish('elapsed'),
        }
        void sleep(ms, over.signal).then(() => over.signal.aborted || waiter.end())
        signal.addEventListener('abort', onAbort)
        join(purchaseId, waiter)
      })
    },
    closeAll() {
      for (const waiters of [...board.values()]) for (const waiter of [...waiters]) waiter.end()
    },
  }
}
