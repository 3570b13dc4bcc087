import { Link } from '@tanstack/react-router'
import { relativeInstant } from '@/lib/days'
import { Amount } from '@/ui/amount'
import { Mark } from '@/ui/mark'
import { SafeNameText } from '@/ui/safe-name'
import { checkoutShort } from './checkout-words'
import { FreshnessText } from './freshness-text'
import { domainText, merchantName } from './names'
import type { Entry } from './sections'
import { StateMark } from './state-mark'
import { useEntryFreshness } from './use-entry-freshness'

type Props = {
  entry: Entry
  /** Names that look like better-known ones. */
  alike: ReadonlySet<string>
  /** Envoy's clock. */
  today: number
}

/** One purchase in progress or finished, in a row that leads to its page. */
export function PurchaseRow({ entry, alike, today }: Props) {
  const { purchase } = entry
  const { freshness, solid } = useEntryFreshness(entry, today)
  const name = merchantName(purchase, alike)
  return (
    <li>
      <Link
        to="/purchases/$purchaseId"
        params={{ purchaseId: purchase.purchaseId }}
        className="prow pad"
      >
        <Mark name={name} />
        <span className="c-m trunc">
          <SafeNameText name={name} domain={domainText(purchase.merchant.domain)} />
        </span>
        <span className="c-s">
          <StateMark state={purchase.state} solid={solid} />
        </span>
        <span className="c-f">
          <FreshnessText freshness={freshness} />
        </span>
        <span className={purchase.checkoutBy ? 'c-b trunc' : 'c-b trunc subtle'}>
          {checkoutShort(purchase.checkoutBy)}
        </span>
        <span className="c-w num">
          {purchase.createdAt === null ? (
            <span className="unk">Not reported</span>
          ) : (
            relativeInstant(purchase.createdAt, today)
          )}
        </span>
        <span className="c-a">
          {purchase.amount ? (
            <Amount money={purchase.amount} />
          ) : (
            <span className="unk">Not reported</span>
          )}
        </span>
      </Link>
    </li>
  )
}
