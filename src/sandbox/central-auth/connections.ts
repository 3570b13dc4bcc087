import type { World } from '../world'

type SignedIn = {
  tokenHash: string
  account: string | undefined
  grantKey: string
  scope: string | undefined
  /** Epoch ms of the machine. */
  expiresAt: number
}

/** The connection that a sign-in made: the same over all refreshes of its grant. */
export function connectionOf(grantKey: string): string {
  return `con_${grantKey.slice(0, 24)}`
}

/**
 * Lets the tools know an access token that Central Auth gave out. Whether it needs the installation
 * proof was settled when the person signed in. A grant that was revoked meanwhile connects nothing.
 */
export function connectSignIn(world: World, signedIn: SignedIn): void {
  const { tokenHash, account, grantKey, scope, expiresAt } = signedIn
  const forEnvoy = scope?.split(' ').includes('agent')
  world.db
    .prepare(
      `INSERT INTO tokens (token_hash, account, connection, scope, key_bound, expires_at)
       SELECT ?, account, ?, ?, coalesce(key_bound, 0), ? FROM auth_artifacts
       WHERE model = 'Grant' AND key = ? AND account = ?`,
    )
    .run(
      tokenHash,
      connectionOf(grantKey),
      forEnvoy ? 'agent' : 'openid',
      expiresAt,
      grantKey,
      account,
    )
}
