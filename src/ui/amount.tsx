import { type Money, moneyParts } from '@/lib/money'

type Props = {
  money: Money
  size?: 'row' | 'figure' | 'display'
  /** Day totals and table columns: one weight, paise as loud as rupees. */
  plain?: boolean
  className?: string
}

export function Amount({ money, size = 'row', plain = false, className = '' }: Props) {
  const { sign, whole, fraction } = moneyParts(money)
  const classes = ['amt', size === 'row' ? '' : size, className].filter(Boolean).join(' ')
  return (
    <bdi className={classes}>
      {sign}
      {whole}
      {plain ? fraction : <span className="p">{fraction}</span>}
    </bdi>
  )
}
