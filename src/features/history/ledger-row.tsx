import { Undo2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Line, ReadableLine, WireMoney } from '@/api/envoy/types'
import type { SafeName } from '@/lib/names'
import { Amount } from '@/ui/amount'
import { Icon } from '@/ui/icon'
import { Mark } from '@/ui/mark'
import { SafeNameText } from '@/ui/safe-name'
import { isKnownCurrency, wordedAmount } from './currency'

type Props = {
  line: Line
  title: SafeName | undefined
  agent: SafeName | undefined
  slot: number
  /** Pixels from the top of its day. */
  top: number
  /** Row of the grid, counted from 1. */
  row: number
  tabStop: boolean
  selected: boolean
  /** Null: Envoy gave no way to open it (C1). */
  href: string | null
}

/** One line as the Envoy app words it: merchant, agent, net amount, and the refund mark. */
export const LedgerRow = memo(function LedgerRow(props: Props) {
  const { line, slot, top, row, selected } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a window of rows at fixed places is no table
    // biome-ignore lint/a11y/useFocusableInteractive: its first cell takes the focus
    <div
      className="row pad"
      role="row"
      aria-rowindex={row}
      aria-selected={selected}
      data-slot={slot}
      style={{ top }}
    >
      {line.kind === 'line' ? <Cells {...props} line={line} /> : <Unreadable {...props} />}
    </div>
  )
})

function Cells({ line, title, agent, tabStop, href }: Props & { line: ReadableLine }) {
  const tabIndex = tabStop ? 0 : -1
  if (!title || !agent) return null
  return (
    <>
      <Mark name={title} />
      {href === null ? (
        <Cell className="t trunc hit" column={1} tabIndex={tabIndex}>
          <SafeNameText name={title} />
        </Cell>
      ) : (
        <Cell className="t trunc" column={1}>
          <a className="hit" href={href} tabIndex={tabIndex}>
            <SafeNameText name={title} />
          </a>
        </Cell>
      )}
      <Cell className="s trunc" column={2}>
        <SafeNameText name={agent} />
      </Cell>
      {line.refunded && line.refunded.minor > 0 ? (
        <Cell className="back" column={3}>
          <Icon icon={Undo2} size={13} />
          Partly refunded
        </Cell>
      ) : null}
      <Cell className="a" column={4}>
        <LineAmount amount={line.amount} />
      </Cell>
    </>
  )
}

function Unreadable({ tabStop }: Props) {
  return (
    <Cell className="t unread hit" column={1} span={4} tabIndex={tabStop ? 0 : -1}>
      This line could not be read
    </Cell>
  )
}

/** From the minor units, whatever Envoy's wording says (C15); its wording only where they mean nothing (C16). */
function LineAmount({ amount }: { amount: WireMoney }) {
  if (isKnownCurrency(amount.currency)) return <Amount money={amount} />
  return <bdi className="amt worded">{wordedAmount(amount.display)}</bdi>
}

type CellProps = {
  className: string
  column: number
  span?: number
  tabIndex?: number
  children: ReactNode
}

function Cell({ className, column, span, tabIndex, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LedgerRow
    <span
      className={className}
      role="gridcell"
      aria-colindex={column}
      aria-colspan={span}
      tabIndex={tabIndex}
    >
      {children}
    </span>
  )
}
