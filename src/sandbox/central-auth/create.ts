import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Hono } from 'hono'
import type { SandboxEnv } from '../guard'
import type { World } from '../world'
import { forgetSession } from './artifacts'
import { createClients, PASSBOOK } from './clients'
import { configurationOf } from './configuration'
import { interactionRoutes } from './interactions'
import { logRequests } from './log-requests'
import { type CentralAuthProvider, Provider } from './provider'

export type CentralAuth = {
  /** `http://127.0.0.1:<port>/auth`; its discovery document is under `/.well-known/openid-configuration`. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /**
   * Lets Passbook be answered at `<origin>/auth/callback`, and at `<origin>/` after signing out.
   * http on this machine needs none of it, whatever its port.
   */
  allowOrigin(origin: string): void
  /** Everything under `/auth`, to be mounted behind the loopback guard. */
  readonly routes: Hono<SandboxEnv>
}

/** The local Central Auth: an OpenID Connect issuer over the accounts of this world. */
export function createCentralAuth(
  world: World,
  options: { origin: string; clientSecret: string },
): CentralAuth {
  const { origin, clientSecret } = options
  const issuer = `${origin}/auth`
  const clients = createClients(world, clientSecret)
  const cookiePrefix = `central_auth_${new URL(origin).port}`
  const provider = new Provider(issuer, configurationOf({ world, clients, cookiePrefix }))
  const { prototype } = provider.Client
  const { redirectUriAllowed, postLogoutRedirectUriAllowed } = prototype
  prototype.redirectUriAllowed = function (uri) {
    const here = clients.isPassbookHere(this.clientId, uri, '/auth/callback')
    return here || redirectUriAllowed.call(this, uri)
  }
  prototype.postLogoutRedirectUriAllowed = function (uri) {
    const here = clients.isPassbookHere(this.clientId, uri, '/')
    return here || postLogoutRedirectUriAllowed.call(this, uri)
  }
  provider.use(grantNothing)
  logRequests(world, provider)
  provider.on('end_session.success', (ctx) => {
    const { params, session } = ctx.oidc
    if (session && params?.['logout']) forgetSession(world, session.uid)
  })
  return {
    issuer,
    clientId: PASSBOOK,
    clientSecret,
    allowOrigin: clients.allowOrigin,
    routes: routesOf(world, provider),
  }
}

/** oidc-provider would let pages of any origin read some of its replies: only servers ask here (SR-13). */
const grantNothing: Parameters<CentralAuthProvider['use']>[0] = async (ctx, next) => {
  await next()
  const grants = Object.keys(ctx.response.headers).filter((name) => /^access-control-/i.test(name))
  for (const name of grants) ctx.remove(name)
}

/** Our own pages; the rest is oidc-provider's, which answers on node's own request and response. */
function routesOf(world: World, provider: CentralAuthProvider): Hono<SandboxEnv> {
  const answer = provider.callback()
  return interactionRoutes(world, provider).all('*', async (c) => {
    const { incoming, outgoing } = c.env
    if (!incoming || !outgoing) return c.notFound()
    const { pathname, search } = new URL(c.req.url)
    // oidc-provider is mounted as Express would mount it.
    Object.assign(incoming, { baseUrl: '/auth', url: `${pathname.slice('/auth'.length)}${search}` })
    await answer(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  })
}
