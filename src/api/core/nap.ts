import { linkAbort, throwIfAborted } from './abort'
import type { Clock } from './clock'

/** Arranges that `wake` is called when there is a reason; returns the way to stop that. */
export type Waker = (wake: () => void) => () => void

/**
 * Sleeps until the time is up or something wakes it.
 * @throws AbortError when `signal` fires.
 */
export async function nap(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  waker: Waker,
): Promise<void> {
  throwIfAborted(signal)
  const link = linkAbort(signal)
  const stopListening = waker(link.abort)
  try {
    await clock.sleep(ms, link.signal)
  } catch {
    // Woken: only the caller's own signal is a reason to give up.
    throwIfAborted(signal)
  } finally {
    stopListening()
    link.unlink()
  }
}
