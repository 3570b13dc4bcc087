import type { Context } from 'hono'
import { MAX_BODY_BYTES } from '@/api/envoy/contract'
import type { Caller } from './auth'
import { readBody } from './body'
import type { CallLog } from './call-log'
import { type Failure, rateLimited, unauthenticated } from './errors'
import { tooLarge } from './fault-replies'
import { addressOf, type SandboxEnv } from './guard'
import { checkProof, PROOF_HEADER } from './proof'
import type { TokenRow } from './store/schema'
import type { World } from './world'

/** A request that may reach an operation: who calls, and the whole body. */
export type Admitted = { ok: true; token: TokenRow; bytes: Uint8Array }

/**
 * Signs a request in, reads its body and counts it. Every authenticated request counts, one
 * whose body is too large among them (C42); what is over the limit goes no further. A body
 * that is too large cannot be compared with its proof: 413 says so once all the rest of it is right.
 */
export async function admit(
  world: World,
  c: Context<SandboxEnv>,
  caller: Caller,
  log: CallLog,
): Promise<Admitted | Failure> {
  const { token } = caller
  if (!token) return failedSignIn(world, c)
  const body = await readBody(c.req.raw, c.env?.incoming, MAX_BODY_BYTES)
  const bytes = body.kind === 'read' ? body.bytes : null
  const proof = await checkProof(world, {
    token,
    proof: c.req.header(PROOF_HEADER) ?? null,
    method: c.req.method,
    url: c.req.url,
    body: bytes,
  })
  if (proof.jti !== null) log.set({ proof_jti: proof.jti })
  if (!proof.ok) return failedSignIn(world, c)
  const limited = countRequest(world, token)
  if (limited) return limited
  if (body.kind === 'too_large') return tooLarge()
  return { ok: true, token, bytes: bytes ?? new Uint8Array() }
}

/** Counts a request of a token; RATE_LIMITED when it is one too many (R-093…R-100). */
export function countRequest(world: World, token: TokenRow): Failure | null {
  const verdict = world.rate.take(token.token_hash)
  return verdict.ok ? null : rateLimited(world.settings.windowSeconds, verdict.retryAfterSeconds)
}

/** 401, or 429 in its place when this address has failed too often (R-113, R-114, C44). */
function failedSignIn(world: World, c: Context<SandboxEnv>): Failure {
  const verdict = world.rate.takeFailedSignIn(addressOf(c))
  return verdict.ok
    ? unauthenticated()
    : rateLimited(world.settings.windowSeconds, verdict.retryAfterSeconds)
}
