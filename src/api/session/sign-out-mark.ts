import type { OwnStorage } from '../core/stored'
import { KEPT, keep } from './kept'

/** Whether a sign-out has not reached the server yet: its cookie still opens the session, so nothing is shown. */
export function isSignOutPending(storage: OwnStorage): boolean {
  return storage.getItem(KEPT.signingOut) !== null
}

export function markSignOut(storage: OwnStorage): void {
  keep(storage, KEPT.signingOut, '1')
}
