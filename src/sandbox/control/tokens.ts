import { z } from 'zod'
import { endTokens, issueToken } from '../tokens'
import type { World } from '../world'
import { jsonRoute } from './body'
import { accountName, flag, whole } from './fields'

const schema = z.strictObject({
  account: accountName,
  scope: z.enum(['agent', 'agent:read'], { error: 'must be agent or agent:read' }).default('agent'),
  key_bound: flag.default(false),
  ttl_s: whole(0, 10 * 366 * 86_400).default(3_600),
})

/** `POST /control/tokens`: a bearer on a new connection; zero seconds make one that is over already. */
export function issueTokenRoute(world: World) {
  return jsonRoute(schema, (input) => {
    const { accessToken, connection } = issueToken(world, {
      account: input.account,
      scope: input.scope,
      keyBound: input.key_bound,
      ttlSeconds: input.ttl_s,
    })
    return { access_token: accessToken, connection }
  })
}

const endSchema = z.strictObject({ account: accountName, refresh: flag.default(false) })

/**
 * `POST /control/tokens/end {"account": "demo", "refresh": false}` → `{"ended": 1}`: the account's
 * access tokens are over now; with `refresh` its grants are as well, so that only a new sign-in helps.
 * `ended` counts the access tokens that were still good.
 */
export function endTokensRoute(world: World) {
  return jsonRoute(endSchema, ({ account, refresh }) => ({
    ended: endTokens(world, account, refresh),
  }))
}
