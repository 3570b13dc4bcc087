import { createStore } from '@/api/core/store'

const broken = createStore(false)

/** True as soon as something failed that nobody was there to catch. */
export const somethingFailed = { get: broken.get, subscribe: broken.subscribe }

/**
 * Hears of what nothing else caught: the page says in its own words that it does not work, and
 * where `quiet` the browser's console does not name what broke, which may hold pieces of a reply
 * (SR-15). Giving up is no failure.
 */
export function watchForTheUncaught(page: Window, quiet: boolean) {
  const heard = (event: Event, reason: unknown) => {
    if (quiet) event.preventDefault()
    if (reason instanceof Error && reason.name !== 'AbortError') broken.set(true)
  }
  page.addEventListener('unhandledrejection', (event) => heard(event, event.reason))
  page.addEventListener('error', (event) => heard(event, event.error))
}
