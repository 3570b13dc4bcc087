import type { Day } from '@/lib/days'
import { formatMoney } from '@/lib/money'
import { Amount } from '@/ui/amount'
import { Skeleton } from '@/ui/skeleton'
import { coverageLine, leftOutWords, totalLabel } from './coverage'
import type { History } from './queries'
import { wholeTotal } from './read-index'
import type { DateRange } from './search'

/** Characters of a total that fill the width of a small phone. */
const LONG = 14

type Props = {
  history: History
  range: DateRange
  today: Day
  /** What the last refresh found. */
  news: string | null
}

/** The total, what it covers, and what it leaves out (C13). */
export function Summary({ history: { index, complete }, range, today, news }: Props) {
  const total = wholeTotal(index)
  const [main, ...others] = total.sums
  return (
    <section className="summary alone pad" aria-label="Totals">
      <div>
        <p className="sum-label">{totalLabel({ range, complete })}</p>
        {main?.money ? (
          <Amount
            money={main.money}
            size="display"
            className={formatMoney(main.money).length > LONG ? 'long' : ''}
          />
        ) : (
          <span className="amt display unk">Not shown</span>
        )}
        {others.map(({ currency, money }) =>
          money ? (
            <p className="sum-line" key={currency}>
              and <Amount money={money} plain />
            </p>
          ) : null,
        )}
        <p className="sum-line num">{coverageLine({ index, range, complete, today })}</p>
        {leftOutWords(total).map((sentence) => (
          <p className="sum-line" key={sentence}>
            {sentence}
          </p>
        ))}
        <p className="sum-act below small muted num" role="status">
          {news}
        </p>
      </div>
    </section>
  )
}

/** The same places, before anything is known. */
export function SummaryPending() {
  return (
    <div className="summary alone pad" aria-hidden="true">
      <div>
        <div className="sum-label">
          <Skeleton width={120} height={10} className="line" />
        </div>
        <div className="amt display">
          <Skeleton width={232} height={30} className="line" />
        </div>
        <div className="sum-line">
          <Skeleton width={190} height={10} className="line" />
        </div>
        <div className="sum-act below" />
      </div>
    </div>
  )
}
