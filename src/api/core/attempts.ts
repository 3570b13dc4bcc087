import { isAbort } from './abort'
import { type Admission, admit, mayGo } from './admit'
import type { Call, Shared } from './call'
import { decide, health, type Step } from './decide'
import { exchange, type Lost, type Reply } from './exchange'
import { follow } from './follow'
import { untilSeen, whileHere } from './here'

export type Caller<F> = <T>(call: Call<T, F>, signal?: AbortSignal) => Promise<T>

type Tally = { attempts: number; noReplies: number; lastTry: boolean }

/**
 * One call's life, one attempt after another. Rejects with the service's failure, or with an
 * AbortError when given up while nothing of it can have happened.
 */
export function createCaller<F>(shared: Shared<F>): Caller<F> {
  return async (call, signal) => {
    const tally: Tally = { attempts: 0, noReplies: 0, lastTry: false }
    for (;;) {
      const admission = await admit(shared, call.held, signal)
      if (!mayGo(shared, admission, signal)) continue
      tally.attempts += 1
      const step = await attempt(shared, call, tally, admission, signal)
      if (step.do === 'return') return step.value
      await follow(shared, step, signal)
      shared.retries.use()
      if (step.do === 'wait' && step.reason === 'no_reply') tally.noReplies += 1
      tally.lastTry = step.do === 'wait_online'
      // What a person did goes on; what only reads waits until somebody looks (CT-4).
      if (call.readOnly) await untilSeen(shared, signal)
    }
  }
}

/** Sends once. Gate and breaker know the outcome before the slot is free for the next call. */
async function attempt<T, F>(
  shared: Shared<F>,
  call: Call<T, F>,
  tally: Tally,
  { slot, pass }: Admission,
  signal: AbortSignal | undefined,
): Promise<Step<T, F>> {
  const { clock, gate, retries } = shared
  const ticket = gate.ticket()
  try {
    const { reply, verdict, left } = await send(shared, call, tally.attempts, signal)
    // A page that was put away has no network: nobody is ill, and there is one try afterwards.
    const isLost = 'lost' in reply && reply.lost === 'network'
    const offline = isLost && (left || !shared.online())
    pass.report(health(verdict, { held: call.held, offline }))
    const step = decide(verdict, {
      ...tally,
      offline,
      readOnly: call.readOnly,
      held: call.held,
      rateLimitedInARow: gate.refusalsBefore(ticket),
      retriesLeft: retries.left(),
      random: clock.random(),
    })
    if (step.do === 'close_gate') gate.close(ticket, step.waitMs, step.automatic)
    else if (verdict.kind !== 'no_reply') gate.replied(ticket)
    return step
  } catch (error) {
    pass.report('unknown')
    throw isAbort(error) && !call.readOnly ? shared.failures.givenUp() : error
  } finally {
    slot.release()
  }
}

async function send<T, F>(
  { fetch, clock, log, presence }: Shared<F>,
  call: Call<T, F>,
  attempts: number,
  signal: AbortSignal | undefined,
) {
  const entry = log.begin(call.name, attempts, clock.now())
  try {
    const outcome = await whileHere({ presence }, signal, (here) =>
      exchange(call.request, { fetch, clock, timeoutMs: call.timeoutMs, signal: here }),
    )
    const left = outcome === 'left'
    const reply: Reply | Lost = left ? { lost: 'network' } : outcome
    const { verdict, note } = call.read(reply)
    const status = 'lost' in reply ? null : reply.status
    log.end(entry, { ...note, status, endedAt: clock.now(), outcome: verdict.kind })
    return { reply, verdict, left }
  } catch (error) {
    log.end(entry, { endedAt: clock.now(), outcome: 'aborted' })
    throw error
  }
}
