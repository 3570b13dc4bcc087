import { FailureNotice } from '@/notices/failure-notice'
import type { ContentProps } from './checked-purchase'
import { Facts } from './facts'
import { MoneySection } from './money-section'
import { agentName } from './names'
import { useSupportPlace } from './open-support'
import { Progress } from './progress'
import { Figure, Identity } from './purchase-head'
import { PurchaseNotes } from './purchase-notes'
import { StateBlock } from './state-block'
import { Unrecognised } from './unrecognised'

/** A checked purchase beside the list: the same parts as the page, one under another. */
export function PanelContent({
  view,
  check,
  failure,
  serverNow,
  linkHosts,
  alike,
  question,
  support,
}: ContentProps) {
  const { purchase } = check.status
  const { place, open } = useSupportPlace()
  const today = serverNow()
  const agent = purchase.agentName === null ? null : agentName(purchase.agentName).text
  return (
    <>
      <Identity purchase={purchase} alike={alike} level={2} />
      <div className="net">
        <Figure purchase={purchase} />
      </div>
      <StateBlock check={check} view={view} place="panel" today={today} />
      <div className="panel-notes">
        {failure ? (
          <FailureNotice failure={failure} onRetry={view.checkAgain} as="callout" />
        ) : null}
        <PurchaseNotes
          status={check.status}
          serverNow={serverNow}
          linkHosts={linkHosts}
          onOpenSupport={open}
        />
        {question}
      </div>
      <section className="sec">
        <h3 className="sec-h">Your money</h3>
        <MoneySection check={check} solid={view.solid} today={today} />
      </section>
      <section className="sec">
        <Facts purchase={purchase} place="panel" />
      </section>
      <section className="sec">
        <h3 className="sec-h">Progress</h3>
        <Progress check={check} seen={view.known?.seen ?? []} solid={view.solid} today={today} />
      </section>
      <div className="sec pp-sup" ref={place}>
        <Unrecognised agent={agent} />
        {support}
      </div>
    </>
  )
}
