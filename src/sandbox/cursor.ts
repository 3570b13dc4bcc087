import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Longest a cursor lives, by the time of data (C10). */
export const CURSOR_TTL_MS = 15 * 60_000

/** What a cursor is bound to (R-058…R-060). */
export type CursorBinding = {
  connection: string
  from: string | undefined
  to: string | undefined
  limit: number
}

/** The line after which the next page begins: newest first, so only older lines follow. */
export type Position = { at: number; id: number }

const contentSchema = z.strictObject({
  connection: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  limit: z.int(),
  at: z.int(),
  id: z.int(),
  issued: z.int(),
})

export type CursorContent = z.output<typeof contentSchema>

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A cursor nobody can read or make: AES-256-GCM under `cursorKey`. `now` is epoch ms. */
export function sealCursor(
  key: Buffer,
  binding: CursorBinding,
  position: Position,
  now: number,
): string {
  const content: CursorContent = { ...binding, ...position, issued: now }
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
}

/**
 * What is in a cursor, or null if this sandbox did not write it, it was changed in any byte,
 * or it is over its time. Whether it fits the call is for `isBoundTo` to say.
 */
export function openCursor(key: Buffer, cursor: string, now: number): CursorContent | null {
  const bytes = Buffer.from(cursor, 'base64url')
  // Buffer reads other spellings of the same bytes too; only the one that was given out counts.
  if (bytes.toString('base64url') !== cursor) return null
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
    const text = decipher.update(sealed, undefined, 'utf8') + decipher.final('utf8')
    const content = contentSchema.parse(JSON.parse(text))
    return now - content.issued > CURSOR_TTL_MS ? null : content
  } catch {
    return null
  }
}

/** Whether a cursor belongs to this connection, date range and page size; only fields present in `call` are compared. */
export function isBoundTo(content: CursorContent, call: Partial<CursorBinding>): boolean {
  const names = ['connection', 'from', 'to', 'limit'] as const satisfies (keyof CursorBinding)[]
  return names.every((name) => !(name in call) || call[name] === content[name])
}

/** The key of all cursors of a sandbox, from its secret; costly enough to be made once. */
export function cursorKey(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'list_transactions cursor', 32))
}
