import { createHash, randomBytes } from 'node:crypto'
import { ensureAccount } from './accounts'
import type { TokenRow } from './store/schema'
import type { World } from './world'

export type TokenRequest = {
  account: string
  scope: TokenRow['scope']
  keyBound: boolean
  /** Seconds of the machine's time, not of the settable time of data. */
  ttlSeconds: number
}

/** What the sandbox keeps of an access token: its SHA-256, as lowercase hex. */
export function hashToken(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest('hex')
}

/** A new bearer token on a new connection; the account is created empty if there is none. */
export function issueToken(
  world: World,
  request: TokenRequest,
): { accessToken: string; connection: string } {
  ensureAccount(world, request.account)
  const accessToken = `sbx_${randomBytes(32).toString('base64url')}`
  const connection = `con_${randomBytes(12).toString('hex')}`
  world.db
    .prepare(
      `INSERT INTO tokens (token_hash, account, connection, scope, key_bound, expires_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      hashToken(accessToken),
      request.account,
      connection,
      request.scope,
      request.keyBound ? 1 : 0,
      Math.floor(world.clock.wall() + request.ttlSeconds * 1000),
    )
  return { accessToken, connection }
}

/**
 * Ends the account's access tokens now, however they were made, and says how many were still good.
 * `refresh`: what could bring new ones goes too, so that the person has to sign in again.
 */
export function endTokens(world: World, account: string, refresh: boolean): number {
  const { db, clock } = world
  return db.transaction(() => {
    const ended = db
      .prepare<[string, number], number>(
        'SELECT count(*) FROM tokens WHERE account = ? AND expires_at > ?',
      )
      .pluck()
      .get(account, clock.wall())
    db.prepare(
      `DELETE FROM auth_artifacts WHERE account = ?
       AND (model = 'AccessToken' OR ? = 1 AND model IN ('Grant', 'RefreshToken', 'AuthorizationCode'))`,
    ).run(account, refresh ? 1 : 0)
    db.prepare('DELETE FROM tokens WHERE account = ?').run(account)
    return ended ?? 0
  })()
}

/** The token's row, or null when it is unknown or over by the machine's time. */
export function findToken(world: World, accessToken: string): TokenRow | null {
  const row = world.db
    .prepare<[string], TokenRow>('SELECT * FROM tokens WHERE token_hash = ?')
    .get(hashToken(accessToken))
  return row && row.expires_at > world.clock.wall() ? row : null
}
