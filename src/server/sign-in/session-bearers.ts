import type { BearerSource } from '@/server/bearer'
import { readProofKey } from '@/server/proof'
import { freshFor, isLive } from './session'
import type { SessionCookies } from './session-cookies'

/** Each request's own session; `now` in epoch ms. An access token is never renewed on the way of a call. */
export function sessionBearers(sessions: SessionCookies, now: () => number): BearerSource {
  return {
    async bearerFor(request) {
      const session = await sessions.read(request)
      if (!session || freshFor(session, now()) === 0) return null
      const { at, tag, name, key } = session
      return {
        token: at,
        account: { tag, name },
        proofKey: key === null ? null : readProofKey(key),
      }
    },
    async holderFor(request) {
      const session = await sessions.read(request)
      if (!session || !isLive(session, now())) return null
      const { tag, name } = session
      return { account: { tag, name }, freshForS: freshFor(session, now()) }
    },
  }
}
