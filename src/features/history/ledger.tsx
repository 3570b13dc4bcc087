import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useRef } from 'react'
import type { Day } from '@/lib/days'
import { isPurchaseId, type PurchaseId } from '@/lib/ids'
import type { HistoryIndex } from './columns'
import { type Heights, listHeight, sliceOf, slotAtOffset } from './layout'
import { LedgerDay } from './ledger-day'
import { moveOf, slotAfter } from './moves'
import { useAnchor } from './use-anchor'
import { useHeights } from './use-heights'
import { useLookAlikes } from './use-look-alikes'
import { PHONE, useMedia } from './use-media'
import { useNearEnd } from './use-near-end'
import { useKeepPlace, useStartPlace } from './use-place'
import { useTabStop } from './use-tab-stop'
import { useVisible } from './use-visible'

type Props = {
  index: HistoryIndex
  complete: boolean
  today: Day
  openId: PurchaseId | null
  /** The history entry that is on screen: places in the list are remembered under it. */
  entry: string
  hrefOf: (id: PurchaseId) => string
  onOpen: (id: PurchaseId) => void
  /** Null: nothing may be asked for now. */
  onNearEnd: (() => void) | null
}

/** The lines by day. Only those near the view are in the document, at places known without measuring. */
export function Ledger(props: Props) {
  const list = useRef<HTMLDivElement>(null)
  const heights = useHeights(list)
  return (
    <div className="ledger" ref={list}>
      {heights ? <Grid {...props} heights={heights} list={list} /> : null}
    </div>
  )
}

type GridProps = Props & { heights: Heights; list: RefObject<HTMLDivElement | null> }

function Grid({ index, heights, list, complete, today, openId, entry, ...props }: GridProps) {
  const phone = useMedia(PHONE)
  const scrollerOf = useCallback(
    (within: HTMLElement | null) =>
      phone ? document.documentElement : (within?.closest<HTMLElement>('.main') ?? null),
    [phone],
  )
  const height = listHeight(index, heights)
  const start = useStartPlace(list, scrollerOf, entry)
  const alike = useLookAlikes(index)
  const visible = useVisible(list, scrollerOf, start?.offset ?? 0)
  const tabStop = useTabStop(list, index, openId, start)
  useAnchor({ index, heights, openId, list, scrollerOf, offsetNow: visible.offsetNow })
  useKeepPlace(list, scrollerOf, { entry, slot: tabStop.slot, offsetNow: visible.offsetNow })
  useNearEnd(index.size, slotAtOffset(index, heights, visible.to), props.onNearEnd)
  const slices = sliceOf(index, heights, visible.from, visible.to, tabStop.slot)

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveOf(event.nativeEvent)
    if (move === null) return
    event.preventDefault()
    tabStop.focus(slotAfter(index, tabStop.slot, move))
  }
  const onClick = (event: MouseEvent) => {
    const id = plainClickOn(event)
    if (id === null) return
    event.preventDefault()
    props.onOpen(id)
  }
  return (
    // The rows take the focus, one of them at a time, and the events come up from there.
    // biome-ignore lint/a11y/useSemanticElements: a window of rows at fixed places is no table
    <div
      role="grid"
      aria-label="Purchases by day"
      aria-rowcount={complete ? index.size + index.dayCount : -1}
      aria-colcount={4}
      style={{ height }}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={tabStop.onFocus}
    >
      {slices.map(({ day, slots }) => (
        <LedgerDay
          key={day}
          index={index}
          heights={heights}
          day={day}
          slots={slots}
          today={today}
          soFar={!complete && day === index.dayCount - 1}
          tabStop={tabStop.slot}
          openId={openId}
          alike={alike}
          hrefOf={props.hrefOf}
        />
      ))}
    </div>
  )
}

/** The purchase whose link was clicked the plain way; every other click is the browser's. */
function plainClickOn(event: MouseEvent): PurchaseId | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return null
  }
  const link = event.target instanceof Element ? event.target.closest('a.hit') : null
  const id = link?.getAttribute('href')?.split('?')[0]?.split('/').at(-1) ?? ''
  return isPurchaseId(id) ? id : null
}
