import { z } from 'zod'
import { LONGEST_SESSION_S } from './ended'

/** Before its end an access token counts as over, so that none ends on its way (seconds). */
const MARGIN_S = 10
/** A clock of another server may be a little ahead of ours (seconds). */
const EARLY_S = 60

const text = z.string().min(1)
const wholeSeconds = z.int().min(0)

const Payload = z.strictObject({
  v: z.literal(1),
  /** The same over every renewal; ends with the sign-out. */
  sid: z.string().regex(/^[\w-]{22}$/),
  sub: text,
  name: text,
  tag: z.string().regex(/^[\w-]{22}$/),
  /** The access token, and when it ends (epoch seconds). */
  at: text,
  at_exp: wholeSeconds,
  /** The refresh token; without one the session ends with its access token. */
  rt: text.nullable(),
  /** The private key of the installation proof, as proof.ts writes it. */
  key: text.nullable(),
  /** Epoch seconds. */
  signed_in_at: wholeSeconds,
})

/** Who is signed in, as it lies sealed in the browser. */
export type Session = z.infer<typeof Payload>

/** A session from what was unsealed; null when it is none of this version, or past its absolute end. */
export function readPayload(payload: unknown, now: number): Session | null {
  const parsed = Payload.safeParse(payload)
  if (!parsed.success) return null
  const age = now / 1_000 - parsed.data.signed_in_at
  return age >= -EARLY_S && age < LONGEST_SESSION_S ? parsed.data : null
}

/** Whole seconds that the access token still serves; 0: it has to be renewed first. `now` in epoch ms. */
export function freshFor(session: Session, now: number): number {
  const seconds = Math.floor(session.at_exp - MARGIN_S - now / 1_000)
  const left = Math.floor(session.signed_in_at + LONGEST_SESSION_S - now / 1_000)
  return Math.max(0, Math.min(seconds, left))
}

/** Whether anything can still be done with the session, at once or after a renewal. */
export function isLive(session: Session, now: number): boolean {
  return session.rt !== null || freshFor(session, now) > 0
}
