/**
 * A page taken back from the browser's memory may belong to somebody who has signed out since:
 * out of sight before it is painted, until it is known again whose it is.
 */
export function recheckOnReturn(page: HTMLElement, recheck: () => Promise<unknown>) {
  addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted) return
    // Not `display`: that would lose how far the page was scrolled.
    page.style.visibility = 'hidden'
    try {
      await recheck()
    } finally {
      page.style.visibility = ''
    }
  })
}
