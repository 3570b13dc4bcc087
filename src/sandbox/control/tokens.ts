import { z } from 'zod'
import { issueToken } from '../tokens'
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
