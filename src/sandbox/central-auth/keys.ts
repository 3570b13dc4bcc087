import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { JWKS } from 'oidc-provider'
import { keptInMeta } from '../store/meta'
import type { World } from '../world'

/** The key that signs ID tokens (ES256) and the one that signs cookies; made once for a database. */
export function signInKeys(world: World): { jwks: JWKS; cookieKeys: string[] } {
  const signing = keptInMeta(world.db, 'auth_signing_key', () =>
    JSON.stringify(
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
    ),
  )
  const cookies = keptInMeta(world.db, 'auth_cookie_key', () =>
    randomBytes(32).toString('base64url'),
  )
  return { jwks: { keys: [JSON.parse(signing)] }, cookieKeys: [cookies] }
}
