import { Hono } from 'hono'
import type { World } from '../world'
import { setAccountRoute } from './accounts'
import { advanceRoute } from './advance'
import { controlBodyLimit } from './body'
import { registerClientRoute } from './clients'
import { setClockRoute } from './clock'
import { addFaultsRoute, clearFaultsRoute } from './faults'
import { addLinesRoute } from './lines'
import { readLogRoute } from './log'
import { createPurchaseRoute } from './purchases'
import { resetRoute } from './reset'
import { readStateRoute } from './state'
import { endTokensRoute, issueTokenRoute } from './tokens'

/** Everything under `/control`: what a test or a person may do to the sandbox besides using it. To be mounted behind the loopback guard. */
export function controlRoutes(world: World): Hono {
  const routes = new Hono()
  // Only what has a body: the node adapter has no body stream to measure on a bare DELETE.
  routes.on('POST', '*', controlBodyLimit)
  routes.post('/reset', resetRoute(world))
  routes.post('/clock', setClockRoute(world))
  routes.post('/tokens', issueTokenRoute(world))
  routes.post('/tokens/end', endTokensRoute(world))
  routes.post('/clients', registerClientRoute(world))
  routes.post('/purchases', createPurchaseRoute(world))
  routes.post('/purchases/:id/advance', advanceRoute(world))
  routes.post('/lines', addLinesRoute(world))
  routes.post('/accounts', setAccountRoute(world))
  routes.post('/faults', addFaultsRoute(world))
  routes.delete('/faults', clearFaultsRoute(world))
  routes.get('/state', readStateRoute(world))
  routes.get('/log', readLogRoute(world))
  return routes
}
