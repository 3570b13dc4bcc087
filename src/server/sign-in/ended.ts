import type { CookieNames } from './cookie-names'
import { type Cookies, setCookie } from './cookies'

/** A sealed session is over by then whatever happens (seconds). */
export const LONGEST_SESSION_S = 12 * 3_600

const SID = /^[\w-]{22}$/
/** A browser remembers its last few; each costs 23 bytes of every request. */
const MOST_IN_BROWSER = 4
const MOST_HERE = 10_000

/** The ids of the sessions that this browser was told are over, the newest last. */
export function endedIn(cookies: Cookies, names: CookieNames): readonly string[] {
  return (cookies.get(names.out) ?? '').split('.').filter((sid) => SID.test(sid))
}

/**
 * Tells the browser that sessions are over: a reply of theirs that comes late can set its cookie again,
 * but nobody accepts it any more.
 */
export function endedCookie(names: CookieNames, sids: readonly string[]): string {
  const value = [...new Set(sids)].slice(-MOST_IN_BROWSER).join('.')
  return setCookie(names.out, value, {
    secure: names.secure,
    sameSite: 'Strict',
    maxAge: LONGEST_SESSION_S,
  })
}

/** The sessions that ended in this process; what was copied out of a browser ends here as well. */
export type Ended = { add(sid: string): void; has(sid: string): boolean }

export function createEnded(): Ended {
  const sids = new Set<string>()
  return {
    add(sid) {
      sids.delete(sid)
      sids.add(sid)
      if (sids.size <= MOST_HERE) return
      const [oldest = ''] = sids
      sids.delete(oldest)
    },
    has: (sid) => sids.has(sid),
  }
}
