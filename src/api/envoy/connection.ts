import { throwIfAborted } from '../core/abort'
import { type Clock, systemClock } from '../core/clock'
import type { HeldSlots, SharedSlots } from '../core/held-slots'
import type { WriteJournal } from '../core/journal'
import type { Locks } from '../core/locks'
import type { Presence } from '../core/presence'
import { createGateStore, createStoredJournal, type OwnStorage } from '../core/stored'
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
  readonly storage: OwnStorage
  readonly clock?: Clock
  /** How the tabs take turns; without them this tab counts its calls alone. */
  readonly locks?: Locks
  readonly presence?: Presence
  /** False only when there surely is no network. */
  readonly online?: () => boolean
  /** Awaited before a call's turn comes. */
  readonly ready?: () => Promise<void> | null
  /** Ends the connection for good. */
  readonly closed?: AbortSignal
  readonly onEnded?: () => void
}

/**
 * A connection for a session, or null when nobody is signed in. `storage` keeps the gate, the
 * starts of the last minute, the slots of held reads and unresolved writes under the account's tag: all
 * tabs of the account share them, and none leaks to another account.
 */
export function createConnection(session: Session, browser: Surroundings): Connection | null {
  const { account } = session
  if (!session.signedIn || account === null) return null
  const { storage, clock = systemClock, locks, presence, online, ready, closed, onEnded } = browser
  const accountTag = account.tag
  const envoy = createEnvoyClient({
    fetch: browser.fetch,
    clock,
    baseUrl: '/api/tools',
    account: accountTag,
    requestsPerMinute: session.requestsPerMinute,
    gateStore: createGateStore(storage, accountTag),
    heldSlots: laterHeldSlots(clock, { storage, accountTag, locks }),
    journal: openUntil(closed, createStoredJournal(storage, accountTag)),
    ...(locks ? { locks, together: { storage, locks, accountTag } } : {}),
    ...(presence ? { presence } : {}),
    ...(online ? { online } : {}),
    ...(ready ? { ready } : {}),
    ...(closed ? { closed } : {}),
    ...(onEnded ? { onEnded } : {}),
  })
  return { envoy, account, linkHosts: session.linkHosts }
}

/** Fetched with the first held read: no page waits for it before its first rows. */
function laterHeldSlots(clock: Clock, shared: SharedSlots): HeldSlots {
  const slots = () =>
    import('../core/held-slots').then(({ createHeldSlots }) => createHeldSlots(clock, shared))
  let loaded: Promise<HeldSlots> | null = null
  return {
    async take() {
      loaded ??= slots()
      try {
        return (await loaded).take()
      } catch {
        // What did not come is asked for again; this once the purchase is read plainly.
        loaded = null
        return null
      }
    },
  }
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
