import { throwIfAborted } from '../core/abort'
import { type Clock, systemClock } from '../core/clock'
import { createHeldSlots } from '../core/held-slots'
import type { WriteJournal } from '../core/journal'
import { createGateStore, createStoredJournal, type TextStorage } from '../core/stored'
import { createEnvoyClient, type EnvoyClient } from './client'
import type { Session } from './session'

/** What a route hands to a page: one signed-in person's way to Envoy. */
export type Connection = {
  readonly envoy: EnvoyClient
  readonly account: { readonly tag: string; readonly name: string }
  /** Where addresses from Envoy may lead (SR-25). */
  readonly linkHosts: readonly string[]
}

type Surroundings = {
  readonly fetch: typeof fetch
  readonly storage: TextStorage
  readonly clock?: Clock
  /** Ends the connection for good. */
  readonly closed?: AbortSignal
  readonly onEnded?: () => void
}

/**
 * A connection for a session, or null when nobody is signed in. `storage` keeps the gate's deadline,
 * the slots of held reads and unresolved writes under the account's tag, so that neither leaks to another account.
 */
export function createConnection(session: Session, browser: Surroundings): Connection | null {
  const { account } = session
  if (!session.signedIn || account === null) return null
  const { storage, closed, onEnded, clock = systemClock } = browser
  const envoy = createEnvoyClient({
    fetch: browser.fetch,
    clock,
    baseUrl: '/api/tools',
    requestsPerMinute: session.requestsPerMinute,
    gateStore: createGateStore(storage, account.tag),
    heldSlots: createHeldSlots(clock, storage, account.tag),
    journal: openUntil(closed, createStoredJournal(storage, account.tag)),
    ...(closed ? { closed } : {}),
    ...(onEnded ? { onEnded } : {}),
  })
  return { envoy, account, linkHosts: session.linkHosts }
}

/** After the end nothing is written any more: sign-out has just taken it all away. */
function openUntil(closed: AbortSignal | undefined, journal: WriteJournal): WriteJournal {
  return {
    ...journal,
    record(write) {
      throwIfAborted(closed)
      journal.record(write)
    },
  }
}
