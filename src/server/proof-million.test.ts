import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { compactVerify, EmbeddedJWK } from 'jose'
import { expect, it } from 'vitest'
import { TOOLS } from '@/api/envoy/contract'
import { createProof, newProofKey, readProofKey } from './proof'

/** All of a million only where the long proofs run: about two minutes. */
const COUNT = process.env['PASSBOOK_PROOF'] ? 1_000_000 : 2_000
const CHECKED = 100
const BATCH = 1_000
const START = Date.parse('2026-11-29T09:00:00Z')

const keys = Array.from({ length: 5 }, () => readProofKey(newProofKey()))

/** The n-th of many different calls; many are the same call once more. */
function callOf(n: number) {
  const tool = TOOLS[n % TOOLS.length]
  const body = Buffer.from(JSON.stringify({ limit: n % 97, cursor: `c${n % 13}` }))
  return { method: 'POST', url: `https://api.envoy.example/tools/${tool}`, token: 'token', body }
}

const claimsOf = (proof: string) =>
  JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString())

it('[SR-5] one million proofs, no jti twice', { timeout: 1_800_000 }, async () => {
  const seen = new Set<string>()
  for (let n = 0; n < COUNT; n += 1) {
    const key = keys[n % keys.length]
    if (!key) throw new Error('There is no key.')
    const call = callOf(n)
    const proof = createProof(key, call, START + n)
    const claims = claimsOf(proof)
    seen.add(claims.jti)
    if (n % CHECKED === 0) {
      await compactVerify(proof, EmbeddedJWK, { algorithms: ['ES256'] })
      expect(claims).toMatchObject({
        htu: call.url,
        iat: Math.floor((START + n) / 1_000),
        bsh: createHash('sha256').update(call.body).digest('base64url'),
      })
    }
    // The runner hears from a test that only counts as little as from one that hangs.
    if (n % BATCH === 0) await breathe()
  }
  expect(seen.size).toBe(COUNT)
})
