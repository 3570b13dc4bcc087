import { useMemo, useSyncExternalStore } from 'react'

/** The frame's breakpoint for phones. */
export const PHONE = '(max-width: 760px)'

export function useMedia(query: string) {
  const watched = useMemo(() => {
    const media = matchMedia(query)
    return {
      subscribe(changed: () => void) {
        media.addEventListener('change', changed)
        return () => media.removeEventListener('change', changed)
      },
      get: () => media.matches,
    }
  }, [query])
  return useSyncExternalStore(watched.subscribe, watched.get)
}
