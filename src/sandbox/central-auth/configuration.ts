import type { Adapter, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { accountOf } from '../accounts'
import type { World } from '../world'
import { signInSwitches } from './account-switches'
import { createArtifacts } from './artifacts'
import type { Clients } from './clients'
import { signInKeys } from './keys'
import { errorPage, signedOutPage, signOutPage } from './pages'
import { sendPage } from './send-page'

const DAY = 86_400
const OFF = { enabled: false }

type Parts = {
  world: World
  clients: Clients
  /** Tells this sandbox's cookies from those of another port: cookies ignore ports. */
  cookiePrefix: string
}

/**
 * Central Auth as assumed (C46): authorization code with PKCE, scope `openid agent`, opaque access
 * tokens of 300 s, refresh tokens that turn over on every use. Everything that oidc-provider would
 * warn about is set.
 */
export function configurationOf({ world, clients, cookiePrefix }: Parts): Configuration {
  const { jwks, cookieKeys } = signInKeys(world)
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    adapter: adapters(world, clients),
    jwks,
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientBasedCORS: () => false,
    // Client and provider share one machine, so their clocks agree.
    clockTolerance: 0,
    cookies: {
      keys: cookieKeys,
      names: {
        session: `${cookiePrefix}_session`,
        interaction: `${cookiePrefix}_interaction`,
        resume: `${cookiePrefix}_resume`,
      },
      long: { ...cookie, path: '/auth' },
      short: cookie,
    },
    claims: { openid: ['sub', 'name'] },
    scopes: ['openid', 'agent', 'offline_access'],
    extraParams: { keep_offline_access: keepOfflineAccess },
    features: {
      devInteractions: OFF,
      dPoP: OFF,
      introspection: OFF,
      pushedAuthorizationRequests: OFF,
      resourceIndicators: OFF,
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) =>
          sendPage(ctx, signOutPage(form), [ctx.oidc.params?.['post_logout_redirect_uri']]),
        postLogoutSuccessSource: (ctx) => sendPage(ctx, signedOutPage()),
      },
      userinfo: { enabled: true },
    },
    findAccount: (_ctx, sub) => {
      const account = accountOf(world, sub)
      return account ? { accountId: sub, claims: () => ({ sub, name: account.name }) } : undefined
    },
    loadExistingGrant: newGrant,
    interactions: { url: (_ctx, { uid }) => `/auth/interaction/${uid}` },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    renderError: (ctx, out) => sendPage(ctx, errorPage(out.error)),
    rotateRefreshToken: true,
    routes: {
      authorization: '/authorize',
      end_session: '/sign-out',
      revocation: '/revoke',
      userinfo: '/userinfo',
    },
    ttl: {
      AccessToken: (_ctx, token) => signInSwitches(world, token.accountId).accessTtlSeconds,
      AuthorizationCode: 60,
      Grant: 14 * DAY,
      IdToken: 300,
      Interaction: 600,
      RefreshToken: 14 * DAY,
      Session: 14 * DAY,
    },
  }
}

/** Clients come from the registry, everything else from the database. */
function adapters(world: World, clients: Clients): (model: string) => Adapter {
  const artifacts = createArtifacts(world)
  return (model) =>
    model === 'Client'
      ? { ...artifacts(model), find: async (id) => clients.metadataOf(id) }
      : artifacts(model)
}

/**
 * OpenID Connect drops `offline_access` where the person is not asked for consent, and nobody is
 * asked here: the sandbox gives refresh tokens to whoever asks for them. Runs on every request.
 */
function keepOfflineAccess(ctx: KoaContextWithOIDC): void {
  const { params, client } = ctx.oidc
  const asked = String(ctx.query['scope'] ?? '')
    .split(' ')
    .includes('offline_access')
  if (!params || !asked || !client?.grantTypeAllowed('refresh_token')) return
  const scopes = new Set([...ctx.oidc.requestParamScopes, 'offline_access'])
  params['scope'] = [...scopes].join(' ')
}

/** Every sign-in is a connection of its own, and all it asks for is granted without a question. */
async function newGrant(ctx: KoaContextWithOIDC) {
  const { account, client, provider, requestParamOIDCScopes } = ctx.oidc
  // The account page comes first; this is asked again once the person has chosen.
  if (ctx.oidc.promptPending('login') || ctx.oidc.promptPending('consent')) return undefined
  if (!account || !client) return undefined
  const { accountId } = account
  const { clientId } = client
  const grant = new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(requestParamOIDCScopes)
  await grant.save()
  return grant
}
