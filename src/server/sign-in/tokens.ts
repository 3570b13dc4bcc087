import type { IDToken, TokenEndpointResponse } from 'oauth4webapi'
import { LONGEST_SESSION_S } from './ended'
import { IssuerProblem } from './issuer-problem'

/** What the issuer gives for a code or a refresh token. */
export type Tokens = {
  readonly accessToken: string
  /** Epoch seconds. */
  readonly expiresAt: number
  /** Null: none was given. */
  readonly refreshToken: string | null
}

/** A short life, where the issuer does not say how long the token lives. */
const UNTOLD_LIFE_S = 300
const SENDABLE = /^[\x21-\x7e]+$/
const LONGEST_NAME = 200

/** The tokens of a reply. `askedAt` (epoch ms) is before the request, so that no token seems to live too long. */
export function tokensOf(reply: TokenEndpointResponse, askedAt: number): Tokens {
  const { access_token, refresh_token, expires_in = UNTOLD_LIFE_S } = reply
  // It goes out as `Authorization: Bearer …`: no other kind, and nothing that a header cannot carry.
  if (reply.token_type !== 'bearer' || !SENDABLE.test(access_token)) {
    throw new IssuerProblem('wrong_reply')
  }
  return {
    accessToken: access_token,
    expiresAt: Math.floor(askedAt / 1_000 + Math.min(expires_in, LONGEST_SESSION_S)),
    refreshToken: refresh_token ?? null,
  }
}

/** The name to show: the ID token's, otherwise "You" (C46). */
export function nameOf(claims: IDToken): string {
  const { name } = claims
  const trimmed = typeof name === 'string' ? name.trim() : ''
  return [...trimmed].slice(0, LONGEST_NAME).join('') || 'You'
}
