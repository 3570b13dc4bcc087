import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, compactVerify, importJWK } from 'jose'
import { z } from 'zod'
import { spendProof } from './proof-memory'
import type { TokenRow } from './store/schema'
import { parseStrictJson } from './strict-json'
import type { World } from './world'

/** The header a key-bound connection also sends. */
export const PROOF_HEADER = 'Envoy-Installation-Proof'

/** What a proof covers: this exact request. */
export type ProvenRequest = {
  token: TokenRow
  /** The header's value; several headers come as one, joined by commas. */
  proof: string | null
  method: string
  /** The address as the client called it: its own Host, `localhost` or `127.0.0.1`. */
  url: string
  /** The body as it came; null where it was not read to its end, so that its hash cannot be checked. */
  body: Uint8Array | null
}

/** Whether the request may go on, and the `jti` that was shown, good or not. */
export type ProofVerdict = { ok: boolean; jti: string | null }

/** How far a proof's time may be from the machine's, to both sides (C47). */
const WINDOW_MS = 60_000
const MAX_PROOF_BYTES = 8_192

const hash = z.string().length(43)
const jti = z.string().min(1).max(256)

/** Only what is public goes on from the key; one that shows its private half is no secret any more. */
const headSchema = z.object({
  alg: z.literal('ES256'),
  typ: z.literal('envoy-proof+jwt'),
  jwk: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: hash,
    y: hash,
    d: z.never().optional(),
  }),
  // Extensions that must be understood: none is.
  crit: z.never().optional(),
})

/** Claims that are not known are let be. */
const claimsSchema = z.object({
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  jti,
  ath: hash,
  bsh: hash,
})

type Claims = z.infer<typeof claimsSchema>

/**
 * Whether the request carries the proof its token needs (R-181; format: C47): one compact JWS,
 * signed with the key in its header, over this method, address, token and body, of this minute, used
 * once, by the key the connection was bound to with its first good proof. A token that is not
 * key-bound needs none, and one that is sent along is not looked at. What is refused leaves no trace:
 * its `jti` is not used up and its key is bound to nothing.
 */
export async function checkProof(world: World, request: ProvenRequest): Promise<ProofVerdict> {
  const { token, proof } = request
  const parts = proof === null ? null : partsOf(proof)
  const shown = jti.safeParse(parts?.claims['jti']).data ?? null
  if (token.key_bound === 0) return { ok: true, jti: shown }
  const ok = proof !== null && parts !== null && (await proves(world, request, proof, parts))
  return { ok, jti: shown }
}

type Parts = { head: Record<string, unknown>; claims: Record<string, unknown> }

async function proves(
  world: World,
  request: ProvenRequest,
  proof: string,
  parts: Parts,
): Promise<boolean> {
  const head = headSchema.safeParse(parts.head).data
  const claims = claimsSchema.safeParse(parts.claims).data
  if (!head || !claims || !covers(claims, request)) return false
  const age = world.clock.wall() - claims.iat * 1_000
  if (Math.abs(age) > WINDOW_MS) return false
  const { kty, crv, x, y } = head.jwk
  const jwk = { kty, crv, x, y }
  try {
    const key = await importJWK(jwk, 'ES256')
    await compactVerify(proof, key, { algorithms: ['ES256'] })
  } catch {
    return false
  }
  return spendProof(world, {
    connection: request.token.connection,
    thumbprint: await calculateJwkThumbprint(jwk),
    jti: claims.jti,
    // Twice the window: its last moment, and a while for checks that are still under way.
    endsAt: Math.ceil(claims.iat * 1_000) + 2 * WINDOW_MS,
    complete: request.body !== null,
  })
}

function covers(claims: Claims, { method, url, token, body }: ProvenRequest): boolean {
  return (
    claims.htm === method &&
    isAddressOf(claims.htu, url) &&
    claims.ath === Buffer.from(token.token_hash, 'hex').toString('base64url') &&
    (body === null || claims.bsh === createHash('sha256').update(body).digest('base64url'))
  )
}

/** The request's address without query and fragment, compared as addresses: case and default port do not count. */
function isAddressOf(htu: string, url: string): boolean {
  const { origin, pathname } = new URL(url)
  return URL.canParse(htu) && new URL(htu).href === origin + pathname
}

/** Both JSON parts of a compact JWS; null when it is none. */
function partsOf(proof: string): Parts | null {
  const parts = proof.split('.')
  // Letters that decode to the same bytes would be a second spelling of the same proof.
  const exact = parts.every((part) => bytesOf(part).toString('base64url') === part)
  if (proof.length > MAX_PROOF_BYTES || parts.length !== 3 || !exact) return null
  const [head, claims] = parts.map((part) => parseStrictJson(bytesOf(part)))
  if (!head?.ok || !claims?.ok || head.problems.length + claims.problems.length > 0) return null
  return { head: head.value, claims: claims.value }
}

const bytesOf = (part: string) => Buffer.from(part, 'base64url')
