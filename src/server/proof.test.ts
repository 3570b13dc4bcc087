import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { compactVerify, decodeProtectedHeader, EmbeddedJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { createProof, newProofKey, readProofKey } from './proof'

const NOW = Date.parse('2026-11-29T09:00:00Z') + 987
const REQUEST = {
  method: 'POST',
  url: 'https://api.envoy.example/v2/tools/list_purchases',
  token: 'a-token',
  body: Buffer.from('{"limit":5}'),
}
const hashOf = (data: string | Uint8Array) => createHash('sha256').update(data).digest('base64url')

/** Checked with another implementation than the one that signs. */
async function verified(proof: string) {
  const { payload } = await compactVerify(proof, EmbeddedJWK, { algorithms: ['ES256'] })
  return JSON.parse(new TextDecoder().decode(payload))
}

describe('a proof', () => {
  it('[C47] is a compact JWS over this very request', async () => {
    const key = newProofKey()
    const proof = createProof(readProofKey(key), REQUEST, NOW)
    const { kty, crv, x, y } = JSON.parse(key)
    expect(decodeProtectedHeader(proof)).toEqual({
      alg: 'ES256',
      typ: 'envoy-proof+jwt',
      jwk: { kty, crv, x, y },
    })
    expect(await verified(proof)).toEqual({
      htm: 'POST',
      htu: REQUEST.url,
      iat: Math.floor(NOW / 1_000),
      jti: expect.stringMatching(/^[\w-]{22}$/),
      ath: hashOf('a-token'),
      bsh: hashOf('{"limit":5}'),
    })
    expect(proof.length).toBeLessThan(800)
  })

  it('[C47] leaves query, fragment and user out of the address', async () => {
    const url = 'https://me:secret@api.envoy.example:8443/tools/list_purchases?a=1#b'
    const claims = await verified(
      createProof(readProofKey(newProofKey()), { ...REQUEST, url }, NOW),
    )
    expect(claims.htu).toBe('https://api.envoy.example:8443/tools/list_purchases')
  })

  it('[R-182] covers the bytes, whatever they are', async () => {
    const key = readProofKey(newProofKey())
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), fc.string(), async (body, token) => {
        const claims = await verified(createProof(key, { ...REQUEST, body, token }, NOW))
        expect([claims.bsh, claims.ath]).toEqual([hashOf(body), hashOf(token)])
      }),
      { numRuns: 50 },
    )
  })

  it('[R-183] is another one each time', () => {
    const key = readProofKey(newProofKey())
    const proofs = Array.from({ length: 50 }, () => createProof(key, REQUEST, NOW))
    expect(new Set(proofs).size).toBe(50)
    const jtiOf = (proof: string) =>
      JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString()).jti
    expect(new Set(proofs.map(jtiOf)).size).toBe(50)
  })
})

const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject, type: 'pkcs8' | 'sec1' | 'spki') =>
  String(key.export({ type, format: 'pem' }))
const jwk = p256.privateKey.export({ format: 'jwk' })
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  format: 'jwk',
})
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
const k1 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey
const ed = generateKeyPairSync('ed25519').privateKey
const locked = String(
  p256.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' }),
)
const lockedSec1 = String(
  p256.privateKey.export({ type: 'sec1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' }),
)

describe('reading a proof key', () => {
  const pkcs8 = pem(p256.privateKey, 'pkcs8')
  const sec1 = pem(p256.privateKey, 'sec1')

  it.each([
    ['a JWK', JSON.stringify(jwk)],
    ['a JWK over many lines', JSON.stringify({ kid: 'mine', use: 'sig', ...jwk }, null, 2)],
    ['PKCS#8', pkcs8],
    ['SEC1', sec1],
    ['SEC1 with its parameters before it', ecParameters(sec1)],
    ['PEM with Windows line ends', pkcs8.replaceAll('\n', '\r\n')],
    ['PEM with its line ends written out', pkcs8.trim().replaceAll('\n', '\\n')],
    ['PEM between spaces', `\n  ${pkcs8}  \n`],
  ])('[C47] takes %s', async (_, text) => {
    const proof = createProof(readProofKey(text), REQUEST, NOW)
    await expect(verified(proof)).resolves.toMatchObject({ htm: 'POST' })
    expect(decodeProtectedHeader(proof).jwk).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x: jwk.x,
      y: jwk.y,
    })
  })

  it('[C47] takes what a new key is kept as', () => {
    const text = newProofKey()
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['crv', 'd', 'kty', 'x', 'y'])
    expect(text.length).toBeLessThan(210)
    expect(newProofKey()).not.toBe(text)
    readProofKey(text)
  })

  it.each([
    ['nothing', '', 'must be a P-256 private key'],
    ['words', 'my key', 'must be a P-256 private key'],
    ['a list', '[1]', 'must be a P-256 private key'],
    ['half a JWK', JSON.stringify(jwk).slice(0, -9), 'is not valid JSON'],
    ['an empty object', '{}', 'another kind of key'],
    ['a JWK of RSA', JSON.stringify(rsa.export({ format: 'jwk' })), 'another kind of key'],
    ['a JWK of P-384', JSON.stringify(p384.export({ format: 'jwk' })), 'another kind of key'],
    ['a JWK of a secret', '{"kty":"oct","k":"c2VjcmV0"}', 'another kind of key'],
    ['a public JWK', JSON.stringify({ ...jwk, d: undefined }), 'is a public key'],
    ['halves of two JWKs', JSON.stringify({ ...other, d: jwk.d }), 'is a damaged JWK'],
    ['a JWK without y', JSON.stringify({ ...jwk, y: undefined }), 'is a damaged JWK'],
    ['a JWK with zero as d', JSON.stringify({ ...jwk, d: 'A'.repeat(43) }), 'is a damaged JWK'],
    ['a JWK with a number as d', JSON.stringify({ ...jwk, d: 7 }), 'is a damaged JWK'],
    ['public PEM', pem(p256.publicKey, 'spki'), 'is no private key'],
    ['encrypted PKCS#8', locked, 'is encrypted'],
    ['encrypted SEC1', lockedSec1, 'is encrypted'],
    ['half a PEM', pkcs8.slice(0, 90), 'is PEM that cannot be read'],
    ['PEM of RSA', pem(rsa, 'pkcs8'), 'on the curve P-256'],
    ['PEM of P-384', pem(p384, 'sec1'), 'on the curve P-256'],
    ['PEM of secp256k1', pem(k1, 'pkcs8'), 'on the curve P-256'],
    ['PEM of Ed25519', pem(ed, 'pkcs8'), 'on the curve P-256'],
  ])('[C47] refuses %s in one sentence without the key', (_, text, because) => {
    const error = failureOf(() => readProofKey(text))
    expect(error.message).toContain(because)
    expect(error.message).toMatch(/^ENVOY_PROOF_KEY [^.\n]+\.$/)
    expect(error.cause).toBeUndefined()
    for (const piece of text.match(/[\w+/-]{12,}/g) ?? []) {
      if (piece !== 'PRIVATE') expect(error.message).not.toContain(piece)
    }
  })
})

function failureOf(read: () => unknown): Error {
  try {
    read()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('It was accepted.')
}

/** As `openssl ecparam -genkey` writes it: the curve's name stands in a block of its own. */
function ecParameters(sec1: string): string {
  const text = `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${sec1}`
  createPrivateKey(text)
  return text
}
