import type { IncomingMessage } from 'node:http'
import type { Bearer } from './bearer'
import { createProof, PROOF_HEADER } from './proof'
import type { Envoy } from './upstream'

/** Half of the minute that a proof's time may be off (C47): closer than that, the clock is not why. */
const CLOCK_OFF_MS = 30_000

type Attempt = {
  readonly reply: IncomingMessage
  /** A proof was refused, and the reply says that it carried the wrong time. */
  readonly mistimed: boolean
}

/**
 * Sends one call with its bearer and, on a key-bound connection, a proof made for this very sending
 * . Rejects when no reply comes.
 *
 * A refused proof means that nothing happened: Envoy turned the caller away before it looked at the
 * call. So where the 401 itself tells that the clock was wrong, the same bytes go out once more,
 * signed by the clock it told; a person whose machine is a day off would otherwise never get in.
 * The second reply counts, whatever it says: a proof that is refused for another reason stays refused.
 */
export async function signedSend(
  envoy: Envoy,
  path: string,
  body: Uint8Array,
  bearer: Bearer,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const first = await attempt(envoy, path, body, bearer, signal)
  if (!first.mistimed) return first.reply
  discard(first.reply)
  return (await attempt(envoy, path, body, bearer, signal)).reply
}

async function attempt(
  envoy: Envoy,
  path: string,
  body: Uint8Array,
  bearer: Bearer,
  signal: AbortSignal,
): Promise<Attempt> {
  const { clock } = envoy
  const address = envoy.addressOf(path)
  // Other calls move the clock meanwhile: what counts is the time this proof was made with.
  const used = clock.skew()
  const reply = await envoy.send(address, body, headersOf(envoy, address, body, bearer), signal)
  const told = clock.learn(reply.headers.date)
  const refused = reply.statusCode === 401 && bearer.proofKey !== null
  return { reply, mistimed: refused && told !== null && Math.abs(told - used) > CLOCK_OFF_MS }
}

function headersOf(envoy: Envoy, address: URL, body: Uint8Array, bearer: Bearer) {
  const { token, proofKey } = bearer
  const headers = { authorization: `Bearer ${token}` }
  if (!proofKey) return headers
  const request = { method: 'POST', url: address.href, token, body }
  return { ...headers, [PROOF_HEADER]: createProof(proofKey, request, envoy.clock.now()) }
}

/** Lets go of a reply nobody reads, and of its connection: its body might never end. */
function discard(reply: IncomingMessage): void {
  reply.on('error', () => undefined)
  reply.destroy()
}
