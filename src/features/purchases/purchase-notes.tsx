import { CircleAlert, Gift, Hand, Lock } from 'lucide-react'
import type { Funding, PurchaseStatus, UserAction } from '@/api/envoy/types'
import { formatInstant } from '@/lib/days'
import { safeProse } from '@/lib/names'
import { safeLink } from '@/lib/safe-link'
import { Amount } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { EnvoyLink } from './envoy-link'
import { isFinal } from './state-words'
import { useTick } from './tick'

type Props = {
  status: PurchaseStatus
  /** Envoy's clock. */
  serverNow: () => number
  /** Where addresses from Envoy may lead. */
  linkHosts: readonly string[]
  onOpenSupport: () => void
}

/** What a check says beside the state: what to do, what is closed, who has to look. */
export function PurchaseNotes({ status, onOpenSupport, ...way }: Props) {
  const { purchase, userAction } = status
  const over = isFinal(purchase.state)
  return (
    <>
      {userAction ? <ActionNote action={userAction} {...way} /> : null}
      {purchase.funding && !over ? <FundingNote funding={purchase.funding} {...way} /> : null}
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

type Way = Pick<Props, 'serverNow' | 'linkHosts'>

function ActionNote({ action, serverNow, linkHosts }: Way & { action: UserAction }) {
  const over = useIsOver({ expiresAt: action.expiresAt, serverNow })
  const message = safeProse(action.message)
  if (message === '' && action.url === null) return null
  return (
    <Callout tone="caution" icon={Hand} title="What to do">
      {message === '' ? null : (
        <p className="verbatim" dir="auto">
          {message}
        </p>
      )}
      <Until what="This" at={action.expiresAt} over={over} />
      <WayThere url={action.url} over={over} linkHosts={linkHosts} />
    </Callout>
  )
}

// Paying for a gift card is never an approval.
function FundingNote({ funding, serverNow, linkHosts }: Way & { funding: Funding }) {
  const over = useIsOver({ expiresAt: funding.expiresAt, serverNow })
  return (
    <Callout tone="caution" icon={Gift} title="Pay for the gift card">
      {funding.amount ? (
        <p>
          <Amount money={funding.amount} plain />
        </p>
      ) : null}
      <Until what="The time to pay" at={funding.expiresAt} over={over} />
      <WayThere url={funding.url} over={over} linkHosts={linkHosts} />
    </Callout>
  )
}

type WayThereProps = { url: string | null; over: boolean; linkHosts: readonly string[] }

/** An address that may not be followed from here is never shown either (SR-25). */
function WayThere({ url, over, linkHosts }: WayThereProps) {
  if (url === null) return null
  const link = safeLink(url, linkHosts)
  if (link) return <EnvoyLink link={link} over={over} />
  return over ? null : <p>Open this in the Envoy app.</p>
}

function Until({ what, at, over }: { what: string; at: number | null; over: boolean }) {
  if (at === null) return null
  return (
    <p className="num">
      {what} {over ? 'ended' : 'ends'} at {formatInstant(at)}.
    </p>
  )
}
