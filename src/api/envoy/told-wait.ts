import type { Clock } from '../core/clock'
import { showWait } from '../core/show-wait'
import { LONGEST_AUTOMATIC_S } from '../core/wait'
import type { Waits } from '../core/waits'
import { CallFailure } from './failure'
import type { NextCall } from './types'

/**
 * Waits until a call that Envoy named may be made: `afterSeconds` after it was said.
 * @throws CallFailure 'unavailable' with the time when that is too long to be waited out (C35)
 */
export async function waitAsTold(
  parts: { readonly clock: Clock; readonly waits: Waits },
  next: NextCall,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { clock } = parts
  const saidAt = next.receivedAt ?? clock.now()
  const asked = (next.afterSeconds ?? 0) * 1000
  // More than was asked for comes from a clock that was set back.
  const left = Math.min(asked, saidAt + asked - clock.now())
  if (!(left > 0)) return
  const until = clock.now() + left
  if (left > LONGEST_AUTOMATIC_S * 1000) throw new CallFailure('unavailable', { until })
  const shown = showWait(parts, 'unavailable', null)
  // A person who asked for a page sees why it takes long; a watched purchase just stays as it is.
  if (next.tool === 'list_transactions') shown.until(until)
  await clock.sleep(left, signal).finally(shown.end)
}
