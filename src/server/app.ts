import { Hono } from 'hono'
import type { BearerSource } from './bearer'
import { failure } from './failures'
import { secure } from './headers'
import { type Log, SILENT } from './log'
import { readiness } from './ready'
import { requestLog } from './request-log'
import { type Offer, session } from './session'
import { isOwnRequest } from './sign-in/own-request'
import { authRoutes } from './sign-in/routes'
import type { SignIn } from './sign-in/sign-in'
import { type Page, servePage } from './static'
import { callTool, type Upstream } from './tools'
import { wrongMethod } from './wrong-method'

export type AppParts = Offer & {
  /** The `Host` values answered to; asked at each request, as the port is known only once it listens. */
  hosts(): ReadonlySet<string>
  /** The address people use, where one is configured; an origin. */
  readonly publicUrl: URL | null
  readonly bearers: BearerSource
  /** Null: one person's own token serves everybody who comes here. */
  readonly signIn: SignIn | null
  readonly upstream: Upstream
  /** The built page; null where something else serves it. */
  readonly page: Page | null
  /** Left out: nothing is written. */
  readonly log?: Log
  /** Whether the server was told to stop; left out: it never is. */
  isStopping?(): boolean
}

/** Passbook's own server: `/healthz`, `/auth` and `/api` for the page, and the page itself. */
export function createApp(parts: AppParts): Hono {
  const app = new Hono()
  const { publicUrl, bearers, log = SILENT, isStopping = () => false } = parts
  const https = publicUrl?.protocol === 'https:'

  app.use(requestLog(log, { isStopping }))
  app.use(async (c, next) => {
    const known = parts.hosts().has(c.req.header('host')?.toLowerCase() ?? '')
    if (known) await next()
    else c.res = failure('refused')
    secure(c.res, https)
  })

  app.get('/healthz', () => Response.json({ status: 'ok' }))
  app.all('/healthz', () => wrongMethod('GET, HEAD'))
  app.get('/readyz', () => readiness(isStopping()))
  app.all('/readyz', () => wrongMethod('GET, HEAD'))

  app.use('/api/*', async (c, next) => {
    if (!isOwnRequest(c.req.raw, publicUrl)) return failure('refused')
    return next()
  })
  app.get('/api/session', (c) => session(c.req.raw, bearers, parts))
  app.all('/api/session', () => wrongMethod('GET, HEAD'))
  app.post('/api/tools/:tool', (c) =>
    callTool(c.req.param('tool'), c.req.raw, bearers, parts.upstream),
  )
  app.all('/api/tools/:tool', () => wrongMethod('POST'))
  app.all('/api', () => failure('unknown_route'))
  app.all('/api/*', () => failure('unknown_route'))

  app.route('/auth', authRoutes(parts.signIn, publicUrl))

  const { page } = parts
  if (page) app.get('*', (c) => servePage(page, c.req.path, c.req.raw))
  app.all('*', (c) =>
    ['GET', 'HEAD'].includes(c.req.method) ? failure('unknown_route') : wrongMethod('GET, HEAD'),
  )

  app.onError(() => failure('failed'))
  return app
}
