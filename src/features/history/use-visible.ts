import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'

/**
 * The list is cut into slabs of this height, whatever rows fall into them, and the virtualizer
 * counts slabs: counting rows it would walk all of them for each page that is added.
 */
const SLAB = 240

type List = Virtualizer<HTMLElement, Element>

/** Which stretch of the list to draw, in pixels from its top. Where it lies on the page may change. */
export function useVisible(
  list: RefObject<HTMLElement | null>,
  scrollerOf: (list: HTMLElement | null) => HTMLElement | null,
  height: number,
  startOffset: number,
) {
  const observeElementOffset = useCallback(
    (instance: List, report: (offset: number, isScrolling: boolean) => void) => {
      const scroller = instance.scrollElement
      if (!scroller) return
      const target = eventTargetOf(scroller)
      const changed = () => report(offsetIn(list.current, scroller), true)
      target.addEventListener('scroll', changed, { passive: true })
      return () => target.removeEventListener('scroll', changed)
    },
    [list],
  )
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: Math.max(1, Math.ceil(height / SLAB)),
    estimateSize: slabHeight,
    overscan: 1,
    getScrollElement: () => scrollerOf(list.current),
    observeElementRect,
    observeElementOffset,
    // The page scrolls by itself or by focus; the virtualizer only watches.
    scrollToFn: leaveAlone,
    initialOffset: startOffset,
    initialRect: { width: 0, height: innerHeight },
  })
  const slabs = virtualizer.getVirtualItems()
  return {
    from: slabs[0]?.start ?? 0,
    to: slabs.at(-1)?.end ?? SLAB,
    /** How far the list is scrolled now, which may be further than at the last drawing. */
    offsetNow: () => virtualizer.scrollOffset ?? 0,
  }
}

const slabHeight = () => SLAB
const leaveAlone = () => undefined

export function eventTargetOf(scroller: HTMLElement): HTMLElement | Window {
  return scroller === document.documentElement ? window : scroller
}

/** How far the list is scrolled past the top of the view, in pixels; 0 while its top is below that. */
export function offsetIn(list: HTMLElement | null, scroller: HTMLElement): number {
  if (!list) return 0
  const top = scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top
  return Math.max(0, top - list.getBoundingClientRect().top)
}

function observeElementRect(
  instance: List,
  report: (rect: { width: number; height: number }) => void,
) {
  const scroller = instance.scrollElement
  if (!scroller) return
  const changed = () => report({ width: scroller.clientWidth, height: scroller.clientHeight })
  changed()
  const observer = new ResizeObserver(changed)
  observer.observe(scroller)
  // The root element keeps its size when only the window's height changes.
  addEventListener('resize', changed)
  return () => {
    observer.disconnect()
    removeEventListener('resize', changed)
  }
}
