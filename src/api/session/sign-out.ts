import { createStoredJournal, type OwnStorage } from '../core/stored'
import { bumpGeneration } from './generation'
import { KEPT } from './kept'
import { readOwner } from './owner'
import { isPreference } from './pending-sign-out'
import { markSignOut } from './sign-out-mark'
import type { TabMessage } from './tab-channel'

/** Writes of the signed-in account whose outcome nobody knows: sign-out asks first (SR-23). */
export function writesInDoubt(storage: OwnStorage): readonly { readonly tool: string }[] {
  const owner = readOwner(storage)
  return owner === null ? [] : createStoredJournal(storage, owner).unresolved()
}

export type SignOutParts = {
  readonly storage: OwnStorage
  /** Ends every call, empties the cache, takes every page off the screen. */
  readonly drop: () => void
  readonly say: (message: TabMessage) => void
  /** Takes the purchase's id out of the address. */
  readonly leaveAddress: () => void
  /** Whether the server has confirmed it. */
  readonly tell: () => Promise<boolean>
}

/**
 * Signs out, whether or not there is a network (SR-21): everything here is gone before the server is
 * asked. Returns whether the server has confirmed; if not, the mark stands and it is told later.
 */
export async function signOut({ storage, drop, say, leaveAddress, tell }: SignOutParts) {
  // Before everything else: a page that is closed in the middle of this must not come back signed in.
  markSignOut(storage)
  forgetAccount(storage, readOwner(storage))
  bumpGeneration(storage)
  drop()
  say({ type: 'signed-out' })
  // This entry only: a browser lets no page rewrite the others. Going back to one shows no purchase.
  leaveAddress()
  return tell()
}

/** Other accounts' writes in doubt stay (R-034), and what is no account's. */
function forgetAccount(storage: OwnStorage, tag: string | null): void {
  const stays = (key: string) =>
    isPreference(key) ||
    key === KEPT.generation ||
    key === KEPT.signingOut ||
    (key.startsWith('passbook.writes.') && key !== `passbook.writes.${tag}`)
  for (const key of storage.keys()) {
    if (key.startsWith('passbook.') && !stays(key)) storage.removeItem(key)
  }
}
