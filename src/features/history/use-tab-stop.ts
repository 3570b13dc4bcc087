import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { PurchaseId } from '@/lib/ids'
import type { HistoryIndex } from './columns'
import type { Place } from './memory'

/** The one row of the list that the Tab key reaches, and the moving of the focus to a row. */
export function useTabStop(
  list: RefObject<HTMLElement | null>,
  index: HistoryIndex,
  openId: PurchaseId | null,
  start: Place | undefined,
) {
  const [stop, setStop] = useState(start?.slot ?? slotOf(index, openId) ?? 0)
  const slot = Math.min(stop, Math.max(0, index.size - 1))
  // The focus moves after the row is drawn: it may have been far outside of the window.
  const wanted = useRef<Wanted | null>(start?.focused ? { slot: start.slot, scroll: false } : null)

  const focus = (to: number) => {
    wanted.current = { slot: to, scroll: true }
    setStop(to)
    if (to === slot) focusWanted(list.current, wanted, to)
  }

  const [openBefore, setOpenBefore] = useState(openId)
  if (openBefore !== openId) {
    setOpenBefore(openId)
    setStop(slotOf(index, openId) ?? slotOf(index, openBefore) ?? stop)
  }

  const openCommitted = useRef(openId)
  useLayoutEffect(() => {
    const closed = openCommitted.current !== null && openId === null
    openCommitted.current = openId
    // The panel took the focus with it: it goes back to the row.
    if (closed && focusIsNowhere()) wanted.current = { slot, scroll: true }
    focusWanted(list.current, wanted, slot)
  })

  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest<HTMLElement>('[data-slot]')
    if (row) setStop(Number(row.dataset['slot']))
  }
  return { slot, focus, onFocus }
}

type Wanted = { readonly slot: number; readonly scroll: boolean }

function slotOf(index: HistoryIndex, id: PurchaseId | null) {
  return id === null ? undefined : index.slotOf.get(id)
}

function focusIsNowhere() {
  return document.activeElement === null || document.activeElement === document.body
}

function focusWanted(list: HTMLElement | null, wanted: { current: Wanted | null }, slot: number) {
  const want = wanted.current
  if (want?.slot !== slot) return
  wanted.current = null
  const row = list?.querySelector<HTMLElement>(`[data-slot="${slot}"]`)
  row?.querySelector<HTMLElement>('.hit')?.focus({ preventScroll: true })
  if (want.scroll) row?.scrollIntoView({ block: 'nearest' })
}
