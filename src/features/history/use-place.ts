import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { type Place, places } from './memory'
import { eventTargetOf } from './use-visible'

type ScrollerOf = (list: HTMLElement | null) => HTMLElement | null

/** Where the list was when this history entry was last on screen; scrolls back there. */
export function useStartPlace(
  list: RefObject<HTMLElement | null>,
  scrollerOf: ScrollerOf,
  entry: string,
): Place | undefined {
  const [start] = useState(() => places.get(entry))
  // Once, when the list appears: from then on the person scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    if (scroller && start) scroller.scrollTop = start.scroll
  }, [])
  return start
}

type Kept = { entry: string; slot: number; offsetNow: () => number }

/** Remembers where the list is, as long as it is on screen. */
export function useKeepPlace(
  list: RefObject<HTMLElement | null>,
  scrollerOf: ScrollerOf,
  { entry, slot, offsetNow }: Kept,
) {
  useEffect(() => {
    const scroller = scrollerOf(list.current)
    if (!scroller) return
    const keep = () =>
      places.keep(entry, {
        scroll: scroller.scrollTop,
        offset: offsetNow(),
        slot,
        focused: list.current?.contains(document.activeElement) === true,
      })
    keep()
    const target = eventTargetOf(scroller)
    target.addEventListener('scroll', keep, { passive: true })
    return () => target.removeEventListener('scroll', keep)
  }, [list, scrollerOf, entry, slot, offsetNow])
}
