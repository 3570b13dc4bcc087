import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { PurchaseId } from '@/lib/ids'
import { type HistoryIndex, idOf } from './columns'
import { type Heights, rowTop, slotAtOffset } from './layout'
import { lineAt } from './read-index'

type Drawn = { readonly index: HistoryIndex; readonly heights: Heights }

type Options = Drawn & {
  openId: PurchaseId | null
  list: RefObject<HTMLElement | null>
  scrollerOf: (list: HTMLElement | null) => HTMLElement | null
  offsetNow: () => number
}

/**
 * Keeps what a person looks at where it is, when rows change their height or newer lines are put
 * on top. The open row if it is in view, else the first row in view, does not move.
 */
export function useAnchor({ index, heights, openId, list, scrollerOf, offsetNow }: Options) {
  const drawn = useRef<Drawn>({ index, heights })
  // Rows change their height when the panel closes, too: the row that was open is still looked at.
  const lastOpen = useRef(openId)
  useLayoutEffect(() => {
    if (openId !== null) lastOpen.current = openId
    const before = drawn.current
    drawn.current = { index, heights }
    if (before.index === index && before.heights === heights) return
    const offset = offsetNow()
    // At the very top, new lines are what one wants to see.
    if (before.heights === heights && offset === 0) return
    const scroller = scrollerOf(list.current)
    if (!scroller || before.index.size === 0) return
    const slot = anchorSlot(before, lastOpen.current, offset, scroller.clientHeight)
    const id = idOfSlot(before.index, slot)
    const now = (id === null ? undefined : index.slotOf.get(id)) ?? slot
    const moved = rowTop(index, heights, now) - rowTop(before.index, before.heights, slot)
    if (moved !== 0) scroller.scrollTop += moved
  })
}

function anchorSlot(
  { index, heights }: Drawn,
  openId: PurchaseId | null,
  offset: number,
  viewHeight: number,
): number {
  const open = openId === null ? undefined : index.slotOf.get(openId)
  if (open !== undefined) {
    const top = rowTop(index, heights, open)
    if (top + heights.row > offset && top < offset + viewHeight) return open
  }
  return slotAtOffset(index, heights, offset)
}

function idOfSlot(index: HistoryIndex, slot: number): PurchaseId | null {
  const line = lineAt(index, slot)
  return line === undefined ? null : idOf(line)
}
