import type { TokenRow } from './store/schema'

/** The header a key-bound connection also sends. */
export const PROOF_HEADER = 'Envoy-Installation-Proof'

/** What a proof covers: this exact request. */
export type ProvenRequest = {
  token: TokenRow
  proof: string | null
  method: string
  url: string
  body: Uint8Array
}

export type ProofVerdict = { ok: true; jti: string | null } | { ok: false; jti: string | null }

/**
 * Whether the request carries the proof its token needs. Assumed (C47): a compact JWS with a
 * `jti`. Only its form is looked at; method, URL and body are here for the full check.
 */
export function checkProof(request: ProvenRequest): ProofVerdict {
  const jti = request.proof === null ? null : jtiOf(request.proof)
  return { ok: request.token.key_bound === 0 || jti !== null, jti }
}

function jtiOf(proof: string): string | null {
  const parts = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(proof)
  const header = decoded(parts?.[1])
  const claims = decoded(parts?.[2])
  if (header === null || claims === null || typeof claims['jti'] !== 'string') return null
  return claims['jti'] === '' ? null : claims['jti']
}

function decoded(part: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
    // Not null, an object and not an array: a record of unknown values.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
