import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createKit, NOW } from './test-kit'
import { hashToken } from './tokens'

export const BODY = '{"limit":5}'

/** What a proof is made of here: by hand, so that any part of it can be wrong. */
export type Draft = {
  head?: Record<string, unknown>
  claims?: Record<string, unknown>
  key?: KeyObject
  /** The signature over these bytes, in place of ES256 with `key`. */
  sign?: (signed: Buffer) => Buffer
  body?: string | Uint8Array
}

export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
export const publicOf = (key: KeyObject) => {
  const { kty, crv, x, y } = key.export({ format: 'jwk' })
  return { kty, crv, x, y }
}
export const hashOf = (data: string | Uint8Array) =>
  createHash('sha256').update(data).digest('base64url')
export const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const es256 = (key: KeyObject) => (signed: Buffer) =>
  sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' })

/** A proof over a call of `list_purchases` at a host, right but for what the draft says. */
export function proofOf(token: string, host: string, at: number, draft: Draft = {}): string {
  const { key = newKey(), head, claims, body = BODY } = draft
  const signed = [
    part({ alg: 'ES256', typ: 'envoy-proof+jwt', jwk: publicOf(key), ...head }),
    part({
      htm: 'POST',
      htu: `http://${host}/tools/list_purchases`,
      iat: Math.floor(at / 1_000),
      jti: randomUUID(),
      ath: hashOf(token),
      bsh: hashOf(body),
      ...claims,
    }),
  ].join('.')
  const signature = (draft.sign ?? es256(key))(Buffer.from(signed))
  return `${signed}.${signature.toString('base64url')}`
}

/** A sandbox with one key-bound connection, its key, and calls that carry a proof. */
export function createProofKit() {
  const kit = createKit()
  const token = kit.tokenOf('demo', { keyBound: true })
  const key = newKey()
  const proof = (draft: Draft = {}, of = token) => proofOf(of, '127.0.0.1', NOW, { key, ...draft })
  const count = (table: 'proofs' | 'proof_keys') =>
    kit.world.db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()
  return {
    ...kit,
    token,
    key,
    proof,
    /** Sends a proof with the call it is for; the status says what became of it. */
    async send(sent: string | null, options: { token?: string; raw?: string | Uint8Array } = {}) {
      const headers = sent === null ? {} : { 'envoy-installation-proof': sent }
      return kit.call('list_purchases', null, { token, raw: BODY, ...options, headers })
    },
    row(of = token) {
      const row = kit.world.db
        .prepare<[string], { connection: string }>('SELECT * FROM tokens WHERE token_hash = ?')
        .get(hashToken(of))
      if (!row) throw new Error('There is no such token.')
      return row
    },
    /** How many proofs are remembered, and how many connections have a key. */
    remembered: () => [count('proofs'), count('proof_keys')],
  }
}
