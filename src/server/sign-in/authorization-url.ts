import { type AuthorizationServer, type Client, calculatePKCECodeChallenge } from 'oauth4webapi'

/** What one sign-in is bound to. */
export type Attempt = {
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636). */
  readonly verifier: string
  readonly redirect_uri: string
}

/** What Passbook may do: call Envoy (C46), and go on without a new sign-in where the issuer offers that. */
function scopeFor(issuer: AuthorizationServer): string {
  const offline = issuer.scopes_supported?.includes('offline_access')
  return offline ? 'openid agent offline_access' : 'openid agent'
}

/** The `prompt` that makes an issuer ask who it is; null where it has none. */
function promptFor(issuer: AuthorizationServer): string | null {
  const supported = issuer['prompt_values_supported']
  if (!Array.isArray(supported)) return 'login'
  return ['login', 'select_account'].find((prompt) => supported.includes(prompt)) ?? null
}

/**
 * Where the browser goes to sign in: authorization code with PKCE S256, state and nonce (SR-8, C46).
 * `anew`: the issuer must ask who it is, although it may still know.
 */
export async function authorizationUrl(
  issuer: AuthorizationServer,
  client: Client,
  attempt: Attempt,
  anew: boolean,
): Promise<URL> {
  // Discovery refused an issuer without one.
  const url = new URL(issuer.authorization_endpoint ?? issuer.issuer)
  const prompt = anew ? promptFor(issuer) : null
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: attempt.redirect_uri,
    scope: scopeFor(issuer),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(prompt === null ? {} : { prompt }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}
