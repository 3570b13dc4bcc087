import { createStore } from '@/api/core/store'

const found = createStore(false)

/** True as soon as a part of this page was asked for that the server, which answers, no longer has. */
export const newVersion = { get: found.get, subscribe: found.subscribe }

/** The part that did not come, as an error of its own name. */
const MISSING_PART = 'MissingPart'

/**
 * Listens for parts that do not come: replaced by a newer build, or the server is away. The router
 * would reload the page by itself on the browser's own message for that; a person may be writing an
 * answer, so the error gets another one and the person decides when.
 */
export function watchForNewVersion(ask: typeof fetch = (...request) => fetch(...request)) {
  addEventListener('vite:preloadError', async ({ payload }) => {
    payload.name = MISSING_PART
    payload.message = 'A part of the page did not come.'
    if (await serverAnswers(ask)) found.set(true)
  })
}

/** Only a server that is there can have been updated. */
async function serverAnswers(ask: typeof fetch) {
  try {
    return (await ask('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

export function isMissingPart(error: unknown) {
  return error instanceof Error && error.name === MISSING_PART
}
