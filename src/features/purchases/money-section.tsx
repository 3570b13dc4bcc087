import { clockWords } from './freshness'
import type { Check } from './knowledge'
import { moneyLine, moneySentence } from './money-words'

type Props = { check: Check; solid: boolean; today: number }

/** Where the money is, from the `money` of a check alone: dated when the check is not current. */
export function MoneySection({ check, solid, today }: Props) {
  const { purchase } = check.status
  const line = moneyLine(purchase.money)
  const { strong, rest } = moneySentence(purchase)
  return (
    <>
      <ol
        className={line.known && solid ? 'money' : 'money unknown'}
        aria-label={`Money: ${line.label}`}
      >
        {line.stops.map(({ label, at }) => (
          <li
            key={label}
            className={at === 'next' ? '' : at}
            aria-current={at === 'is' ? 'step' : undefined}
          >
            {label}
          </li>
        ))}
      </ol>
      <p className="money-say">
        {solid ? '' : `As of ${clockWords(check.when.shown, today)}: `}
        {strong ? <strong className="semibold">{strong}</strong> : null} {rest}
      </p>
    </>
  )
}
