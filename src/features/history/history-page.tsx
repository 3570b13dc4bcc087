import './history.css'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { istDay } from '@/lib/days'
import type { PurchaseId } from '@/lib/ids'
import { Button } from '@/ui/button'
import { PageHead } from '@/ui/page-head'
import { useNow } from '@/ui/use-now'
import { DateFilter } from './date-filter'
import { HistoryBody } from './history-body'
import { type HistorySearch, readRange } from './search'
import { Summary, SummaryPending } from './summary'
import { type HistoryState, useHistory } from './use-history'
import { PHONE, useMedia } from './use-media'
import { prefetchNewest } from './use-newest'

const route = getRouteApi('/history')

type Props = {
  connection: Connection
  search: HistorySearch
  /** The purchase that is open beside the list, and its panel. */
  openId: PurchaseId | null
  panel: ReactNode
}

export function HistoryPage({ connection, search, openId, panel }: Props) {
  const navigate = route.useNavigate()
  const query = useLocation({ select: (location) => location.searchStr })
  const entry = useLocation({ select: (location) => location.state.__TSR_key ?? '' })
  const covered = useMedia(PHONE) && panel !== null
  // Drawn again as time goes on; read anew each time, since the first reply sets Envoy's clock (C5).
  useNow(connection.envoy.serverNow, 30_000)
  const today = istDay(connection.envoy.serverNow())
  const read = readRange(search)
  const state = useHistory(connection, read)
  const settled = state.history !== null
  useEffect(() => (settled ? prefetchNewest() : undefined), [settled])

  const showDates = (range: HistorySearch) => navigate({ to: '.', search: () => range })
  const open = (purchaseId: PurchaseId) =>
    navigate({ to: '/history/$purchaseId', params: { purchaseId }, search: true })
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || panel === null) return
    // What somebody is typing in the panel must not go with it.
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
    navigate({ to: '/history', search: true })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from wherever the focus is
    <div
      className={panel === null ? 'sheet' : 'sheet has-panel is-detail'}
      onKeyDown={closeOnEscape}
    >
      <main
        className={covered ? 'main history covered' : 'main history'}
        id="main"
        tabIndex={-1}
        inert={covered}
        aria-busy={state.history === null && state.busy}
      >
        <PageHead
          title="History"
          actions={<Refresh state={state} />}
          phoneActions={<Refresh state={state} iconOnly />}
        />
        {state.history && state.history.index.size > 0 && read.ok ? (
          <Summary history={state.history} range={read.range} today={today} news={state.news} />
        ) : null}
        {state.history === null && state.busy ? <SummaryPending /> : null}
        <search className="filters pad">
          <DateFilter
            range={read.ok ? read.range : {}}
            broken={!read.ok}
            today={today}
            settled={settled}
            onChange={showDates}
          />
        </search>
        <HistoryBody
          state={state}
          read={read}
          today={today}
          openId={openId}
          entry={entry}
          hrefOf={(id) => `/history/${id}${query}`}
          onOpen={open}
          onAnyDate={() => showDates({})}
        />
      </main>
      {panel}
    </div>
  )
}

function Refresh({ state, iconOnly = false }: { state: HistoryState; iconOnly?: boolean }) {
  return (
    <Button
      variant={iconOnly ? 'ghost' : 'secondary'}
      icon={RotateCw}
      iconSize={iconOnly ? 20 : 16}
      iconOnly={iconOnly}
      label="Refresh"
      working={state.refreshing}
      disabled={state.history === null || (state.busy && !state.refreshing)}
      onPress={state.refresh}
    />
  )
}
