import {
  createECDH,
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/**
 * The installation proof (R-181, C47). Its real format is not known yet, so this file is the only
 * one that knows the assumed one: a compact JWS, signed with ES256, with the public key in its header.
 */
export const PROOF_HEADER = 'Envoy-Installation-Proof'

/** A key that proofs are made with. Only this file looks inside. */
export type ProofKey = {
  readonly privateKey: KeyObject
  /** The header of every proof of this key, as it is sent. */
  readonly head: string
}

/** What a proof covers: `url` as Envoy sees it, `body` the very bytes that are sent. */
export type ProvenRequest = {
  readonly method: string
  readonly url: string
  readonly token: string
  readonly body: Uint8Array
}

const CURVE = 'prime256v1'
/** 128 bits: no two proofs ever have the same id. */
const JTI_BYTES = 16

/** A new private key for the sealed session: a compact JWK, for `readProofKey`. */
export function newProofKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE })
  return JSON.stringify(privateKey.export({ format: 'jwk' }))
}

/**
 * Reads a P-256 private key: a JWK in JSON, or PEM (PKCS#8 or SEC1; line ends may be written `\n`, as
 * files of variables do). Throws an Error whose message is one sentence for whoever set
 * ENVOY_PROOF_KEY; the key never stands in it.
 */
export function readProofKey(text: string): ProofKey {
  const trimmed = text.trim()
  const privateKey = trimmed.startsWith('{') ? fromJwk(trimmed) : fromPem(trimmed)
  const { kty, crv, x, y } = privateKey.export({ format: 'jwk' })
  return {
    privateKey,
    head: part({ alg: 'ES256', typ: 'envoy-proof+jwt', jwk: { kty, crv, x, y } }),
  }
}

/**
 * A new proof over one request, to be sent once: a repeated call needs a new one.
 * `now` is Envoy's time in epoch ms.
 */
export function createProof(key: ProofKey, request: ProvenRequest, now: number): string {
  const { origin, pathname } = new URL(request.url)
  const claims = part({
    htm: request.method,
    htu: origin + pathname,
    iat: Math.floor(now / 1000),
    jti: randomBytes(JTI_BYTES).toString('base64url'),
    ath: hash(request.token),
    bsh: hash(request.body),
  })
  const signed = `${key.head}.${claims}`
  // A JWS has the two bare numbers of the signature; OpenSSL's own form wraps them.
  const signature = sign('sha256', Buffer.from(signed), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${signed}.${signature.toString('base64url')}`
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest('base64url')

/** No cause: what OpenSSL and JSON.parse say may quote the key. */
const wrong = (sentence: string) => new Error(`ENVOY_PROOF_KEY ${sentence}`)

const WANTED = 'a P-256 private key as PEM (PKCS#8 or SEC1) or as a JWK in JSON'

function fromJwk(text: string): KeyObject {
  const { kty, crv, x, y, d } = membersOf(text)
  if (kty !== 'EC' || crv !== 'P-256') {
    throw wrong('is a JWK of another kind of key: its "kty" must be "EC" and its "crv" "P-256".')
  }
  if (d === undefined) throw wrong('is a public key: give the private one, with its "d".')
  const key = attempt(() => {
    const ecdh = createECDH(CURVE)
    ecdh.setPrivateKey(String(d), 'base64url')
    // One byte that says "not compressed", then both halves.
    const point = ecdh.getPublicKey()
    const own = {
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    // Node does not look; proofs of halves that do not belong together would all be refused.
    if (x !== own.x || y !== own.y) return null
    return createPrivateKey({ key: { kty, crv, d: String(d), ...own }, format: 'jwk' })
  })
  if (!key) throw wrong('is a damaged JWK: its "x", "y" and "d" do not belong together.')
  return key
}

function membersOf(text: string): Record<string, unknown> {
  const members: unknown = attempt(() => JSON.parse(text))
  if (members === null) throw wrong(`is not valid JSON: it must be ${WANTED}.`)
  // Text that starts with a brace is an object or no JSON.
  return members as Record<string, unknown>
}

function fromPem(text: string): KeyObject {
  const pem = text.replaceAll('\\n', '\n')
  if (!pem.includes('-----BEGIN ')) throw wrong(`must be ${WANTED}.`)
  if (pem.includes('ENCRYPTED')) throw wrong('is encrypted: give it without a passphrase.')
  if (!pem.includes('PRIVATE KEY-----')) throw wrong('is no private key: give the private one.')
  const key = attempt(() => createPrivateKey(pem))
  if (!key) throw wrong(`is PEM that cannot be read: it must be ${WANTED}.`)
  if (key.asymmetricKeyDetails?.namedCurve !== CURVE) {
    throw wrong('is another kind of key: it must be on the curve P-256.')
  }
  return key
}

function attempt<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch {
    return null
  }
}
