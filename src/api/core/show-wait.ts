import type { Clock } from './clock'
import type { WaitHandle, WaitReason, Waits } from './waits'

export type ShownWait = { until(deadline: number | null): void; end(): void }

/** A wait on the screen, shown only once there is something to wait for. */
export function showWait(
  { waits, clock }: { readonly waits: Waits; readonly clock: Clock },
  reason: WaitReason,
  tryNow: (() => void) | null,
): ShownWait {
  let handle: WaitHandle | null = null
  return {
    until(until) {
      if (handle) handle.update(until)
      else handle = waits.begin({ reason, since: clock.now(), until, tryNow })
    },
    end: () => handle?.end(),
  }
}
