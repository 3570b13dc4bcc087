import { useCallback, useSyncExternalStore } from 'react'

/** The frame's breakpoint for phones. */
export const PHONE = '(max-width: 760px)'

export function useMedia(query: string) {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
