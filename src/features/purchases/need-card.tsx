import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { relativeInstant } from '@/lib/days'
import { safeProse } from '@/lib/names'
import { Amount } from '@/ui/amount'
import { Mark } from '@/ui/mark'
import { SafeNameText } from '@/ui/safe-name'
import { openQuestion } from './answer-state'
import { ContainedText } from './contained-text'
import { FreshnessText } from './freshness-text'
import { domainText, merchantName } from './names'
import type { Entry } from './sections'
import { StateMark } from './state-mark'
import { stateSentence } from './state-words'
import { useTick } from './tick'
import { useEntryFreshness } from './use-entry-freshness'
import { waited } from './waited'

type Props = {
  entry: Entry
  /** Names that look like better-known ones. */
  alike: ReadonlySet<string>
  /** Envoy's clock. */
  serverNow: () => number
}

/** A purchase that waits for the person, with what it waits for. */
export function NeedCard({ entry, alike, serverNow }: Props) {
  const { purchase, known } = entry
  const id = useId()
  const today = serverNow()
  const { freshness, solid } = useEntryFreshness(entry, today)
  const age = useTick(() => waited(purchase, known, serverNow()))
  const name = merchantName(purchase, alike)
  const asks = known?.checked ? openQuestion(known.checked.status.purchase) !== null : false
  return (
    <article className="need card" aria-labelledby={id}>
      <div className="need-h">
        <Mark name={name} />
        <h3 className="trunc" id={id}>
          <SafeNameText name={name} domain={domainText(purchase.merchant.domain)} />
        </h3>
        {purchase.amount ? <Amount money={purchase.amount} /> : null}
        <p className="small muted num">
          {purchase.createdAt === null ? '' : relativeInstant(purchase.createdAt, today)}
          {age ? ` · needs you ${age}` : ''}
        </p>
      </div>
      <div className="state-l">
        <StateMark state={purchase.state} solid={solid} />
        <FreshnessText freshness={freshness} />
      </div>
      <div className="need-t">
        <Need entry={entry} />
      </div>
      <div className="need-a">
        <Link
          to="/purchases/$purchaseId"
          params={{ purchaseId: purchase.purchaseId }}
          className={asks ? 'btn primary' : 'btn'}
          aria-describedby={id}
        >
          {asks ? 'Answer' : 'See what to do'}
        </Link>
      </div>
    </article>
  )
}

function Need({ entry: { known } }: { entry: Entry }) {
  const status = known?.checked?.status
  if (!status) return 'What it needs is shown after a check.'
  const { purchase, userAction } = status
  if (purchase.question) return <ContainedText text={purchase.question.prompt} />
  const message = safeProse(userAction?.message)
  if (message !== '') {
    return (
      <bdi dir="auto" className="verbatim">
        {message}
      </bdi>
    )
  }
  if (purchase.funding) return 'Pay for the gift card.'
  return stateSentence(purchase)
}
