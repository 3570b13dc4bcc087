import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * The list is cut into slabs of this height, whatever rows fall into them: what is drawn changes
 * only when the view enters another slab, and no row is counted or measured for it.
 */
const SLAB = 240

/** A stretch of the list to draw, in pixels from its top. */
export type Stretch = { readonly from: number; readonly to: number }

/** The slabs in view and one more at either side. */
export function stretchAround(offset: number, viewHeight: number): Stretch {
  const first = Math.floor(offset / SLAB) - 1
  const last = Math.ceil((offset + viewHeight) / SLAB) + 1
  return { from: Math.max(0, first * SLAB), to: last * SLAB }
}

/** Which stretch of the list to draw. Where the list lies on its page may change. */
export function useVisible(
  list: RefObject<HTMLElement | null>,
  scrollerOf: (list: HTMLElement | null) => HTMLElement | null,
  startOffset: number,
) {
  const offset = useRef(startOffset)
  const [stretch, setStretch] = useState(() => stretchAround(startOffset, innerHeight))
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    if (!scroller) return
    const look = () => {
      offset.current = offsetIn(list.current, scroller)
      const seen = stretchAround(offset.current, scroller.clientHeight)
      setStretch((known) => (known.from === seen.from && known.to === seen.to ? known : seen))
    }
    // Before the scrolled page is painted: a later drawing would show a gap first.
    const scrolled = () => flushSync(look)
    look()
    const target = eventTargetOf(scroller)
    target.addEventListener('scroll', scrolled, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(scroller)
    // The root element keeps its size when only the window's height changes.
    addEventListener('resize', look)
    return () => {
      target.removeEventListener('scroll', scrolled)
      observer.disconnect()
      removeEventListener('resize', look)
    }
  }, [list, scrollerOf])

  /** How far the list is scrolled now, which may be further than at the last drawing. */
  const offsetNow = useCallback(() => offset.current, [])
  return { ...stretch, offsetNow }
}

export function eventTargetOf(scroller: HTMLElement): HTMLElement | Window {
  return scroller === document.documentElement ? window : scroller
}

/** How far the list is scrolled past the top of the view, in pixels; 0 while its top is below that. */
function offsetIn(list: HTMLElement | null, scroller: HTMLElement): number {
  if (!list) return 0
  const top = scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top
  return Math.max(0, top - list.getBoundingClientRect().top)
}
