import type { Shared } from './call'
import type { Step } from './decide'
import { nap } from './nap'
import { showWait } from './show-wait'

/** How often to look whether the network is back. */
const ONLINE_LOOK_MS = 1_000

/**
 * Does what was decided; returns when the next attempt may be made.
 * @throws the failure, or an AbortError when given up meanwhile
 */
export async function follow<F>(
  shared: Shared<F>,
  step: Exclude<Step<unknown, F>, { do: 'return' }>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { clock, failures, gate } = shared
  switch (step.do) {
    case 'fail':
      throw step.untilMs === null
        ? step.failure
        : failures.withUntil(step.failure, clock.now() + step.untilMs)
    case 'fail_offline':
      throw failures.offline()
    case 'close_gate':
      // The gate itself is waited for before every attempt, by everybody.
      if (step.again) return
      throw failures.withUntil(step.failure, gate.closedUntil() ?? clock.now())
    case 'wait':
      return waitAlone(shared, step, signal)
    case 'wait_online':
      return waitOnline(shared, signal)
  }
}

/** A wait of this call only; one that is our own idea may be cut short by a person. */
async function waitAlone<F>(
  shared: Shared<F>,
  step: { reason: 'unavailable' | 'no_reply'; waitMs: number },
  signal: AbortSignal | undefined,
): Promise<void> {
  let wakeUp = () => {}
  const shown = showWait(shared, step.reason, step.reason === 'no_reply' ? () => wakeUp() : null)
  shown.until(shared.clock.now() + step.waitMs)
  try {
    await nap(shared.clock, step.waitMs, signal, (wake) => {
      wakeUp = wake
      return () => {}
    })
  } finally {
    shown.end()
  }
}

async function waitOnline<F>(shared: Shared<F>, signal: AbortSignal | undefined): Promise<void> {
  const shown = showWait(shared, 'offline', null)
  shown.until(null)
  try {
    const { clock, online, presence } = shared
    while (!online() || presence.away())
      await nap(clock, ONLINE_LOOK_MS, signal, presence.subscribe)
  } finally {
    shown.end()
  }
}
