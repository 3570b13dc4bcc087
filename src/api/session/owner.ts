import type { OwnStorage } from '../core/stored'
import { KEPT, keep } from './kept'

/** Whose pages this browser showed last: the account's tag, or null after a sign-out. */
export function readOwner(storage: OwnStorage): string | null {
  return storage.getItem(KEPT.owner)
}

export function keepOwner(storage: OwnStorage, tag: string): void {
  keep(storage, KEPT.owner, tag)
}

export function forgetOwner(storage: OwnStorage): void {
  keep(storage, KEPT.owner, null)
}
