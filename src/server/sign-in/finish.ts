import { createHash, randomBytes } from 'node:crypto'
import type { Account } from '@/server/bearer'
import type { LogKind } from '@/server/log'
import { newProofKey } from '@/server/proof'
import { cookieNames } from './cookie-names'
import { readCookies } from './cookies'
import { endedCookie } from './ended'
import type { Person } from './issuer'
import { type IssuerProblemKind, problemOf } from './issuer-problem'
import { type SignInTrouble, troublePage } from './page'
import type { SignInParts } from './parts'
import { redirect, withCookies } from './replies'
import { HOME } from './return-to'
import type { Session } from './session'
import type { Tokens } from './tokens'
import { dropTransaction, findTransaction, type Transaction } from './transaction'

const SID_BYTES = 16
const TAG_LENGTH = 22

/**
 * `GET /auth/callback`: what the browser comes back with from the issuer. Checks that this browser began
 * the sign-in (state), that the issuer answers (iss), and that the ID token is for this very attempt
 * (nonce, signature, PKCE); then keeps the session and goes where the person wanted to (SR-8).
 */
export async function finishSignIn(request: Request, parts: SignInParts): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const names = cookieNames(request, parts.publicUrl)
  const state = searchParams.get('state') ?? ''
  const cookies = readCookies(request.headers.get('cookie'))
  const found = await findTransaction(parts.keyring, cookies, names, state, parts.now())
  if (found === null) return trouble(parts, 'unknown_attempt', 'expired', HOME)
  const used = [dropTransaction(names, state)]
  if (found === 'expired') {
    return withCookies(trouble(parts, 'expired', 'expired', HOME), used)
  }
  try {
    const kept = await signedIn(request, searchParams, found, parts)
    if (!kept) return withCookies(trouble(parts, 'too_large', 'too_large', found.to), used)
    for (const sid of found.out) parts.ended.add(sid)
    const out = found.out.length > 0 ? [endedCookie(names, found.out)] : []
    return withCookies(redirect(found.to), [...kept, ...out, ...used])
  } catch (error) {
    const { kind } = problemOf(error)
    return withCookies(trouble(parts, kind, TROUBLES[kind], found.to), used)
  }
}

const TROUBLES: Readonly<Record<IssuerProblemKind, SignInTrouble>> = {
  denied: 'denied',
  unreachable: 'unreachable',
  refused: 'failed',
  wrong_reply: 'failed',
  failed: 'failed',
}

function trouble(parts: SignInParts, kind: LogKind, shown: SignInTrouble, to: string): Response {
  parts.log.event('sign-in failed', { kind })
  return troublePage(shown, to)
}

/** The cookies of the new session; null when they are too large. Rejects with IssuerProblem. */
async function signedIn(
  request: Request,
  parameters: URLSearchParams,
  transaction: Transaction,
  parts: SignInParts,
): Promise<readonly string[] | null> {
  const { person, ...tokens } = await parts.issuer.redeem(parameters, transaction)
  const now = Math.floor(parts.now() / 1_000)
  return parts.sessions.keep(request, newSession(person, tokens, parts.keyBound, now))
}

function newSession(person: Person, tokens: Tokens, keyBound: boolean, now: number): Session {
  return {
    v: 1,
    sid: randomBytes(SID_BYTES).toString('base64url'),
    sub: person.sub,
    ...accountOf(person),
    at: tokens.accessToken,
    at_exp: tokens.expiresAt,
    rt: tokens.refreshToken,
    key: keyBound ? newProofKey() : null,
    signed_in_at: now,
  }
}

/** The tag tells accounts apart without naming anyone: a hash of the issuer and its `sub` (C46). */
function accountOf({ issuer, sub, name }: Person): Account {
  const tag = createHash('sha256').update(`${issuer}\n${sub}`).digest('base64url')
  return { tag: tag.slice(0, TAG_LENGTH), name }
}
