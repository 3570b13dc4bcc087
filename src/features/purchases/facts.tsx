import type { Purchase } from '@/api/envoy/types'
import { formatInstant } from '@/lib/days'
import { checkoutWords } from './checkout-words'
import { approvedAgainstCharged } from './money-words'
import { domainText } from './names'
import { type Place, PurchaseLink } from './purchase-link'

type Props = { purchase: Purchase; place: Place }

export function Facts({ purchase, place }: Props) {
  const checkout = checkoutWords(purchase)
  const difference = approvedAgainstCharged(purchase)
  const domain = domainText(purchase.merchant.domain)
  return (
    <dl className={place === 'page' ? 'kv sec' : 'kv'}>
      {difference ? (
        <>
          <dt>Approved</dt>
          <dd className="num">{difference.approved}</dd>
          <dt>Charged</dt>
          <dd className="num">
            {difference.charged}
            <small>{difference.note}</small>
          </dd>
        </>
      ) : null}
      <dt>Checkout</dt>
      <dd>
        {checkout.text}
        {checkout.note ? <small>{checkout.note}</small> : null}
      </dd>
      <dt>Shop</dt>
      <dd className="domain">
        {domain ? <bdi>{domain}</bdi> : <span className="unk">Not reported</span>}
      </dd>
      <dt>Started</dt>
      <dd className="num">
        {purchase.createdAt === null ? (
          <span className="unk">Not reported</span>
        ) : (
          formatInstant(purchase.createdAt)
        )}
      </dd>
      {purchase.retryOf ? (
        <>
          <dt>Try</dt>
          <dd>
            A new try of{' '}
            <PurchaseLink place={place} purchaseId={purchase.retryOf}>
              an earlier purchase
            </PurchaseLink>
          </dd>
        </>
      ) : null}
    </dl>
  )
}
