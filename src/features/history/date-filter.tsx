import { Calendar, ChevronDown, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Day } from '@/lib/days'
import { Icon } from '@/ui/icon'
import { PopoverOnDemand } from '@/ui/popover-on-demand'
import { whenIdle } from '@/ui/when-idle'
import { shortRangeWords } from './coverage'
import type { DateRange } from './search'

const loadPanel = () => import('./date-panel')
const DatePanel = lazy(loadPanel)

type Props = {
  range: DateRange
  /** The dates in the address cannot be used: the filter is on, with nothing to show. */
  broken: boolean
  today: Day
  /** Rows are on screen: code for later may be fetched now. */
  settled: boolean
  onChange: (range: DateRange) => void
}

/** The one date filter: its button says what it holds, and takes it away again. */
export function DateFilter({ range, broken, today, settled, onChange }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  usePrefetch(settled)
  const dates = broken ? 'Dates not usable' : shortRangeWords(range)
  const clear = () => {
    onChange({})
    // The button that was pressed goes away; the focus stays with the filter.
    box.current?.querySelector('button')?.focus()
  }
  return (
    <span className={dates ? 'filter dates on' : 'filter dates'} ref={box}>
      <PopoverOnDemand
        label="Dates"
        trigger={(trigger) => (
          <button type="button" className="open" {...trigger}>
            <Icon icon={Calendar} size={15} />
            {dates ?? 'Any date'}
            {dates ? null : <Icon icon={ChevronDown} size={14} />}
          </button>
        )}
      >
        {(close) => (
          <Suspense fallback={<div className="dp" aria-busy="true" />}>
            <DatePanel
              range={range}
              today={today}
              onChange={(chosen) => {
                close()
                onChange(chosen)
              }}
            />
          </Suspense>
        )}
      </PopoverOnDemand>
      {dates ? (
        <button type="button" className="off" aria-label="Remove date filter" onClick={clear}>
          <Icon icon={X} size={14} />
        </button>
      ) : null}
    </span>
  )
}

/** The calendar's code, once the browser has nothing better to do. */
function usePrefetch(settled: boolean) {
  useEffect(() => {
    if (!settled) return
    return whenIdle(() => loadPanel().catch(() => undefined))
  }, [settled])
}
