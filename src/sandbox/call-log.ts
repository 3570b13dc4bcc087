import type { Caller } from './auth'
import type { LogRow } from './log'
import type { World } from './world'

/** One request's row in the log, from its arrival to its end. */
export type CallLog = { set(change: Partial<Omit<LogRow, 'id'>>): void }

/** Opens the row of a request that just arrived. */
export function openCallLog(
  world: World,
  tool: string | null,
  caller: Caller,
  service: LogRow['service'] = 'envoy',
): CallLog {
  const id = world.log.add({
    at: new Date(world.clock.now()).toISOString(),
    mono_ms: Math.round(world.clock.mono()),
    service,
    transport: 'http',
    tool,
    account: caller.token?.account ?? null,
    connection: caller.token?.connection ?? null,
    token_hash: caller.tokenHash,
    body: null,
    idempotency_key: null,
    proof_jti: null,
    status: null,
    code: null,
    held_ms: null,
    aborted: false,
    fault: null,
  })
  return { set: (change) => world.log.update(id, change) }
}

/** What the log keeps of a body: the object, and the key in it. */
export function bodyEntry(
  body: Readonly<Record<string, unknown>>,
): Pick<LogRow, 'body' | 'idempotency_key'> {
  const key = body['idempotency_key']
  return { body, idempotency_key: typeof key === 'string' ? key : null }
}
