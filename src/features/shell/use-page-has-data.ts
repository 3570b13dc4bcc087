import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** Whether the page has its own first data: only then may the frame ask for something of its own. */
export function usePageHasData(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache()
  const subscribe = useCallback(
    // Batched: the cache also speaks while something else is being drawn.
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  )
  return useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => query.state.data !== undefined),
  )
}
