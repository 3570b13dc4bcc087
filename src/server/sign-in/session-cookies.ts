import { chunkNames, fromChunks, toChunks } from './chunks'
import { type CookieNames, cookieNames } from './cookie-names'
import { dropCookie, readCookies, setCookie } from './cookies'
import { type Ended, endedIn } from './ended'
import type { Keyring } from './keyring'
import { seal, unseal } from './seal'
import { readPayload, type Session } from './session'

type Parts = {
  readonly keyring: Keyring
  readonly publicUrl: URL | null
  /** Whether a session is worth anything only with a key for the installation proof. */
  readonly keyBound: boolean
  readonly ended: Ended
  /** Epoch milliseconds. */
  now(): number
}

export type SessionCookies = {
  /** The session of a request; null when there is none that may still be used or renewed. */
  read(request: Request): Promise<Session | null>
  /** The session to be ended, also one that was ended before. */
  readAny(request: Request): Promise<Session | null>
  /** The `Set-Cookie` values that keep a session; null when it is larger than three cookies. */
  keep(request: Request, session: Session): Promise<readonly string[] | null>
  /** The `Set-Cookie` values that take every session away. */
  drop(request: Request): readonly string[]
}

/** The sealed session in the browser's cookies: SameSite=Strict, gone when the browser closes (SR-1). */
export function createSessionCookies(parts: Parts): SessionCookies {
  const { keyring, publicUrl, keyBound, ended, now } = parts

  async function find(request: Request) {
    const names = cookieNames(request, publicUrl)
    const cookies = readCookies(request.headers.get('cookie'))
    const sealed = fromChunks(cookies, names.session)
    const payload = sealed === null ? null : await unseal(keyring, 'session', sealed)
    return { session: readPayload(payload, now()), over: endedIn(cookies, names) }
  }

  return {
    async read(request) {
      const { session, over } = await find(request)
      if (!session || ended.has(session.sid) || over.includes(session.sid)) return null
      return keyBound && session.key === null ? null : session
    },
    async readAny(request) {
      return (await find(request)).session
    },
    async keep(request, session) {
      const names = cookieNames(request, publicUrl)
      const chunks = toChunks(await seal(keyring, 'session', session))
      return chunks && cookiesOf(names, chunks)
    },
    drop: (request) => cookiesOf(cookieNames(request, publicUrl), []),
  }
}

/** Parts that are not needed are taken away: a longer session may have left them. */
function cookiesOf(names: CookieNames, chunks: readonly string[]): string[] {
  const options = { secure: names.secure, sameSite: 'Strict' } as const
  return chunkNames(names.session).map((name, index) => {
    const chunk = chunks[index]
    return chunk === undefined ? dropCookie(name, options) : setCookie(name, chunk, options)
  })
}
