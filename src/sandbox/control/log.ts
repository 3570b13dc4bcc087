import { RefusedChange } from '../purchase-rules'
import type { World } from '../world'
import { plainRoute } from './body'

/** `GET /control/log?since=ID`: the log rows after that one (left out: all), oldest first. */
export function readLogRoute(world: World) {
  return plainRoute((c) => {
    const since = c.req.query('since') ?? '0'
    if (!/^\d{1,15}$/.test(since)) {
      throw new RefusedChange('since', 'since must be the id of a log row.')
    }
    return world.log.since(Number(since))
  })
}
