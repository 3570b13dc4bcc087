import { QueryClient } from '@tanstack/react-query'

/** Retries live in the client of the service; a second layer here would multiply requests. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        // The client of the service knows by itself what to do without a network.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
