import type { Adapter, AdapterPayload } from 'oidc-provider'
import { hashToken } from '../tokens'
import type { World } from '../world'
import { signInSwitches } from './account-switches'
import { connectSignIn } from './connections'
import { InvalidGrant } from './provider'

type Stored = { payload: string }

/**
 * What oidc-provider keeps (sessions, interactions, grants, codes, tokens), in the world's database.
 * Nothing is kept under a name that could be used: ids are stored as their hash, like every token.
 * Rows end by the machine's time.
 */
export function createArtifacts(world: World): (model: string) => Adapter {
  return (model) => ({
    async upsert(id, payload, expiresIn = 0) {
      keep(world, { model, key: hashToken(id), payload, expiresIn })
    },
    async find(id) {
      const row = world.db
        .prepare<[string, string, number], Stored>(
          'SELECT payload FROM auth_artifacts WHERE model = ? AND key = ? AND expires_at > ?',
        )
        .get(model, hashToken(id), world.clock.wall())
      return row ? { ...JSON.parse(row.payload), jti: id } : undefined
    },
    async findByUid(uid) {
      const row = world.db
        .prepare<[string, string, number], Stored>(
          'SELECT payload FROM auth_artifacts WHERE model = ? AND session_uid = ? AND expires_at > ?',
        )
        .get(model, uid, world.clock.wall())
      return row ? JSON.parse(row.payload) : undefined
    },
    // Of the device flow, which is off.
    findByUserCode: async () => undefined,
    async consume(id) {
      consume(world, model, hashToken(id))
    },
    async destroy(id) {
      world.db
        .prepare('DELETE FROM auth_artifacts WHERE model = ? AND key = ?')
        .run(model, hashToken(id))
    },
    async revokeByGrantId(grantId) {
      world.db
        .prepare('DELETE FROM auth_artifacts WHERE model = ? AND grant_key = ?')
        .run(model, hashToken(grantId))
    },
  })
}

/** Ends a browser's session at Central Auth, with every token that was to end with it. */
export function forgetSession(world: World, uid: string): void {
  world.db.prepare('DELETE FROM auth_artifacts WHERE session_uid = ?').run(uid)
}

type Kept = { model: string; key: string; payload: AdapterPayload; expiresIn: number }

function keep(world: World, { model, key, payload, expiresIn }: Kept): void {
  const { db, clock } = world
  const { jti: _, ...named } = payload
  const grantKey = payload.grantId === undefined ? null : hashToken(payload.grantId)
  const expiresAt = Math.floor(clock.wall() + expiresIn * 1_000)
  db.transaction(() => {
    db.prepare('DELETE FROM auth_artifacts WHERE expires_at <= ?').run(clock.wall())
    db.prepare(
      `INSERT INTO auth_artifacts
         (model, key, payload, account, grant_key, session_uid, key_bound, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET payload = excluded.payload, account = excluded.account,
         session_uid = excluded.session_uid, expires_at = excluded.expires_at`,
    ).run(
      model,
      key,
      JSON.stringify(named),
      payload.accountId ?? null,
      grantKey,
      sessionOf(model, payload),
      model === 'Grant' && payload.accountId !== undefined
        ? Number(signInSwitches(world, payload.accountId).keyBound)
        : null,
      expiresAt,
    )
    if (model === 'AccessToken' && grantKey !== null) {
      const { accountId, scope } = payload
      connectSignIn(world, { tokenHash: key, account: accountId, grantKey, scope, expiresAt })
    }
  })()
}

/** The session that a row is, or ends with. */
function sessionOf(model: string, payload: AdapterPayload): string | null {
  if (model === 'Session') return payload.uid ?? null
  return payload.expiresWithSession ? (payload.sessionUid ?? null) : null
}

/** Marks a code or a refresh token as used; the loser of a race for it ends the grant, as any second use does. */
function consume(world: World, model: string, key: string): void {
  const { db, clock } = world
  const { changes } = db
    .prepare(
      `UPDATE auth_artifacts SET payload = json_set(payload, '$.consumed', ?)
       WHERE model = ? AND key = ? AND json_extract(payload, '$.consumed') IS NULL`,
    )
    .run(Math.floor(clock.wall() / 1_000), model, key)
  if (changes === 1) return
  const grantKey = db
    .prepare<[string, string], string>(
      'SELECT grant_key FROM auth_artifacts WHERE model = ? AND key = ?',
    )
    .pluck()
    .get(model, key)
  if (grantKey !== undefined) endGrant(world, grantKey)
  throw new InvalidGrant('already used')
}

function endGrant(world: World, grantKey: string): void {
  world.db
    .prepare(`DELETE FROM auth_artifacts WHERE grant_key = ? OR (model = 'Grant' AND key = ?)`)
    .run(grantKey, grantKey)
}
