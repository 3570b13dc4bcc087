import { useEffect, useState } from 'react'
import type { SafeName } from '@/lib/names'
import { whenIdle } from '@/ui/when-idle'
import type { HistoryIndex } from './columns'

const NONE: ReadonlySet<string> = new Set()
const loadComparison = () => import('./look-alike-titles')

/** The names to check (SR-29), once the browser has nothing better to do: no row waits for them. */
export function useLookAlikes(index: HistoryIndex): ReadonlySet<string> {
  const [found, setFound] = useState(NONE)
  useEffect(() => {
    let left = false
    const compare = async () => {
      // Without its code there is no note; the rows are all there.
      const comparison = await loadComparison().catch(() => null)
      if (comparison && !left) setFound(comparison.lookAlikeTitles(index))
    }
    const callOff = whenIdle(compare)
    return () => {
      left = true
      callOff()
    }
  }, [index])
  return found
}

const doubted = new WeakMap<SafeName, SafeName>()

/** The name with a note that it needs a look; the same one each time, so that its row is not drawn again. */
export function inDoubt(name: SafeName): SafeName {
  const noted = doubted.get(name) ?? { ...name, unusual: true }
  doubted.set(name, noted)
  return noted
}
