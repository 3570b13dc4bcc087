import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import fc from 'fast-check'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, it } from 'vitest'
import { MAX_BODY_BYTES } from '@/api/envoy/contract'
import { checkProof } from './proof'
import {
  BODY,
  createProofKit,
  type Draft,
  es256,
  hashOf,
  newKey,
  part,
  publicOf,
} from './proof-kit'
import { reset } from './seed/reset'
import { NOW } from './test-kit'
import { findToken } from './tokens'

const SECOND = Math.floor(NOW / 1_000)
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const P384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
const ED25519 = generateKeyPairSync('ed25519').privateKey
const pemOf = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'pem' })
const hs256 = (secret: string | Buffer) => (signed: Buffer) =>
  createHmac('sha256', secret).update(signed).digest()
const htu = (address: string): Draft => ({ claims: { htu: address } })

/** Each is a good proof but for one thing. */
const WRONG: Record<string, (key: KeyObject) => Draft> = {
  'another method': () => ({ claims: { htm: 'GET' } }),
  'a method in small letters': () => ({ claims: { htm: 'post' } }),
  'no method': () => ({ claims: { htm: undefined } }),
  'another host': () => htu('http://envoy.example.test/tools/list_purchases'),
  'the other name of this machine': () => htu('http://localhost/tools/list_purchases'),
  'another path': () => htu('http://127.0.0.1/tools/start_purchase'),
  'a path that goes on': () => htu('http://127.0.0.1/tools/list_purchases/'),
  'another port': () => htu('http://127.0.0.1:4175/tools/list_purchases'),
  'another scheme': () => htu('https://127.0.0.1/tools/list_purchases'),
  'a query in the address': () => htu('http://127.0.0.1/tools/list_purchases?a=1'),
  'an empty query in the address': () => htu('http://127.0.0.1/tools/list_purchases?'),
  'a fragment in the address': () => htu('http://127.0.0.1/tools/list_purchases#a'),
  'a user in the address': () => htu('http://me@127.0.0.1/tools/list_purchases'),
  'a path for an address': () => htu('/tools/list_purchases'),
  'no address': () => ({ claims: { htu: undefined } }),
  'the hash of another token': () => ({ claims: { ath: hashOf('sbx_another') } }),
  'no hash of the token': () => ({ claims: { ath: undefined } }),
  'the hash of another body': () => ({ claims: { bsh: hashOf('{}') } }),
  'no hash of the body': () => ({ claims: { bsh: undefined } }),
  'a time 61 s ago': () => ({ claims: { iat: SECOND - 61 } }),
  'a time 61 s ahead': () => ({ claims: { iat: SECOND + 61 } }),
  'a time in milliseconds': () => ({ claims: { iat: NOW } }),
  'a time as text': () => ({ claims: { iat: String(SECOND) } }),
  'no time': () => ({ claims: { iat: undefined } }),
  'a jti of 257 characters': () => ({ claims: { jti: 'j'.repeat(257) } }),
  'an empty jti': () => ({ claims: { jti: '' } }),
  'a number as jti': () => ({ claims: { jti: 1 } }),
  'no jti': () => ({ claims: { jti: undefined } }),
  'no algorithm': () => ({ head: { alg: undefined } }),
  'alg none and no signature': () => ({ head: { alg: 'none' }, sign: () => Buffer.alloc(0) }),
  'alg none and a signature': () => ({ head: { alg: 'none' } }),
  'alg NONE': () => ({ head: { alg: 'NONE' }, sign: () => Buffer.alloc(0) }),
  'HS256 with the public key as secret': (key) => ({
    head: { alg: 'HS256' },
    sign: hs256(JSON.stringify(publicOf(key))),
  }),
  'HS256 with the public PEM as secret': (key) => ({
    head: { alg: 'HS256' },
    sign: hs256(pemOf(key)),
  }),
  'HS256 with its secret in jwk': () => ({
    head: { alg: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0' } },
    sign: hs256('secret'),
  }),
  'ES256 with a secret in jwk': () => ({
    head: { jwk: { kty: 'oct', k: 'c2VjcmV0' } },
    sign: hs256('secret'),
  }),
  RS256: () => ({
    head: { alg: 'RS256', jwk: createPublicKey(RSA).export({ format: 'jwk' }) },
    sign: (signed) => sign('sha256', signed, RSA),
  }),
  'ES256 with an RSA key': () => ({
    head: { jwk: createPublicKey(RSA).export({ format: 'jwk' }) },
    sign: (signed) => sign('sha256', signed, RSA),
  }),
  ES384: () => ({
    head: { alg: 'ES384', jwk: publicOf(P384) },
    sign: (signed) => sign('sha384', signed, { key: P384, dsaEncoding: 'ieee-p1363' }),
  }),
  'ES256 with a P-384 key': () => ({ head: { jwk: publicOf(P384) }, sign: es256(P384) }),
  EdDSA: () => ({
    head: { alg: 'EdDSA', jwk: createPublicKey(ED25519).export({ format: 'jwk' }) },
    sign: (signed) => sign(null, signed, ED25519),
  }),
  'the private key in jwk': (key) => ({ head: { jwk: key.export({ format: 'jwk' }) } }),
  'no jwk': () => ({ head: { jwk: undefined } }),
  'null as jwk': () => ({ head: { jwk: null } }),
  'a jwk without y': (key) => ({ head: { jwk: { ...publicOf(key), y: undefined } } }),
  'a jwk that is no point': (key) => ({
    head: { jwk: { ...publicOf(key), y: Buffer.alloc(32, 1).toString('base64url') } },
  }),
  'the point at infinity': () => ({
    head: { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } },
    sign: () => Buffer.alloc(64),
  }),
  'a key by its id only': () => ({ head: { jwk: undefined, kid: '1' } }),
  'a key at an address': () => ({
    head: { jwk: undefined, jku: 'https://keys.example.test/1' },
  }),
  "another key's signature": () => ({ sign: es256(newKey()) }),
  'a signature of zeros': () => ({ sign: () => Buffer.alloc(64) }),
  'an empty signature': () => ({ sign: () => Buffer.alloc(0) }),
  "a signature in OpenSSL's own form": (key) => ({ sign: (signed) => sign('sha256', signed, key) }),
  'a signature with a byte more': (key) => ({
    sign: (signed) => Buffer.concat([es256(key)(signed), Buffer.alloc(1)]),
  }),
  'another typ': () => ({ head: { typ: 'dpop+jwt' } }),
  'no typ': () => ({ head: { typ: undefined } }),
  'an extension that must be understood': () => ({ head: { crit: ['exp'], exp: 1 } }),
  'more than 8 KB': () => ({ claims: { more: 'x'.repeat(8_192) } }),
}

/** What is no good proof whatever is in it. */
const UNREADABLE: Record<string, (proof: string) => string> = {
  nothing: () => '',
  words: () => 'not-a-proof',
  'a bearer before it': (proof) => `Bearer ${proof}`,
  'two proofs': (proof) => `${proof}, ${proof}`,
  'a comma after it': (proof) => `${proof},`,
  'a fourth part': (proof) => `${proof}.`,
  'two parts': (proof) => proof.split('.').slice(0, 2).join('.'),
  padding: (proof) => `${proof}==`,
  'JSON in place of a compact JWS': (proof) => {
    const [head, payload, signature] = proof.split('.')
    return JSON.stringify({ protected: head, payload, signature })
  },
}

describe('a key-bound token', () => {
  it('[R-181] goes on with a good proof, and the log has its jti', async () => {
    const kit = createProofKit()
    expect((await kit.send(kit.proof({ claims: { jti: 'j-1' } }))).status).toBe(200)
    expect(kit.log().at(-1)).toMatchObject({ proof_jti: 'j-1', status: 200, code: null })
  })

  it('[R-181] [C48] needs a proof', async () => {
    const kit = createProofKit()
    const { status, reply } = await kit.send(null)
    expect(status).toBe(401)
    expect(reply).toMatchObject({
      error: { code: 'UNAUTHENTICATED' },
      next: { action: 'reconnect' },
    })
  })

  it.each(Object.entries(WRONG))('[SR-6] refuses %s', async (_, draft) => {
    const kit = createProofKit()
    const { status, reply } = await kit.send(kit.proof(draft(kit.key)))
    expect([status, reply.error?.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(kit.remembered()).toEqual([0, 0])
  })

  it.each(Object.entries(UNREADABLE))('[SR-6] refuses %s', async (_, spoil) => {
    const kit = createProofKit()
    const good = kit.proof()
    expect((await kit.send(spoil(good))).status).toBe(401)
    expect(kit.remembered()).toEqual([0, 0])
    expect((await kit.send(good)).status).toBe(200)
  })

  it.each(['alg', 'jwk', 'htm', 'jti'])(
    '[SR-6] refuses a proof that says %s twice',
    async (name) => {
      const kit = createProofKit()
      const [head = '', claims = ''] = kit.proof().split('.')
      const twice = (text: string) => {
        const json = Buffer.from(text, 'base64url').toString()
        const value: unknown = JSON.parse(json)[name]
        if (value === undefined) return text
        const again = `${json.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`
        return Buffer.from(again).toString('base64url')
      }
      const signed = `${twice(head)}.${twice(claims)}`
      const signature = es256(kit.key)(Buffer.from(signed)).toString('base64url')
      expect((await kit.send(`${signed}.${signature}`)).status).toBe(401)
    },
  )

  it('[SR-6] refuses two headers, though both are good', async () => {
    const kit = createProofKit()
    const headers = new Headers({
      'content-type': 'application/json',
      authorization: `Bearer ${kit.token}`,
    })
    headers.append('envoy-installation-proof', kit.proof())
    headers.append('envoy-installation-proof', kit.proof())
    const request = new Request('http://127.0.0.1/tools/list_purchases', {
      method: 'POST',
      headers,
      body: BODY,
    })
    expect((await kit.app.request(request)).status).toBe(401)
  })

  it('[R-182] [SR-6] refuses one changed byte of the body, and the proof still serves its own', async () => {
    const kit = createProofKit()
    const good = kit.proof()
    for (let at = 0; at < BODY.length; at += 1) {
      const raw = Buffer.from(BODY)
      raw.writeUInt8(raw.readUInt8(at) ^ 1, at)
      expect((await kit.send(good, { raw })).status).toBe(401)
    }
    expect((await kit.send(good, { raw: `${BODY}\n` })).status).toBe(401)
    expect((await kit.send(good)).status).toBe(200)
  })

  it('[SR-6] refuses any single altered character, and nothing of it stays', async () => {
    const kit = createProofKit()
    const token = findToken(kit.world, kit.token)
    if (!token) throw new Error('The token is gone.')
    const good = kit.proof()
    const check = (proof: string) =>
      checkProof(kit.world, {
        token,
        proof,
        method: 'POST',
        url: 'http://127.0.0.1/tools/list_purchases',
        body: Buffer.from(BODY),
      })
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ,'
    const altered = fc.record({
      // The last characters, of which not all bits count, come up often.
      at: fc.oneof(
        fc.nat(good.length - 1),
        fc.integer({ min: good.length - 3, max: good.length - 1 }),
      ),
      letter: fc.constantFrom(...letters),
    })
    await fc.assert(
      fc.asyncProperty(altered, async ({ at, letter }) => {
        fc.pre(good[at] !== letter)
        const { ok } = await check(good.slice(0, at) + letter + good.slice(at + 1))
        expect(ok).toBe(false)
      }),
      { numRuns: 400 },
    )
    expect(kit.remembered()).toEqual([0, 0])
    expect((await check(good)).ok).toBe(true)
  })

  it('[SR-6] refuses a stolen proof beside another token, of the same person too', async () => {
    const kit = createProofKit()
    for (const account of ['demo', 'other']) {
      const token = kit.tokenOf(account, { keyBound: true })
      expect((await kit.send(kit.proof(), { token })).status).toBe(401)
    }
  })

  it('[C44] [C48] counts refused proofs as failed sign-ins', async () => {
    const kit = createProofKit()
    const bad = () => kit.send(kit.proof({ head: { typ: 'JWT' } }))
    for (let i = 0; i < 20; i += 1) expect((await bad()).status).toBe(401)
    expect((await bad()).status).toBe(429)
    expect((await kit.send(kit.proof())).status).toBe(200)
  })
})

describe('the time of a proof', () => {
  it.each([-60, 0, 60])('[C47] may be %d s off', async (seconds) => {
    const kit = createProofKit()
    expect((await kit.send(kit.proof({ claims: { iat: SECOND + seconds } }))).status).toBe(200)
  })

  it('[C47] may have fractions', async () => {
    const kit = createProofKit()
    expect((await kit.send(kit.proof({ claims: { iat: SECOND + 0.25 } }))).status).toBe(200)
  })

  it("[C47] is the machine's, wherever the time of data is put", async () => {
    const kit = createProofKit()
    kit.world.clock.set(NOW + 1e10, true)
    expect((await kit.send(kit.proof())).status).toBe(200)
    kit.pass(60_001)
    expect((await kit.send(kit.proof())).status).toBe(401)
  })
})

describe('a jti', () => {
  it('[R-182] [SR-6] serves once', async () => {
    const kit = createProofKit()
    const good = kit.proof({ claims: { jti: 'once' } })
    expect((await kit.send(good)).status).toBe(200)
    expect((await kit.send(good)).status).toBe(401)
    expect((await kit.send(kit.proof({ claims: { jti: 'once' } }))).status).toBe(401)
    expect((await kit.send(kit.proof())).status).toBe(200)
  })

  it('[SR-6] serves once however many come at the same time', async () => {
    const kit = createProofKit()
    const good = kit.proof()
    const replies = await Promise.all(Array.from({ length: 10 }, () => kit.send(good)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('[SR-6] serves once until its time is over, to the last moment', async () => {
    const kit = createProofKit()
    const ahead = kit.proof({ claims: { iat: SECOND + 60 } })
    expect((await kit.send(ahead)).status).toBe(200)
    kit.pass(120_000)
    // Another proof sweeps out those that are over.
    expect((await kit.send(kit.proof({ claims: { iat: SECOND + 120 } }))).status).toBe(200)
    expect((await kit.send(ahead)).status).toBe(401)
    kit.pass(1)
    expect((await kit.send(ahead)).status).toBe(401)
  })

  it('[C47] of 1 and of 256 characters is good', async () => {
    const kit = createProofKit()
    for (const jti of ['j', 'j'.repeat(256), '₹'.repeat(256), '\u0000']) {
      expect((await kit.send(kit.proof({ claims: { jti } }))).status).toBe(200)
    }
  })

  it('[C47] is its own on each connection', async () => {
    const kit = createProofKit()
    const token = kit.tokenOf('demo', { keyBound: true })
    const claims = { jti: 'same' }
    expect((await kit.send(kit.proof({ claims }))).status).toBe(200)
    const other = kit.proof({ claims: { ...claims } }, token)
    expect((await kit.send(other, { token })).status).toBe(200)
  })

  it('[C47] is forgotten when no proof of its time could come any more', async () => {
    const kit = createProofKit()
    await kit.send(kit.proof())
    kit.pass(180_001)
    const now = Math.floor((NOW + 180_001) / 1_000)
    expect((await kit.send(kit.proof({ claims: { iat: now } }))).status).toBe(200)
    expect(kit.remembered()).toEqual([1, 1])
  })

  it('[SR-6] is not used up by a proof that is refused for something else', async () => {
    const kit = createProofKit()
    const jti = randomUUID()
    for (const claims of [{ htm: 'GET' }, { bsh: hashOf('{}') }, { iat: 0 }]) {
      expect((await kit.send(kit.proof({ claims: { jti, ...claims } }))).status).toBe(401)
    }
    expect((await kit.send(kit.proof({ claims: { jti } }))).status).toBe(200)
  })
})

describe('the key of a connection', () => {
  it('[C47] is the first that proves itself, and no other from then on', async () => {
    const kit = createProofKit()
    const stranger = newKey()
    expect((await kit.send(kit.proof({ key: stranger, claims: { htm: 'GET' } }))).status).toBe(401)
    expect((await kit.send(kit.proof())).status).toBe(200)
    const jti = randomUUID()
    expect((await kit.send(kit.proof({ key: stranger, claims: { jti } }))).status).toBe(401)
    expect((await kit.send(kit.proof({ claims: { jti } }))).status).toBe(200)
    const row = kit.world.db.prepare('SELECT * FROM proof_keys').all()
    // RFC 7638 needs the members in this order; jose is asked for it.
    const thumbprint = await calculateJwkThumbprint(JSON.parse(JSON.stringify(publicOf(kit.key))))
    expect(row).toEqual([{ connection: kit.row().connection, thumbprint }])
  })

  it("[SR-6] is not another connection's", async () => {
    const kit = createProofKit()
    const token = kit.tokenOf('other', { keyBound: true })
    const foreign = newKey()
    await kit.send(kit.proof())
    expect((await kit.send(kit.proof({ key: foreign }, token), { token })).status).toBe(200)
    expect((await kit.send(kit.proof({ key: foreign }))).status).toBe(401)
    expect((await kit.send(kit.proof({}, token), { token })).status).toBe(401)
  })

  it('[C47] is only one of two that come first at the same time', async () => {
    const kit = createProofKit()
    const replies = await Promise.all(
      [newKey(), newKey(), newKey()].map((key) => kit.send(kit.proof({ key }))),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(kit.remembered()).toEqual([1, 1])
  })

  it('[C47] may say more of itself, and a proof may claim more', async () => {
    const kit = createProofKit()
    const jwk = { ...publicOf(kit.key), kid: 'mine', use: 'sig' }
    const proof = kit.proof({ head: { jwk, x: 1 }, claims: { nonce: 'n', exp: 0, aud: ['a'] } })
    expect((await kit.send(proof)).status).toBe(200)
    expect((await kit.send(kit.proof())).status).toBe(200)
  })
})

describe('a body that is too large', () => {
  const raw = 'x'.repeat(MAX_BODY_BYTES + 1)

  it('[R-006] is a 413 when all else of the proof is right, and uses nothing up', async () => {
    const kit = createProofKit()
    const good = kit.proof({ body: raw })
    expect((await kit.send(good, { raw })).status).toBe(413)
    expect(kit.remembered()).toEqual([0, 0])
  })

  it.each<[string, Draft]>([
    ['a wrong method', { claims: { htm: 'GET' } }],
    ['no hash of the body', { claims: { bsh: undefined } }],
    ['an altered signature', { sign: es256(newKey()) }],
  ])('[SR-6] is a 401 with %s', async (_, draft) => {
    const kit = createProofKit()
    expect((await kit.send(kit.proof({ body: raw, ...draft }), { raw })).status).toBe(401)
  })

  it('[SR-6] is a 401 without a proof, with a used one and with a foreign one', async () => {
    const kit = createProofKit()
    const used = kit.proof()
    await kit.send(used)
    for (const proof of [null, used, kit.proof({ key: newKey() })]) {
      expect((await kit.send(proof, { raw })).status).toBe(401)
    }
  })
})

describe('a token that is not key-bound', () => {
  it('[R-181] needs no proof, and a bad one does not stand in its way', async () => {
    const kit = createProofKit()
    const bad = [null, 'not-a-proof', `${part({})}.${part({ jti: 'j-1' })}.c2ln`]
    for (const proof of bad) {
      expect((await kit.send(proof, { token: kit.demo })).status).toBe(200)
    }
    expect(kit.log().at(-1)).toMatchObject({ proof_jti: 'j-1' })
    expect(kit.remembered()).toEqual([0, 0])
  })
})

describe('a reset', () => {
  const options = { lines: 0, seed: 1, now: NOW }

  it('[product] forgets proofs and keys with the tokens', async () => {
    const kit = createProofKit()
    await kit.send(kit.proof())
    reset(kit.world, { ...options, freeze: false, keepTokens: false })
    expect(kit.remembered()).toEqual([0, 0])
  })

  it('[SR-6] keeps them with kept tokens', async () => {
    const kit = createProofKit()
    const used = kit.proof()
    await kit.send(used)
    reset(kit.world, { ...options, freeze: false, keepTokens: true })
    expect((await kit.send(used)).status).toBe(401)
    expect((await kit.send(kit.proof({ key: newKey() }))).status).toBe(401)
    expect((await kit.send(kit.proof())).status).toBe(200)
  })
})
