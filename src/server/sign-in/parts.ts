import type { Log } from '@/server/log'
import type { Ended } from './ended'
import type { Issuer } from './issuer'
import type { Keyring } from './keyring'
import type { Renewals } from './renewals'
import type { SessionCookies } from './session-cookies'

/** What the sign-in routes share. */
export type SignInParts = {
  readonly issuer: Issuer
  readonly keyring: Keyring
  readonly sessions: SessionCookies
  readonly renewals: Renewals
  readonly ended: Ended
  readonly publicUrl: URL | null
  readonly keyBound: boolean
  readonly log: Log
  /** Epoch milliseconds. */
  now(): number
}
