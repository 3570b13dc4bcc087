import { Hono } from 'hono'
import { failure } from './failures'
import { secure } from './headers'
import { session } from './session'
import { type Page, servePage } from './static'
import type { TokenSource } from './token'
import { callTool, type Upstream } from './tools'

export type AppParts = {
  /** The `Host` values answered to; asked at each request, as the port is known only once it listens. */
  hosts(): ReadonlySet<string>
  /** Whether people reach Passbook by https. */
  readonly https: boolean
  readonly tokens: TokenSource
  readonly upstream: Upstream
  readonly requestsPerMinute: number
  /** The built page; null where something else serves it. */
  readonly page: Page | null
}

const wrongMethod = (allowed: string) => {
  const reply = failure('wrong_method')
  reply.headers.set('Allow', allowed)
  return reply
}

/** Passbook's own server: `/healthz`, `/api` for the page, and the page itself. */
export function createApp(parts: AppParts): Hono {
  const app = new Hono()

  app.use(async (c, next) => {
    const known = parts.hosts().has(c.req.header('host')?.toLowerCase() ?? '')
    if (known) await next()
    else c.res = failure('refused')
    secure(c.res, parts.https)
  })

  app.get('/healthz', () => Response.json({ status: 'ok' }))
  app.all('/healthz', () => wrongMethod('GET, HEAD'))

  app.use('/api/*', async (c, next) => {
    // No other site can send this header without a preflight, which is never granted.
    if (c.req.header('x-passbook') !== '1') return failure('refused')
    return next()
  })
  app.get('/api/session', (c) => session(c.req.raw, parts.tokens, parts.requestsPerMinute))
  app.all('/api/session', () => wrongMethod('GET, HEAD'))
  app.post('/api/tools/:tool', (c) =>
    callTool(c.req.param('tool'), c.req.raw, parts.tokens, parts.upstream),
  )
  app.all('/api/tools/:tool', () => wrongMethod('POST'))
  app.all('/api', () => failure('unknown_route'))
  app.all('/api/*', () => failure('unknown_route'))

  const { page } = parts
  if (page) app.get('*', (c) => servePage(page, c.req.path, c.req.raw))
  app.all('*', (c) =>
    ['GET', 'HEAD'].includes(c.req.method) ? failure('unknown_route') : wrongMethod('GET, HEAD'),
  )

  app.onError(() => failure('failed'))
  return app
}
