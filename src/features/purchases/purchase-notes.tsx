import { CircleAlert, Gift, Hand, Lock } from 'lucide-react'
import type { Funding, PurchaseStatus, UserAction } from '@/api/envoy/types'
import { formatInstant } from '@/lib/days'
import { formatMoney } from '@/lib/money'
import { safeProse } from '@/lib/names'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { isFinal } from './state-words'
import { useTick } from './tick'

type Props = {
  status: PurchaseStatus
  /** Envoy's clock. */
  serverNow: () => number
  onOpenSupport: () => void
}

/** What a check says beside the state: what to do, what is closed, who has to look. */
export function PurchaseNotes({ status, serverNow, onOpenSupport }: Props) {
  const { purchase, userAction } = status
  const over = isFinal(purchase.state)
  return (
    <>
      {userAction ? <ActionNote action={userAction} serverNow={serverNow} /> : null}
      {purchase.funding && !over ? (
        <FundingNote funding={purchase.funding} serverNow={serverNow} />
      ) : null}
      {purchase.needsSupport ? (
        <Callout
          tone="critical"
          icon={CircleAlert}
          title="This needs a person to look at it"
          action={<Button size="small" label="Open For support" onPress={onOpenSupport} />}
        >
          Do not buy it again. Open For support on this page and give Envoy the purchase ID.
        </Callout>
      ) : null}
      {purchase.spendingClosed ? (
        <Callout icon={Lock} title="Spending is closed for this purchase">
          No more card details will be released. That alone does not prove that a card is blocked.
          Getting money back carries on separately.
        </Callout>
      ) : null}
    </>
  )
}

type Timed = { expiresAt: number | null; serverNow: () => number }

function useIsOver({ expiresAt, serverNow }: Timed) {
  return useTick(() => expiresAt !== null && serverNow() >= expiresAt)
}

function ActionNote({ action, serverNow }: { action: UserAction; serverNow: () => number }) {
  const over = useIsOver({ expiresAt: action.expiresAt, serverNow })
  const message = safeProse(action.message)
  if (message === '') return null
  return (
    <Callout tone="caution" icon={Hand} title="What to do">
      <p className="verbatim" dir="auto" lang="en">
        {message}
      </p>
      {action.url !== null && !over ? <p>Open this in the Envoy app.</p> : null}
      <Until what="This" at={action.expiresAt} over={over} />
    </Callout>
  )
}

// Paying for a gift card is never an approval, and no address is followed from here.
function FundingNote({ funding, serverNow }: { funding: Funding; serverNow: () => number }) {
  const over = useIsOver({ expiresAt: funding.expiresAt, serverNow })
  return (
    <Callout tone="caution" icon={Gift} title="Pay for the gift card">
      <p>
        {funding.amount ? `${formatMoney(funding.amount)}. ` : ''}
        {over ? '' : 'Open this in the Envoy app.'}
      </p>
      <Until what="The time to pay" at={funding.expiresAt} over={over} />
    </Callout>
  )
}

function Until({ what, at, over }: { what: string; at: number | null; over: boolean }) {
  if (at === null) return null
  return (
    <p className="num">
      {what} {over ? 'ended' : 'ends'} at {formatInstant(at)}.
    </p>
  )
}
