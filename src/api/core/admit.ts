import { throwIfAborted, unlessAborted } from './abort'
import { type BreakerPass, StillBroken } from './breaker'
import type { Shared } from './call'
import { untilHere } from './here'
import type { Slot } from './limiter'
import { showWait } from './show-wait'

/** A turn to send one attempt. */
export type Admission = { readonly slot: Slot; readonly pass: BreakerPass }

/**
 * Waits for gate, breaker and limiter. Ask `mayGo` right before sending, with nothing awaited in
 * between: any of them may have changed since.
 * @throws AbortError, or the failure for a gate or a breaker at which nothing goes on by itself
 */
export async function admit<F>(
  shared: Shared<F>,
  held: boolean,
  signal: AbortSignal | undefined,
): Promise<Admission> {
  throwIfAborted(signal)
  await untilHere(shared, signal)
  const getting = shared.ready()
  if (getting) await unlessAborted(signal, getting)
  await passGate(shared, signal)
  const pass = await enterBreaker(shared, signal)
  try {
    return { pass, slot: await shared.limiter.acquire(held ? 'held' : 'plain', signal) }
  } catch (error) {
    pass.report('unknown')
    throw error
  }
}

/** Whether the turn is still good; if not, it has been given back. */
export function mayGo<F>(
  shared: Shared<F>,
  { slot, pass }: Admission,
  signal: AbortSignal | undefined,
): boolean {
  const { gate, presence } = shared
  const isOpen = gate.closedUntil() === null && pass.valid() && !presence.away()
  // What became due while the call waited is done before the next turn: nobody waits with one in hand.
  const getting = shared.ready()
  // The next turn hears of it.
  getting?.catch(() => {})
  if (isOpen && !getting && !signal?.aborted) return true
  slot.giveBack()
  pass.report('unknown')
  return false
}

async function passGate<F>(shared: Shared<F>, signal: AbortSignal | undefined): Promise<void> {
  const shown = showWait(shared, 'rate_limited', null)
  try {
    if ((await shared.gate.pass(signal, shown.until)) === 'open') return
  } finally {
    shown.end()
  }
  throw shared.failures.heldUntil(shared.gate.state.get().until ?? shared.clock.now())
}

async function enterBreaker<F>(
  shared: Shared<F>,
  signal: AbortSignal | undefined,
): Promise<BreakerPass> {
  const shown = showWait(shared, 'breaker', () => shared.breaker.tryNow())
  try {
    return await shared.breaker.enter(signal, shown.until)
  } catch (error) {
    throw error instanceof StillBroken ? shared.failures.notTried() : error
  } finally {
    shown.end()
  }
}
