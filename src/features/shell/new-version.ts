import { createStore } from '@/api/core/store'

const found = createStore(false)

/** True as soon as a part of this page was asked for that the server no longer has. */
export const newVersion = { get: found.get, subscribe: found.subscribe }

/** The part that was missing, as an error of its own name. */
const OLD_CHUNK = 'OldChunk'

/**
 * Listens for parts that a newer build has replaced. The router would reload the page by itself on
 * the browser's own message for that; a person may be writing an answer, so the error gets another
 * one and the person decides when.
 */
export function watchForNewVersion() {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = OLD_CHUNK
    payload.message = 'A part of an older version is gone.'
    if (navigator.onLine) found.set(true)
  })
}

export function isOldChunk(error: unknown) {
  return error instanceof Error && error.name === OLD_CHUNK
}
