import type { QueryClient } from '@tanstack/react-query'
import type { Store } from '@/api/core/store'
import type { OwnStorage } from '@/api/core/stored'
import type { Connection } from '@/api/envoy/connection'
import type { Renewal } from '@/api/session/renewal'

/** One account's way to Envoy, and what was loaded over it. */
export type Opened = {
  readonly connection: Connection
  readonly renewal: Renewal
  readonly queryClient: QueryClient
}

/**
 * Why nobody is signed in: never was, ended by itself, signed out here, in another tab, or here
 * without the server knowing yet.
 */
export type SignedOutHow = 'never' | 'ended' | 'here' | 'elsewhere' | 'pending'

export type SessionState =
  /** Not known (again) whose pages these are. */
  | { readonly status: 'starting' }
  | ({ readonly status: 'open' } & Opened)
  | { readonly status: 'signed_out'; readonly how: SignedOutHow }
  /** `renewable`: whether there is a session to sign out of; null: not known. */
  | { readonly status: 'locked'; readonly renewable: boolean | null }

export type SessionKeeper = {
  readonly storage: OwnStorage
  /** What may be on screen. */
  readonly state: Store<SessionState>
  /** The name of an account that took another one's place, until it is dismissed. */
  readonly newOwner: Store<string | null>
  dismissNewOwner(): void
  /** True once after such a change: an address that names a purchase is left. */
  takeOwnerChange(): boolean
  /** Reads the session the first time; afterwards answers at once. A failure is not kept. */
  open(): Promise<Opened>
  /** The next `open` reads the session again. */
  forget(): void
  /** What storage alone can tell, at once and without a network: signed out, another account, time to lock. */
  look(): void
  /** Everything of this account is dropped, and whose turn it is is asked anew. */
  restart(): void
  /** Everything is dropped and nobody is signed in. */
  leave(how: SignedOutHow): void
  /** Unlocks after asking whose session it is. Rejects when that cannot be known. */
  showAgain(): Promise<void>
}
