import type { BearerSource } from '@/server/bearer'
import { type Log, SILENT } from '@/server/log'
import { beginSignIn } from './begin'
import type { IssuerSettings } from './client'
import { createEnded } from './ended'
import { finishSignIn } from './finish'
import { createIssuer } from './issuer'
import { createKeyring } from './keyring'
import type { SignInParts } from './parts'
import { refreshSession } from './refresh'
import { createRenewals } from './renewals'
import type { Session } from './session'
import { sessionBearers } from './session-bearers'
import { createSessionCookies } from './session-cookies'
import { signOut } from './sign-out'

export type SignInOptions = IssuerSettings & {
  /** Each at least 32 characters; the first seals, all open. */
  readonly secrets: readonly string[]
  /** The address people use; an origin. Null: the one each came by. */
  readonly publicUrl: URL | null
  /** Whether Envoy wants the installation proof: each sign-in then makes a key. */
  readonly keyBound: boolean
  /** Left out: nothing is written. */
  readonly log?: Log
  readonly ask?: typeof fetch
  /** Epoch milliseconds. */
  readonly now?: () => number
}

/** Sign-in for many people: their sessions, and what answers under `/auth`. */
export type SignIn = {
  readonly bearers: BearerSource
  begin(request: Request): Promise<Response>
  finish(request: Request): Promise<Response>
  refresh(request: Request): Promise<Response>
  signOut(request: Request): Promise<Response>
}

/**
 * Sign-in at an OpenID Connect issuer with the session sealed in the browser's cookies: the server
 * keeps nothing that a second one with the same secret would need, and asks the issuer nothing
 * before the first person comes.
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { publicUrl, keyBound, log = SILENT, ask = fetch, now = Date.now } = options
  const issuer = createIssuer({ ...options, ask, now })
  const keyring = createKeyring(options.secrets)
  const ended = createEnded()
  const sessions = createSessionCookies({ keyring, publicUrl, keyBound, ended, now })
  const renewals = createRenewals((session) => renewed(session), now)
  const parts: SignInParts = {
    issuer,
    keyring,
    sessions,
    renewals,
    ended,
    publicUrl,
    keyBound,
    log,
    now,
  }

  async function renewed(session: Session): Promise<Session> {
    const tokens = await issuer.refresh(session.rt ?? '', session.sub)
    // An issuer that does not rotate gives no new refresh token: the old one stays good.
    const rt = tokens.refreshToken ?? session.rt
    return { ...session, at: tokens.accessToken, at_exp: tokens.expiresAt, rt }
  }

  return {
    bearers: sessionBearers(sessions, now),
    begin: (request) => beginSignIn(request, parts),
    finish: (request) => finishSignIn(request, parts),
    refresh: (request) => refreshSession(request, parts),
    signOut: (request) => signOut(request, parts),
  }
}
