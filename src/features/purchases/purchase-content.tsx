import { ShieldCheck } from 'lucide-react'
import { FailureNotice } from '@/notices/failure-notice'
import { Callout } from '@/ui/callout'
import type { ContentProps } from './checked-purchase'
import { Facts } from './facts'
import { MoneySection } from './money-section'
import { agentName } from './names'
import { useSupportPlace } from './open-support'
import { Progress } from './progress'
import { Figure, Identity } from './purchase-head'
import { PurchaseNotes } from './purchase-notes'
import { StateBlock } from './state-block'
import { isFinal } from './state-words'
import { Unrecognised } from './unrecognised'

/** A checked purchase on its own page: two columns, one on phones. */
export function PurchaseContent({
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
    <div className="pp-grid">
      <div className="pp-l">
        <header className="pp-head">
          <Identity purchase={purchase} alike={alike} level={1} />
          <div className="pp-amt">
            <Figure purchase={purchase} />
          </div>
        </header>
        <div className="pp-now">
          <StateBlock check={check} view={view} place="page" today={today} />
          {failure ? (
            <FailureNotice failure={failure} onRetry={view.checkAgain} as="callout" />
          ) : null}
          <PurchaseNotes
            status={check.status}
            serverNow={serverNow}
            linkHosts={linkHosts}
            onOpenSupport={open}
          />
        </div>
        {question}
        <section className="pp-prog">
          <h2 className="h2">Progress</h2>
          <Progress check={check} seen={view.known?.seen ?? []} solid={view.solid} today={today} />
        </section>
        <div className="pp-sup" ref={place}>
          <Unrecognised agent={agent} />
          {support}
        </div>
      </div>
      <div className="pp-r">
        <section className="pp-money card">
          <h2 className="sec-h">Your money</h2>
          <MoneySection check={check} solid={view.solid} today={today} />
          <Facts purchase={purchase} place="page" />
        </section>
        {isFinal(purchase.state) ? null : (
          <div className="pp-rec">
            <Callout icon={ShieldCheck} title="If you lose the connection">
              Do not buy this anywhere else. Open this page again: it checks the purchase before it
              shows a state.
            </Callout>
          </div>
        )}
      </div>
    </div>
  )
}
