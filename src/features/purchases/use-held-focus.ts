import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps focus in a place whose parts come and go: when the part that had it is gone, the place
 * itself has it. `step` changes with every exchange of parts.
 */
export function useHeldFocus<E extends HTMLElement>(step: string) {
  const ref = useRef<E>(null)
  const inside = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step is what may have taken the focused part away
  useLayoutEffect(() => {
    const place = ref.current
    if (inside.current && place && !place.contains(document.activeElement)) place.focus()
  }, [step])
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      inside.current = true
    },
    // Not called for a part that React takes away.
    onBlur: () => {
      inside.current = false
    },
  }
}
