import { CircleQuestionMark } from 'lucide-react'
import { FailureNotice } from '@/notices/failure-notice'
import { Waiting } from '@/notices/waiting'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { endWords, STOP_WORDS } from './coverage'
import type { Stop } from './page'
import type { History } from './queries'
import type { DateRange } from './search'
import type { HistoryState } from './use-history'

type Props = { state: HistoryState; history: History; range: DateRange }

/** What stands under the last row: more to load, loading, waiting, failed, stopped, or the end. */
export function ListEnd({ state, history, range }: Props) {
  const waiting = state.loadingMore && state.waits.length > 0
  return (
    <div className="list-end">
      <div className={waiting ? 'notice pad' : undefined}>
        <Waiting waits={state.loadingMore ? state.waits : []} requests={state.requests} />
      </div>
      {waiting ? null : <Tail state={state} history={history} range={range} />}
    </div>
  )
}

function Tail({ state, history, range }: Props) {
  if (state.failure) {
    return (
      <div className="notice pad">
        <FailureNotice
          about="list"
          failure={state.failure}
          requests={state.requests}
          onRetry={state.failure.kind === 'cursor_refused' ? state.reload : state.loadMore}
        />
      </div>
    )
  }
  if (history.stop) return <Stopped stop={history.stop} state={state} />
  if (history.complete) return <p className="tailnote pad">{endWords(history.index, range)}</p>
  return (
    <div className="tailnote pad">
      <p role="status">
        {state.loadingMore ? 'Loading older purchases.' : 'Older purchases load as you scroll.'}
      </p>
      <Button
        size="small"
        label={state.loadingMore ? 'Loading' : 'Load more'}
        working={state.loadingMore}
        onPress={state.loadMore}
      />
    </div>
  )
}

function Stopped({ stop, state }: { stop: Stop; state: HistoryState }) {
  const action =
    stop === 'empty' ? (
      <Button size="small" label="Load more" working={state.busy} onPress={state.followEmpty} />
    ) : (
      <Button size="small" label="Reload the list" working={state.busy} onPress={state.reload} />
    )
  return (
    <div className="notice pad">
      <Callout
        tone="caution"
        icon={CircleQuestionMark}
        title="Older purchases could not be loaded"
        role="status"
        action={action}
      >
        {STOP_WORDS[stop]}
      </Callout>
    </div>
  )
}
