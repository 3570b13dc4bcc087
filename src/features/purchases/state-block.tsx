import { RotateCw } from 'lucide-react'
import { Button } from '@/ui/button'
import { clockWords } from './freshness'
import { FreshnessText } from './freshness-text'
import type { Check } from './knowledge'
import { type Place, PurchaseLink } from './purchase-link'
import { StateMark } from './state-mark'
import { stateSentence } from './state-words'
import type { PurchaseView } from './use-purchase'

type Props = { check: Check; view: PurchaseView; place: Place; today: number }

export function StateBlock({ check, view, place, today }: Props) {
  const { purchase } = check.status
  return (
    <section className={place === 'page' ? 'pp-state' : 'sec'} aria-label="State">
      <div className="state-l">
        <StateMark state={purchase.state} solid={view.solid} />
        <FreshnessText freshness={view.freshness} />
        <Button
          label="Check again"
          icon={RotateCw}
          size="small"
          {...(place === 'page'
            ? { className: 'only-d' }
            : { variant: 'ghost' as const, iconOnly: true })}
          working={view.checking}
          onPress={view.checkAgain}
        />
      </div>
      <p className="say">
        {view.solid ? '' : `As of ${clockWords(check.when.shown, today)}: `}
        {stateSentence(purchase)}
      </p>
      {purchase.supersededBy ? (
        <p className="say">
          <PurchaseLink place={place} purchaseId={purchase.supersededBy}>
            Open the purchase that replaced it
          </PurchaseLink>
        </p>
      ) : null}
    </section>
  )
}
