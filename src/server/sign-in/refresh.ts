import { failure } from '@/server/failures'
import type { SignInParts } from './parts'
import { withCookies } from './replies'
import { freshFor, type Session } from './session'

/**
 * `POST /auth/refresh`: new tokens for the session, before the access token ends. 200 with
 * `fresh_for_s` and the new session; 401 when the issuer ended it; 502 when the issuer does not
 * answer, with the session untouched. A session that ended meanwhile gets no cookie at all: the
 * browser may hold its successor.
 */
export async function refreshSession(request: Request, parts: SignInParts): Promise<Response> {
  const session = await parts.sessions.read(request)
  if (!session) return failure('signed_out')
  // Without a refresh token there is nothing to renew, but the access token may still serve.
  if (session.rt === null && freshFor(session, parts.now()) > 0) return stillGood(session, parts)
  const renewal = await parts.renewals.renew(session)
  if (parts.ended.has(session.sid)) return failure('signed_out')
  if (renewal.ok) {
    const cookies = await parts.sessions.keep(request, renewal.session)
    if (cookies) return withCookies(stillGood(renewal.session, parts), cookies)
  }
  const kind = renewal.ok ? 'too_large' : renewal.kind
  parts.log.event('refresh failed', { kind })
  if (kind === 'refused' || kind === 'too_large') {
    return withCookies(failure('signed_out'), parts.sessions.drop(request))
  }
  return failure('upstream_unreachable', 'Passbook could not reach Central Auth.')
}

function stillGood(session: Session, parts: SignInParts): Response {
  return Response.json({ signed_in: true, fresh_for_s: freshFor(session, parts.now()) })
}
