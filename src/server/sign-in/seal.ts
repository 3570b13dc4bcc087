import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import type { Keyring, Purpose } from './keyring'

/** Far more than three cookies hold; what is longer was not made here. */
const LONGEST = 16_384

const typeOf = (purpose: Purpose) => `passbook-${purpose}`

/** Encrypts what the browser keeps for us: a compact JWE (`dir`, A256GCM) bound to its purpose. */
export function seal(keyring: Keyring, purpose: Purpose, payload: object): Promise<string> {
  const { id, keyFor } = keyring.first
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: id, typ: typeOf(purpose) })
    .encrypt(keyFor(purpose))
}

/** What was sealed for that purpose; null for anything else, whatever is wrong with it. */
export async function unseal(keyring: Keyring, purpose: Purpose, sealed: string): Promise<unknown> {
  if (sealed.length > LONGEST || !isCanonical(sealed)) return null
  try {
    const { kid, typ } = decodeProtectedHeader(sealed)
    const keys = typeof kid === 'string' ? keyring.byId(kid) : null
    if (!keys || typ !== typeOf(purpose)) return null
    const { plaintext } = await compactDecrypt(sealed, keys.keyFor(purpose), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return JSON.parse(new TextDecoder().decode(plaintext))
  } catch {
    return null
  }
}

/** The last character of base64url may carry bits that nobody reads: only the one spelling counts. */
function isCanonical(sealed: string): boolean {
  const parts = sealed.split('.')
  return (
    parts.length === 5 &&
    parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}
