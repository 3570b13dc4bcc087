import type { SessionKeeper } from './session-state'

export const loadAccountMenu = () => import('./account-menu').then((part) => part.AccountMenu)
export const loadSessionPart = () => import('./session-part').then((part) => part.sessionPart)

/**
 * To be called once rows are on screen: what leaves the page, or guards it while nobody is there, must
 * be here before it is needed. What does not come is asked for again then.
 */
export function prefetchSession(session: SessionKeeper): void {
  loadSessionPart().then(
    ({ watchSession }) => void watchSession(session),
    () => {},
  )
  // Signing out works without a network, and so must the menu it stands in (SR-21).
  loadAccountMenu().catch(() => {})
}
