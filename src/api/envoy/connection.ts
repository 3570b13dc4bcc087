import { type Clock, systemClock } from '../core/clock'
import { createHeldSlots } from '../core/held-slots'
import { createGateStore, createStoredJournal, type TextStorage } from '../core/stored'
import { createEnvoyClient, type EnvoyClient } from './client'
import type { Session } from './session'

/** What a route hands to a page: one signed-in person's way to Envoy. */
export type Connection = {
  readonly envoy: EnvoyClient
  readonly account: { readonly tag: string; readonly name: string }
}

/**
 * A connection for a session, or null when nobody is signed in. `storage` keeps the gate's deadline,
 * the slots of held reads and unresolved writes under the account's tag, so that neither leaks to another account.
 */
export function createConnection(
  session: Session,
  browser: { fetch: typeof fetch; storage: TextStorage; clock?: Clock },
): Connection | null {
  const { account } = session
  if (!session.signedIn || account === null) return null
  const clock = browser.clock ?? systemClock
  const envoy = createEnvoyClient({
    fetch: browser.fetch,
    clock,
    baseUrl: '/api/tools',
    requestsPerMinute: session.requestsPerMinute,
    gateStore: createGateStore(browser.storage, account.tag),
    heldSlots: createHeldSlots(clock, browser.storage, account.tag),
    journal: createStoredJournal(browser.storage, account.tag),
  })
  return { envoy, account }
}
