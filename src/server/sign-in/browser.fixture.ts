import { type RawReply, raw } from '@/server/test-kit'

type Kept = { value: string; strict: boolean }
export type Reply = RawReply & { readonly url: string; readonly setCookie: readonly string[] }

/** A browser's cookies and redirects, as far as a sign-in needs them. Cookies do not tell ports apart. */
export type Browser = {
  /** Host name → cookie name → cookie. */
  readonly jar: Map<string, Map<string, Kept>>
  /** One request; `from` is the address of the page or redirect that leads there. */
  ask(url: string, init?: Init): Promise<Reply>
  /** What the page does. */
  post(url: string, body?: object, headers?: Record<string, string>): Promise<Reply>
  names(url: string): readonly string[]
}

type Init = {
  method?: string
  headers?: Record<string, string>
  body?: string
  from?: string
}

export function createBrowser(): Browser {
  const jar: Browser['jar'] = new Map()
  const of = (url: string) => {
    const { hostname } = new URL(url)
    const cookies = jar.get(hostname) ?? new Map<string, Kept>()
    jar.set(hostname, cookies)
    return cookies
  }

  async function ask(url: string, init: Init = {}): Promise<Reply> {
    const { from = url, headers = {}, ...rest } = init
    const sameSite = new URL(from).hostname === new URL(url).hostname
    const cookie = [...of(url)]
      .filter(([, { strict }]) => sameSite || !strict)
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const { pathname, search } = new URL(url)
    const reply = await raw(url, {
      ...rest,
      path: pathname + search,
      // A server may stop and another take its port between two requests.
      headers: { connection: 'close', ...(cookie ? { cookie } : {}), ...headers },
    })
    const setCookie = reply.headers['set-cookie'] ?? []
    for (const line of setCookie) keep(of(url), line)
    return { ...reply, url, setCookie }
  }

  return {
    jar,
    ask,
    post: (url, body = {}, headers = {}) =>
      ask(url, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'x-passbook': '1', origin: new URL(url).origin, ...headers },
      }),
    names: (url) => [...of(url).keys()],
  }
}

function keep(cookies: Map<string, Kept>, line: string) {
  const [pair = '', ...attributes] = line.split('; ')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else {
    const strict = attributes.includes('SameSite=Strict')
    cookies.set(name, { value: pair.slice(at + 1), strict })
  }
}
