import { CalendarX, NotebookText } from 'lucide-react'
import type { Day } from '@/lib/days'
import type { PurchaseId } from '@/lib/ids'
import { FailureNotice } from '@/notices/failure-notice'
import { Waiting } from '@/notices/waiting'
import { Button } from '@/ui/button'
import { Empty } from '@/ui/empty'
import { rangeWords } from './coverage'
import { Ledger } from './ledger'
import { ListEnd } from './list-end'
import { ListPending } from './list-pending'
import type { DateRange, ReadRange } from './search'
import { RANGE_PROBLEMS } from './search'
import type { HistoryState } from './use-history'

type Props = {
  state: HistoryState
  read: ReadRange
  today: Day
  openId: PurchaseId | null
  entry: string
  hrefOf: (id: PurchaseId) => string
  onOpen: (id: PurchaseId) => void
  onAnyDate: () => void
}

/** Under the filter bar: the list, or the one screen that says why there is none. */
export function HistoryBody({ state, read, onAnyDate, ...list }: Props) {
  const anyDate = <Button label="Show any date" onPress={onAnyDate} />
  if (!read.ok) {
    return (
      <Empty icon={CalendarX} title="These dates cannot be used" role="alert" action={anyDate}>
        {RANGE_PROBLEMS[read.problem]} Nothing was asked of Envoy. Choose other dates, or look at
        all of them.
      </Empty>
    )
  }
  const { history } = state
  if (history === null) return <NothingYet state={state} />
  if (history.index.size === 0 && history.complete) {
    return <NoPurchases state={state} range={read.range} anyDate={anyDate} />
  }
  return (
    <>
      <RefreshNotices state={state} />
      <Ledger
        key={JSON.stringify(read.range)}
        index={history.index}
        complete={history.complete}
        onNearEnd={state.mayAnticipate ? state.loadMore : null}
        {...list}
      />
      <ListEnd state={state} history={history} range={read.range} />
    </>
  )
}

function NothingYet({ state }: { state: HistoryState }) {
  if (state.failure) {
    return (
      <FailureNotice
        as="page"
        about="list"
        failure={state.failure}
        requests={state.requests}
        onRetry={state.retryFirst}
        working={state.busy}
      />
    )
  }
  return (
    <>
      <div className={state.waits.length > 0 ? 'notice pad' : undefined}>
        <Waiting waits={state.waits} requests={state.requests} />
      </div>
      <ListPending />
    </>
  )
}

function NoPurchases(props: { state: HistoryState; range: DateRange; anyDate: React.ReactNode }) {
  const { state, range, anyDate } = props
  const dates = rangeWords(range)
  if (dates) {
    return (
      <Empty icon={CalendarX} title={`No purchases, ${dates}`} action={anyDate}>
        All of these days were read. Purchases outside of them are not shown.
      </Empty>
    )
  }
  const again = <Button label="Check again" working={state.refreshing} onPress={state.refresh} />
  return (
    <>
      <RefreshNotices state={state} />
      <Empty icon={NotebookText} title="No purchases yet" action={again}>
        When an agent buys something for you through Envoy, it appears here.
      </Empty>
    </>
  )
}

/** A refresh that waits or failed: what is loaded stays, with its time in the summary. */
function RefreshNotices({ state }: { state: HistoryState }) {
  const waits = state.refreshing ? state.waits : []
  const shown = waits.length > 0 || state.refreshFailure !== null
  return (
    <div className={shown ? 'notice pad' : undefined}>
      <Waiting waits={waits} requests={state.requests} />
      {state.refreshFailure ? (
        <FailureNotice
          about="list"
          failure={state.refreshFailure}
          requests={state.requests}
          onRetry={state.refresh}
          working={state.refreshing}
        />
      ) : null}
    </div>
  )
}
