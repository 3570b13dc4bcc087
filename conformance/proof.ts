import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'

/** Everything in this file is assumed: the documents name the header and not what stands in it (C47). */
export const PROOF_HEADER = 'envoy-installation-proof'

export type ProvenRequest = {
  method: string
  url: string
  token: string
  body: Uint8Array
  /** Epoch ms. */
  wallMs: number
}

/** The private P-256 key of a JWK file. Throws when it is none. */
export function readProofKey(text: string): KeyObject {
  // createPrivateKey itself says what is wrong with a key.
  const jwk = JSON.parse(text) as JsonWebKey
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a P-256 key')
  return key
}

/** A compact JWS over exactly this request, to be used once. */
export function makeProof(key: KeyObject, request: ProvenRequest): string {
  const { kty, crv, x, y } = createPublicKey(key).export({ format: 'jwk' })
  const { origin, pathname } = new URL(request.url)
  const signed = [
    part({ alg: 'ES256', typ: 'envoy-proof+jwt', jwk: { kty, crv, x, y } }),
    part({
      htm: request.method,
      htu: origin + pathname,
      iat: Math.floor(request.wallMs / 1000),
      jti: randomUUID(),
      ath: hash(request.token),
      bsh: hash(request.body),
    }),
  ].join('.')
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest('base64url')
