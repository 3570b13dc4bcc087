import type { OwnStorage } from '../core/stored'

/** What is kept in the browser about the session itself: never a name, never anything of a purchase. */
export const KEPT = {
  /** Counts sign-outs and account changes. */
  generation: 'passbook.generation',
  /** The tag of the account whose pages this browser showed last. */
  owner: 'passbook.owner',
  /** Stands while a sign-out has not reached the server. */
  signingOut: 'passbook.signing_out',
  /** When a person last did something in any tab, epoch ms; 0: locked by hand. */
  active: 'passbook.active',
  /** A preference: minutes without a person until the pages are locked. */
  lockAfter: 'passbook.lock_after_min',
  /** What one tab says to the others, where a browser has no channel for it. */
  said: 'passbook.said',
} as const

/** Writes or removes. A storage that is full costs the other tabs the news, never a page. */
export function keep(storage: OwnStorage, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
  } catch {
    // Nothing to be done about it here.
  }
}
