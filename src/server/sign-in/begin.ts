import { generateRandomCodeVerifier, generateRandomNonce, generateRandomState } from 'oauth4webapi'
import { failure } from '@/server/failures'
import { cookieNames } from './cookie-names'
import { readCookies } from './cookies'
import { endedIn } from './ended'
import { problemOf } from './issuer-problem'
import { isNavigation, originOf } from './own-request'
import { troublePage } from './page'
import type { SignInParts } from './parts'
import { redirect, withCookies } from './replies'
import { returnTo } from './return-to'
import { dropOldTransactions, transactionCookie } from './transaction'

/**
 * `GET /auth/sign-in?to=`: seals what this attempt is bound to into a cookie of its own and sends the
 * browser to the issuer. Whoever signed out is asked there who they are; whoever comes with a session
 * that just ran out may go straight through.
 */
export async function beginSignIn(request: Request, parts: SignInParts): Promise<Response> {
  if (!isNavigation(request)) return failure('refused')
  const { issuer, keyring, publicUrl } = parts
  const to = returnTo(new URL(request.url).searchParams.get('to'))
  const names = cookieNames(request, publicUrl)
  const cookies = readCookies(request.headers.get('cookie'))
  const session = await parts.sessions.read(request)
  const attempt = {
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
    redirect_uri: `${originOf(request, publicUrl)}/auth/callback`,
  }
  // The callback comes from another site and so without the strict cookies: what they say goes along.
  const out = [...endedIn(cookies, names), ...(session ? [session.sid] : [])]
  try {
    const address = await issuer.authorize(attempt, session === null)
    const iat = Math.floor(parts.now() / 1_000)
    return withCookies(redirect(address.href), [
      ...(await dropOldTransactions(keyring, cookies, names, parts.now())),
      await transactionCookie(keyring, names, { v: 1, ...attempt, to, out, iat }),
    ])
  } catch (error) {
    parts.log.event('sign-in failed', { kind: problemOf(error).kind })
    return troublePage('unreachable', to)
  }
}
