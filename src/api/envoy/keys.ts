import type { IdempotencyKey } from './types'

const SHAPE = /^[A-Za-z0-9_-]{16,64}$/
/** What a support reference looks like: never a purchase. */
const SUPPORT_REFERENCE = /^(req_|[0-9a-f]{32}$)/i

/** Whether the text may be an idempotency key (R-018, R-019, C25). */
export function isIdempotencyKey(text: string): text is IdempotencyKey {
  return SHAPE.test(text) && !/^pur_/i.test(text) && !SUPPORT_REFERENCE.test(text)
}

/** A new key: one for each thing a person wants, never to recover a lost one. */
export function newIdempotencyKey(): IdempotencyKey {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // A cast because 36 characters of this alphabet are a key.
  return `pbk_${hex}` as IdempotencyKey
}
