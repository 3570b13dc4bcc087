import type { Purchase } from '@/api/envoy/types'
import { Amount } from '@/ui/amount'
import { Mark } from '@/ui/mark'
import { SafeNameText } from '@/ui/safe-name'
import { headline } from './money-words'
import { agentName, domainText, merchantName } from './names'

type Props = {
  purchase: Purchase
  /** Names that look like better-known ones. */
  alike: ReadonlySet<string>
  level: 1 | 2
}

export function Identity({ purchase, alike, level }: Props) {
  const Heading = `h${level}` as const
  const merchant = merchantName(purchase, alike)
  return (
    <div className="ident">
      <Mark name={merchant} size="large" />
      <div className="trunc">
        <Heading className="trunc">
          <SafeNameText name={merchant} domain={domainText(purchase.merchant.domain)} />
        </Heading>
        <p className="trunc">
          <SafeNameText name={agentName(purchase.agentName)} />
        </p>
      </div>
    </div>
  )
}

export function Figure({ purchase }: { purchase: Purchase }) {
  const figure = headline(purchase)
  if (!figure) return <span className="unk">Amount not reported</span>
  return (
    <>
      <Amount money={figure.money} size="figure" />
      {figure.note ? <span className="note">{figure.note}</span> : null}
    </>
  )
}
