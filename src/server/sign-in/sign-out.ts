import { z } from 'zod'
import { readBody } from '@/server/body'
import { cookieNames } from './cookie-names'
import { readCookies } from './cookies'
import { endedCookie, endedIn } from './ended'
import type { SignInParts } from './parts'
import { withCookies } from './replies'
import type { Session } from './session'

/** So long a sign-out waits for the issuer; it is complete here either way, and the revoking goes on. */
const REVOKING_MS = 2_000
const MOST_BYTES = 1_024

const Wish = z.object({ clear: z.boolean().default(false) })

/**
 * `POST /auth/sign-out`: ends the session in this browser and, as far as the issuer can, everywhere. Needs
 * no live session, so that it always succeeds. `{"clear": true}` also empties the page's storage.
 */
export async function signOut(request: Request, parts: SignInParts): Promise<Response> {
  const names = cookieNames(request, parts.publicUrl)
  const session = await parts.sessions.readAny(request)
  const { clear } = await wishOf(request)
  const out = endedIn(readCookies(request.headers.get('cookie')), names)
  if (session) {
    // First: a renewal that is on its way must not set its cookie any more.
    parts.ended.add(session.sid)
    await revoke(session, parts)
  }
  const reply = withCookies(Response.json({ signed_out: true }), [
    ...parts.sessions.drop(request),
    ...(session ? [endedCookie(names, [...out, session.sid])] : []),
  ])
  if (clear) reply.headers.set('Clear-Site-Data', '"storage"')
  return reply
}

async function wishOf(request: Request): Promise<z.infer<typeof Wish>> {
  try {
    const body = await readBody(request, MOST_BYTES)
    return Wish.parse(JSON.parse(new TextDecoder().decode(body ?? new Uint8Array())))
  } catch {
    return { clear: false }
  }
}

/** Also what a renewal on its way brings: the newest tokens are the ones that still work. */
async function revoke(session: Session, { issuer, renewals }: SignInParts): Promise<void> {
  const over = new Promise<void>((resolve) => setTimeout(resolve, REVOKING_MS).unref())
  const work = async () => {
    const { rt, at } = await renewals.newest(session)
    const tokens = rt === null ? [at] : [rt, at]
    await Promise.allSettled(tokens.map((token) => issuer.revoke(token)))
  }
  await Promise.race([work(), over])
}
