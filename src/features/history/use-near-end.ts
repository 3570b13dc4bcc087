import { useEffect } from 'react'

/** So many rows before the end, older ones are asked for. */
const ROWS_AHEAD = 12

/** Asks for more once the drawn rows come near the end. `onNearEnd` null: nothing may be asked for. */
export function useNearEnd(size: number, lastDrawn: number, onNearEnd: (() => void) | null) {
  const near = lastDrawn >= size - ROWS_AHEAD
  useEffect(() => {
    if (near) onNearEnd?.()
  }, [near, onNearEnd])
}
