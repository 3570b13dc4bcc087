import type { KoaContextWithOIDC } from 'oidc-provider'
import { openCallLog } from '../call-log'
import type { LogRow } from '../log'
import { hashToken } from '../tokens'
import type { World } from '../world'
import { connectionOf } from './connections'
import type { CentralAuthProvider } from './provider'

/** What the log calls the requests it keeps; discovery and keys are not worth a row. */
const TOOLS: Readonly<Record<string, string>> = {
  '/authorize': 'authorization',
  '/token': 'token',
  '/revoke': 'revocation',
  '/userinfo': 'userinfo',
  '/sign-out': 'sign_out',
}

/** Parameters that are no secret: codes, verifiers, tokens, states and client secrets stay out. */
const SHOWN = ['grant_type', 'client_id', 'scope', 'prompt', 'redirect_uri', 'token_type_hint']

/** Notes every request for a token, and what else a client asks of Central Auth, in the sandbox's log. */
export function logRequests(world: World, provider: CentralAuthProvider): void {
  const codes = new WeakMap<object, string>()
  const note = (ctx: object, error: { message: string }) => codes.set(ctx, error.message)
  provider.on('authorization.error', note)
  provider.on('grant.error', note)
  provider.on('revocation.error', note)
  provider.on('userinfo.error', note)
  provider.on('end_session.error', note)
  provider.on('server_error', (ctx, error) => {
    codes.set(ctx, 'server_error')
    process.stderr.write(`/auth${ctx.path} failed: ${error.stack}\n`)
  })
  provider.use(async (ctx, next) => {
    const tool = TOOLS[ctx.path]
    if (tool === undefined) return next()
    const log = openCallLog(world, tool, { token: null, tokenHash: null }, 'auth')
    try {
      await next()
    } finally {
      // There is none where no route of oidc-provider takes the request, such as a GET of a POST.
      const { oidc } = ctx as Partial<KoaContextWithOIDC>
      log.set({ ...(oidc && entryOf(oidc)), status: ctx.status, code: codes.get(ctx) ?? null })
    }
  })
}

function entryOf(oidc: KoaContextWithOIDC['oidc']): Partial<LogRow> {
  const { params = {}, client, entities } = oidc
  const source = entities.AccessToken ?? entities.RefreshToken ?? entities.AuthorizationCode
  const shown = SHOWN.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]]))
  return {
    account: source?.accountId ?? entities.Account?.accountId ?? null,
    connection: source?.grantId === undefined ? null : connectionOf(hashToken(source.grantId)),
    token_hash: entities.AccessToken?.jti ? hashToken(entities.AccessToken.jti) : null,
    body: { ...(client && { client_id: client.clientId }), ...Object.fromEntries(shown) },
  }
}
