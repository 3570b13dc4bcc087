import './date-panel.css'
import { type CalendarDate, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  CalendarHeading,
  DateField,
  DateInput,
  DateSegment,
  I18nProvider,
  Label,
  RangeCalendar,
} from 'react-aria-components'
import { type Day, parseDay } from '@/lib/days'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import type { DateRange } from './search'
import { PHONE, useMedia } from './use-media'

type Props = { range: DateRange; today: Day; onChange: (range: DateRange) => void }

type Draft = { from: CalendarDate | null; to: CalendarDate | null }

/** Choosing two days: by calendar, or by typing either of them. Nothing is asked of Envoy before Apply. */
function DatePanel({ range, today, onChange }: Props) {
  const [draft, setDraft] = useState<Draft>({ from: dateOf(range.from), to: dateOf(range.to) })
  const backwards = draft.from && draft.to ? draft.from.compare(draft.to) > 0 : false
  return (
    <I18nProvider locale="en-IN">
      <div className="dp">
        <Months draft={draft} today={parseDate(today)} onChange={setDraft} />
        <div className="dp-f">
          <div className="two">
            <End
              label="From"
              value={draft.from}
              onChange={(from) => setDraft({ ...draft, from })}
            />
            <End label="To" value={draft.to} onChange={(to) => setDraft({ ...draft, to })} />
          </div>
          <span className="acts">
            <Button variant="ghost" label="Clear" onPress={() => onChange({})} />
            <Button
              variant="primary"
              label="Apply"
              disabled={backwards}
              onPress={() => onChange(rangeOf(draft))}
            />
          </span>
          <p className={backwards ? 'hint bad' : 'hint'} role="status">
            {backwards
              ? 'The first day comes after the last one.'
              : 'Days in India, both included.'}
          </p>
        </div>
      </div>
    </I18nProvider>
  )
}

type MonthsProps = { draft: Draft; today: CalendarDate; onChange: (draft: Draft) => void }

function Months({ draft, today, onChange }: MonthsProps) {
  const months = useMedia(PHONE) ? 1 : 2
  const { from, to } = draft
  const value = from && to && from.compare(to) <= 0 ? { start: from, end: to } : null
  return (
    <RangeCalendar
      aria-label="Days"
      className="dp-c"
      visibleDuration={{ months }}
      defaultFocusedValue={to ?? from ?? today}
      maxValue={today}
      value={value}
      onChange={({ start, end }) => onChange({ from: start, to: end })}
    >
      <AriaButton slot="previous" className="btn ghost icon small pv">
        <Icon icon={ChevronLeft} />
      </AriaButton>
      <Month offset={0} today={today} />
      {months === 2 ? <Month offset={1} today={today} /> : null}
      <AriaButton slot="next" className="btn ghost icon small nx">
        <Icon icon={ChevronRight} />
      </AriaButton>
    </RangeCalendar>
  )
}

function Month({ offset, today }: { offset: number; today: CalendarDate }) {
  return (
    <div className="cal">
      <CalendarHeading className="cal-t" offset={{ months: offset }} />
      <CalendarGrid className="cal-g num" offset={{ months: offset }} weekdayStyle="narrow">
        {(date) => (
          <CalendarCell
            date={date}
            className={date.compare(today) === 0 ? 'cal-day td' : 'cal-day'}
          />
        )}
      </CalendarGrid>
    </div>
  )
}

type EndProps = {
  label: string
  value: CalendarDate | null
  onChange: (value: CalendarDate | null) => void
}

function End({ label, value, onChange }: EndProps) {
  return (
    <DateField className="field" value={value} onChange={onChange} shouldForceLeadingZeros>
      <Label className="label">{label}</Label>
      <DateInput className="input num date-in">
        {(segment) => <DateSegment segment={segment} className="date-seg" />}
      </DateInput>
    </DateField>
  )
}

function dateOf(day: Day | undefined): CalendarDate | null {
  return day ? parseDate(day) : null
}

function rangeOf({ from, to }: Draft): DateRange {
  const first = from && parseDay(from.toString())
  const last = to && parseDay(to.toString())
  return { ...(first ? { from: first } : {}), ...(last ? { to: last } : {}) }
}

// `React.lazy` takes a default export.
// biome-ignore lint/style/noDefaultExport: see above
export default DatePanel
