import type { SessionKeeper } from './session-state'

/**
 * Looks whether these pages may still be shown, whenever that can have changed without this page
 * noticing: before anything is painted, and without a network.
 */
export function recheckOnReturn(
  page: HTMLElement,
  session: Pick<SessionKeeper, 'look' | 'forget' | 'state'>,
  reload: () => Promise<unknown>,
) {
  // Another tab signed out, signed in, locked or showed again.
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith('passbook.') ?? true) session.look()
  })
  addEventListener('visibilitychange', session.look)
  // A page taken back from the browser's memory may belong to somebody who has signed out since:
  // out of sight until it is known again whose it is.
  addEventListener('pageshow', async ({ persisted }) => {
    session.look()
    if (!persisted || session.state.get().status !== 'open') return
    // Not `display`: that would lose how far the page was scrolled.
    page.style.visibility = 'hidden'
    try {
      session.forget()
      await reload()
    } finally {
      page.style.visibility = ''
    }
  })
}
