import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Heights } from './layout'

/** The container query of the design: from this width on a row is one line. */
const ONE_LINE_WIDTH = 900

/** The list's heights as the design's tokens have them here and now; null before there is a page. */
export function useHeights(list: RefObject<HTMLElement | null>): Heights | null {
  const [heights, setHeights] = useState<Heights | null>(null)
  useLayoutEffect(() => {
    const main = list.current?.closest<HTMLElement>('.main')
    if (!main) return
    const read = () => setHeights((known) => same(known, readHeights(main)))
    read()
    // The style sheet has changed the rows already: their places must follow in the same frame.
    const observer = new ResizeObserver(() => flushSync(read))
    observer.observe(main)
    return () => observer.disconnect()
  }, [list])
  return heights
}

function readHeights(main: HTMLElement): Heights {
  const style = getComputedStyle(main)
  const token = (name: string) => Number.parseFloat(style.getPropertyValue(name))
  const wide = main.clientWidth >= ONE_LINE_WIDTH
  return {
    row: token(wide ? '--row-height-wide' : '--row-height'),
    day: token('--day-height'),
    gap: token('--space-5'),
  }
}

function same(known: Heights | null, read: Heights): Heights {
  const equal = known?.row === read.row && known.day === read.day && known.gap === read.gap
  return equal ? known : read
}
