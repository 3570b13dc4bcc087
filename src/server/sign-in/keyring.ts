import { hkdfSync } from 'node:crypto'

/** What is sealed; a key serves one purpose only, so that nothing sealed for one opens as another. */
export type Purpose = 'session' | 'sign-in'

type SecretKeys = { readonly id: string; keyFor(purpose: Purpose): Uint8Array }

export type Keyring = {
  /** Seals; the others only open what was sealed before the secret was replaced. */
  readonly first: SecretKeys
  /** The keys of the secret with that id; null when it is none of ours, or no longer. */
  byId(id: string): SecretKeys | null
}

const ID_BYTES = 6
const KEY_BYTES = 32

function derive(secret: string, info: string, bytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `passbook v1 ${info}`, bytes))
}

function keysOf(secret: string): SecretKeys {
  const keys = {
    session: derive(secret, 'session', KEY_BYTES),
    'sign-in': derive(secret, 'sign-in', KEY_BYTES),
  } as const satisfies Record<Purpose, Uint8Array>
  return {
    id: Buffer.from(derive(secret, 'key id', ID_BYTES)).toString('base64url'),
    keyFor: (purpose) => keys[purpose],
  }
}

/**
 * The sealing keys of SESSION_SECRET: the first secret seals, all of them open, so that a secret can be
 * replaced without signing anyone out. Each key is derived by HKDF-SHA256; the secrets need 32 characters.
 */
export function createKeyring(secrets: readonly string[]): Keyring {
  const all = secrets.map(keysOf)
  const [first] = all
  if (!first) throw new Error('There is no secret to seal sessions with.')
  return { first, byId: (id) => all.find((keys) => keys.id === id) ?? null }
}
