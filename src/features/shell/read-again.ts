import type { Query, QueryClient } from '@tanstack/react-query'
import { CallFailure } from '@/api/envoy/failure'

/**
 * After the same person signed in again: what is on screen and failed for want of a session is read
 * once more, each as it was asked last. Lists that are there are not: reading one again would
 * read all its pages.
 */
export function readAgain(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    if (query.isActive() && (isSignedOut(query.state.error) || isCheck(query))) {
      const { fetchMeta: meta } = query.state
      query.fetch(undefined, meta ? { meta } : {}).catch(() => {})
    }
  }
}

const isSignedOut = (error: unknown) => error instanceof CallFailure && error.kind === 'signed_out'

/** A check that failed is knowledge, not an error: its data does not tell from outside. */
const isCheck = ({ state }: Query) =>
  state.data !== undefined && !(state.data instanceof Object && 'pages' in state.data)
