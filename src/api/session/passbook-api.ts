import * as z from 'zod/mini'

/** How an attempt to renew the session ended. */
export type Refreshed =
  | { readonly kind: 'renewed'; readonly freshForS: number }
  /** The session is over; only a person goes on from there. */
  | { readonly kind: 'signed_out' }
  /** Nothing is known: neither renewed nor over. */
  | { readonly kind: 'unreachable' }

/** What can be asked of Passbook's own server about the session. Never rejects. */
export type PassbookApi = {
  refresh(): Promise<Refreshed>
  /**
   * Whether the server has confirmed the sign-out. `clear` asks the browser, through the reply, to
   * empty its storage for this site as well.
   */
  signOut(clear: boolean): Promise<boolean>
}

const TIMEOUT_MS = 15_000

const refreshReply = z.object({ signed_in: z.boolean(), fresh_for_s: z.number() })
const signOutReply = z.object({ signed_out: z.boolean() })

export function createPassbookApi(ask: typeof fetch): PassbookApi {
  /** The status and the body, or null when no usable answer came. */
  const post = async (path: string, body: object) => {
    try {
      const response = await ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-Passbook': '1' },
        body: JSON.stringify(body),
        cache: 'no-store',
        credentials: 'same-origin',
        redirect: 'error',
        // The reply sets a cookie: it must arrive even when the page has gone meanwhile.
        keepalive: true,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const json: unknown = await response.json()
      return { status: response.status, json }
    } catch {
      return null
    }
  }

  return {
    async refresh() {
      const reply = await post('/auth/refresh', {})
      if (reply?.status === 401) return { kind: 'signed_out' }
      const parsed = z.safeParse(refreshReply, reply?.json)
      return parsed.success && parsed.data.signed_in
        ? { kind: 'renewed', freshForS: parsed.data.fresh_for_s }
        : { kind: 'unreachable' }
    },
    async signOut(clear) {
      const reply = await post('/auth/sign-out', { clear })
      const parsed = z.safeParse(signOutReply, reply?.json)
      return reply?.status === 200 && parsed.success && parsed.data.signed_out
    },
  }
}
