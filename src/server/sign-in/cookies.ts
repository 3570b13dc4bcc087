export type Cookies = ReadonlyMap<string, string>

/**
 * The cookies of a `Cookie` header. A name that stands there twice is left out: somebody else put one
 * of them there, and which one cannot be told.
 */
export function readCookies(header: string | null): Cookies {
  const cookies = new Map<string, string>()
  const twice = new Set<string>()
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at < 0) continue
    const name = bare(part.slice(0, at))
    if (cookies.has(name)) twice.add(name)
    cookies.set(name, bare(part.slice(at + 1)))
  }
  for (const name of twice) cookies.delete(name)
  return cookies
}

/**
 * Without the blanks around it, and no other sign: `trim` also takes a no-break space, so that a cookie
 * that a neighbouring host may set would pass for one that starts with `__Host-`.
 */
const bare = (text: string) => text.replace(/^[ \t]+|[ \t]+$/g, '')

type CookieOptions = {
  readonly secure: boolean
  readonly sameSite: 'Strict' | 'Lax'
  /** Seconds; left out: until the browser is closed. */
  readonly maxAge?: number
}

/** A `Set-Cookie` value: never readable by scripts, for the whole origin and for no other host (SR-1). */
export function setCookie(name: string, value: string, options: CookieOptions): string {
  return [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${options.sameSite}`,
    ...(options.secure ? ['Secure'] : []),
    ...(options.maxAge === undefined ? [] : [`Max-Age=${options.maxAge}`]),
  ].join('; ')
}

/** A `Set-Cookie` value that takes a cookie away. */
export function dropCookie(name: string, options: Pick<CookieOptions, 'secure' | 'sameSite'>) {
  return setCookie(name, '', { ...options, maxAge: 0 })
}
