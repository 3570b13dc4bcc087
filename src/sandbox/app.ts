import { Hono } from 'hono'
import type { CentralAuth } from './central-auth/create'
import { controlRoutes } from './control/routes'
import { envelopeOf } from './envelope'
import { failure } from './errors'
import { exactOrigin, loopbackAddress, loopbackGuard, type SandboxEnv, varyByOrigin } from './guard'
import { toolRoutes } from './pipeline'
import type { World } from './world'

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * The local Envoy as one Hono app: `/tools/:tool`, Central Auth under `/auth` where there is one, and
 * `/control/*` for whoever runs it.
 */
export function createSandboxApp(
  world: World,
  centralAuth: CentralAuth | null = null,
): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>()
  app.use(varyByOrigin())
  app.use(
    loopbackGuard((c) => {
      const refused = failure('NOT_ALLOWED', {
        message: 'The local Envoy answers only requests of this machine to this machine.',
      })
      return c.req.path.startsWith('/tools')
        ? c.json(envelopeOf(null, refused, world.clock.now()), 403, NO_STORE)
        : c.json({ error: { message: refused.error.message } }, 403, NO_STORE)
    }),
  )
  app.use(
    '/control/*',
    loopbackAddress((c) =>
      c.json({ error: { message: 'Control is for this machine only.' } }, 403, NO_STORE),
    ),
    exactOrigin((c) =>
      c.json({ error: { message: 'Control is for programs, not for pages.' } }, 403, NO_STORE),
    ),
  )
  app.route('/control', controlRoutes(world))
  app.route('/tools', toolRoutes(world))
  if (centralAuth) app.route('/auth', centralAuth.routes)
  app.notFound((c) => c.json({ error: { message: 'There is nothing here.' } }, 404, NO_STORE))
  app.onError((error, c) => {
    process.stderr.write(`${c.req.path} failed: ${error.stack}\n`)
    return c.json({ error: { message: 'The local Envoy failed.' } }, 500, NO_STORE)
  })
  return app
}
