import { isAbort, linkAbort } from './abort'
import type { Clock } from './clock'
import { nap } from './nap'
import type { Presence } from './presence'

type Parts = { readonly presence: Presence; readonly clock: Clock }

/** Looks again at least this often (ms), should nobody tell that the page is back. */
const LOOK_MS = 1_000

/** Nothing is sent by a page that is being put away. @throws AbortError */
export async function untilHere({ presence, clock }: Parts, signal: AbortSignal | undefined) {
  while (presence.away()) await nap(clock, LOOK_MS, signal, presence.subscribe)
}

/** Nothing is repeated where nobody can see it (CT-4). @throws AbortError */
export async function untilSeen({ presence, clock }: Parts, signal: AbortSignal | undefined) {
  while (presence.hidden()) await nap(clock, Number.POSITIVE_INFINITY, signal, presence.subscribe)
}

/**
 * Does `work` and gives it up when the page is put away (CT-6); 'left' then.
 * @throws what `work` throws, and an AbortError when `signal` fires
 */
export async function whileHere<T>(
  { presence }: Pick<Parts, 'presence'>,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'left'> {
  const link = linkAbort(signal)
  let left = false
  const stop = presence.subscribe(() => {
    left ||= presence.away()
    if (left) link.abort()
  })
  try {
    return await work(link.signal)
  } catch (error) {
    if (left && !signal?.aborted && isAbort(error)) return 'left'
    throw error
  } finally {
    stop()
    link.unlink()
  }
}
