import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  getValidatedIdTokenClaims,
  type IDToken,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  revocationRequest,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi'
import { type Attempt, authorizationUrl } from './authorization-url'
import { clientAuthOf, clientOf, type IssuerSettings } from './client'
import { createDiscovery } from './discovery'
import { IssuerProblem, problemOf } from './issuer-problem'
import { requestOptions } from './issuer-requests'
import { nameOf, type Tokens, tokensOf } from './tokens'

/** Who signed in, by the ID token. */
export type Person = { readonly issuer: string; readonly sub: string; readonly name: string }

/** Central Auth, or any other OpenID Connect issuer. Every method rejects with IssuerProblem only. */
export type Issuer = {
  /** Where to send the browser; `anew`: to be asked who it is in any case. */
  authorize(attempt: Attempt, anew: boolean): Promise<URL>
  /** Checks what the browser came back with, and gives the code for tokens. */
  redeem(parameters: URLSearchParams, attempt: Attempt): Promise<Tokens & { person: Person }>
  /** Gives a refresh token for new tokens; `sub` is whose it was. */
  refresh(refreshToken: string, sub: string): Promise<Tokens>
  /** Ends a token (RFC 7009), where the issuer can. */
  revoke(token: string): Promise<void>
}

type Parts = IssuerSettings & { ask: typeof fetch; now(): number }

/** An issuer by its configuration: nothing about it is fixed but OpenID Connect itself (C46). */
export function createIssuer(parts: Parts): Issuer {
  const { now } = parts
  const options = requestOptions(parts.issuer, parts.ask)
  const discover = createDiscovery(parts.issuer, options, now)
  const client = clientOf(parts)

  async function claimsOf(issuer: AuthorizationServer, response: Response, claims?: IDToken) {
    // The connection to the token endpoint vouches for the token already; its signature does too.
    if (claims) await validateApplicationLevelSignature(issuer, response, options)
    return claims
  }

  async function redeem(parameters: URLSearchParams, attempt: Attempt) {
    const issuer = await discover()
    const checked = validateAuthResponse(issuer, client, parameters, attempt.state)
    const askedAt = now()
    const { redirect_uri, verifier } = attempt
    const auth = clientAuthOf(parts, issuer)
    const response = await authorizationCodeGrantRequest(
      issuer,
      client,
      auth,
      checked,
      redirect_uri,
      verifier,
      options,
    )
    const reply = await processAuthorizationCodeResponse(issuer, client, response, {
      expectedNonce: attempt.nonce,
      requireIdToken: true,
    })
    const claims = await claimsOf(issuer, response, getValidatedIdTokenClaims(reply))
    if (!claims?.sub) throw new IssuerProblem('wrong_reply')
    const person = { issuer: issuer.issuer, sub: claims.sub, name: nameOf(claims) }
    return { ...tokensOf(reply, askedAt), person }
  }

  async function refresh(refreshToken: string, sub: string) {
    const issuer = await discover()
    const askedAt = now()
    const auth = clientAuthOf(parts, issuer)
    const response = await refreshTokenGrantRequest(issuer, client, auth, refreshToken, options)
    const reply = await processRefreshTokenResponse(issuer, client, response)
    const claims = await claimsOf(issuer, response, getValidatedIdTokenClaims(reply))
    if (claims && claims.sub !== sub) throw new IssuerProblem('refused')
    return tokensOf(reply, askedAt)
  }

  async function revoke(token: string) {
    const issuer = await discover()
    if (issuer.revocation_endpoint === undefined) return
    const auth = clientAuthOf(parts, issuer)
    const reply = await revocationRequest(issuer, client, auth, token, options)
    await reply.body?.cancel()
  }

  return {
    authorize: (attempt, anew) =>
      told(discover().then((issuer) => authorizationUrl(issuer, client, attempt, anew))),
    redeem: (parameters, attempt) => told(redeem(parameters, attempt)),
    refresh: (refreshToken, sub) => told(refresh(refreshToken, sub)),
    revoke: (token) => told(revoke(token)),
  }
}

function told<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw problemOf(error)
  })
}
