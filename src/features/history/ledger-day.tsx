import { type Day, dayHeading } from '@/lib/days'
import type { PurchaseId } from '@/lib/ids'
import { Amount } from '@/ui/amount'
import { type HistoryIndex, idOf } from './columns'
import { countWords } from './coverage'
import { ariaRowOfDay, ariaRowOfSlot, dayHeight, dayTop, type Heights, rowTopInDay } from './layout'
import { LedgerRow } from './ledger-row'
import { dayAt, dayTotal, lineAt } from './read-index'
import { inDoubt } from './use-look-alikes'

type Props = {
  index: HistoryIndex
  heights: Heights
  day: number
  slots: readonly number[]
  today: Day
  /** The day's older part is not loaded yet: its total is not final. */
  soFar: boolean
  tabStop: number
  openId: PurchaseId | null
  /** Names that look like better-known ones. */
  alike: ReadonlySet<string>
  hrefOf: (id: PurchaseId) => string
}

export function LedgerDay({ index, heights, day, slots, today, soFar, ...props }: Props) {
  const place = { top: dayTop(index, heights, day), height: dayHeight(index, heights, day) }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a window of rows at fixed places is no table
    <div className="day" role="rowgroup" style={place}>
      <DayHeader index={index} day={day} today={today} soFar={soFar} />
      {slots.map((slot) => {
        const line = lineAt(index, slot)
        if (line === undefined) return null
        const id = idOf(line)
        const title = index.titles.safe[index.title[slot] ?? 0]
        return (
          <LedgerRow
            key={slot}
            line={line}
            title={title && props.alike.has(title.full) ? inDoubt(title) : title}
            agent={index.agents.safe[index.agent[slot] ?? 0]}
            slot={slot}
            top={rowTopInDay(index, heights, day, slot)}
            row={ariaRowOfSlot(slot, day)}
            tabStop={slot === props.tabStop}
            selected={id !== null && id === props.openId}
            href={id === null ? null : props.hrefOf(id)}
          />
        )
      })}
    </div>
  )
}

type HeaderProps = Pick<Props, 'index' | 'day' | 'today' | 'soFar'>

function DayHeader({ index, day, today, soFar }: HeaderProps) {
  const date = dayAt(index, day)
  const heading = date ? dayHeading(date, today) : { strong: 'No date', when: null }
  const total = dayTotal(index, day)
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LedgerDay
    // biome-ignore lint/a11y/useFocusableInteractive: the tab stop goes from purchase to purchase
    <div className="day-h pad" role="row" aria-rowindex={ariaRowOfDay(index, day)}>
      {/* biome-ignore lint/a11y/useSemanticElements: see LedgerDay */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <span className="dn" role="rowheader" aria-colindex={1} aria-colspan={3}>
        <strong>{heading.strong}</strong>
        {heading.when ? <span className="when">{heading.when}</span> : null}
        {total.unreadable > 0 ? (
          <span className="when">{countWords(total.unreadable, 'line')} not read</span>
        ) : null}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: see LedgerDay */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <span className="a totals" role="gridcell" aria-colindex={4}>
        <span className="vh">Day total </span>
        {soFar ? <span className="when">so far </span> : null}
        {total.sums.map(({ currency, money }) =>
          money ? (
            <Amount key={currency} money={money} plain />
          ) : (
            <span key={currency}>too large</span>
          ),
        )}
      </span>
    </div>
  )
}
