import { useSyncExternalStore } from 'react'

type Readable<T> = { get(): T; subscribe(listener: () => void): () => void }

export function useStore<T>(store: Readable<T>) {
  return useSyncExternalStore(store.subscribe, store.get)
}
