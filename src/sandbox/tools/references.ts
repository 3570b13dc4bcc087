import { z } from 'zod'
import { PURCHASE_ID_PATTERN } from '@/api/envoy/contract'

/** Printable ASCII, 16 to 64 characters, not starting with `pur_` (R-018, R-019, C25). */
export const idempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{16,64}$/)
  .regex(/^(?!pur_)/)

/** A purchase id or the key the purchase was started with. */
export const purchaseReference = z.union([z.string().regex(PURCHASE_ID_PATTERN), idempotencyKey])

export const KEY_WORDS = 'a string of 16 to 64 printable ASCII characters, not starting with pur_'
export const REFERENCE_WORDS =
  'a purchase id (pur_ and 32 lowercase hexadecimal digits) or the idempotency_key of its start'
