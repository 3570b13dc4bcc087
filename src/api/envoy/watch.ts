import type { PurchaseId } from '@/lib/ids'
import { isAbort } from '../core/abort'
import type { Clock } from '../core/clock'
import { LONGEST_AUTOMATIC_S } from '../core/wait'
import type { EnvoyClient } from './client'
import { FINAL_STATES } from './contract'
import { CallFailure } from './failure'
import type { NextCall, PurchaseStatus } from './types'
import { createPace, pauseAfterFailure, UNHELD_PAUSE_MS } from './watch-pace'

/** What a watcher saw; `at` in epoch ms of our clock. */
export type Sighting =
  | { readonly kind: 'checking' }
  | { readonly kind: 'checked'; readonly status: PurchaseStatus; readonly at: number }
  | { readonly kind: 'failed'; readonly failure: CallFailure; readonly at: number }

export type WatchOptions = { readonly signal: AbortSignal; readonly clock: Clock }

type Reader = Pick<EnvoyClient, 'getPurchaseStatus' | 'followStatus' | 'takeHold'>
type Look = { readonly status: PurchaseStatus } | { readonly failure: CallFailure } | 'hold_ended'

/**
 * Watches one purchase: a plain read, then the held reads `next` names, unchanged (R-027, R-057,
 * Ends at a final state, at a failure that waiting does not mend, and quietly when
 * `signal` fires. Never yields an older revision than it has yielded before.
 */
export async function* watchPurchase(
  envoy: Reader,
  purchase: PurchaseId,
  { signal, clock }: WatchOptions,
): AsyncGenerator<Sighting, void, undefined> {
  const pace = createPace(clock)
  let latest: PurchaseStatus | null = null
  let next: NextCall | null = null
  let failed = 0
  try {
    yield { kind: 'checking' }
    for (;;) {
      const release: (() => void) | null = next && (await envoy.takeHold())
      if (next && !release) {
        // Other tabs hold as many reads as the browser has connections to spare.
        next = null
        await clock.sleep(UNHELD_PAUSE_MS, signal)
      }
      const startedAt = clock.now()
      const look: Look = await lookOnce(envoy, purchase, next, signal).finally(() => release?.())
      if (signal.aborted) return
      next = null
      if (look === 'hold_ended') {
        await clock.sleep(pace.afterLostHold(startedAt), signal)
      } else if ('failure' in look) {
        yield { kind: 'failed', failure: look.failure, at: clock.now() }
        const pause = pauseAfterFailure(look.failure, failed, clock)
        if (pause === null) return
        failed += 1
        await clock.sleep(pause, signal)
        yield { kind: 'checking' }
      } else {
        failed = 0
        const status: PurchaseStatus = look.status
        const stale = latest !== null && isOlder(status, latest)
        const moved = !stale && status.purchase.revision !== latest?.purchase.revision
        if (!stale) {
          latest = status
          yield { kind: 'checked', status, at: clock.now() }
          if (isFinal(status) || status.saysStop) return
          next = status.next
        }
        const pause = pace.afterReply({ moved, startedAt, calm: !stale && next === null })
        if (pause === null || waitsTooLong(next)) return
        await clock.sleep(pause, signal)
      }
    }
  } catch (error) {
    // Given up by whoever watches: nothing to tell.
    if (!isAbort(error)) throw error
  }
}

async function lookOnce(
  envoy: Reader,
  purchase: PurchaseId,
  next: NextCall | null,
  signal: AbortSignal,
): Promise<Look> {
  try {
    const status = next
      ? await envoy.followStatus(next, { signal })
      : await envoy.getPurchaseStatus({ purchase }, { signal })
    return { status }
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    // A hold that nobody answered is asked again plainly; it is not an error (C21).
    return next && error.kind === 'no_reply' ? 'hold_ended' : { failure: error }
  }
}

const isFinal = ({ purchase }: PurchaseStatus) =>
  FINAL_STATES.some((state) => state === purchase.state)

/** Revisions are opaque (C23): only two whole numbers can be compared; else the later reply is newer. */
function isOlder(one: PurchaseStatus, other: PurchaseStatus): boolean {
  const [a, b] = [one.purchase.revision, other.purchase.revision]
  return Number.isSafeInteger(a) && Number.isSafeInteger(b) && a < b
}

/** Envoy asks for a longer silence than is waited out without a person (C35). */
const waitsTooLong = (next: NextCall | null) => (next?.afterSeconds ?? 0) > LONGEST_AUTOMATIC_S
