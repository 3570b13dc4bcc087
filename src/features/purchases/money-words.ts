import type { MoneyState } from '@/api/envoy/contract'
import type { Purchase, WireMoney } from '@/api/envoy/types'
import { formatMoney } from '@/lib/money'

type Told = Pick<Purchase, 'money' | 'amount' | 'charged' | 'refunded'>

/** The sentence about money: a strong beginning where the design has one, and the rest. */
export type MoneySentence = { readonly strong: string | null; readonly rest: string }

type Stop = { readonly label: string; readonly at: 'was' | 'is' | 'next' }
/** `stops` are the four of the money line; `known` is false when none of them can be marked. */
export type MoneyLine = {
  readonly label: string
  readonly known: boolean
  readonly stops: readonly Stop[]
}

const LABELS = {
  not_charged: 'Not charged',
  set_aside: 'Set aside',
  charged: 'Charged',
  refunding: 'Refunding',
  refunded: 'Refunded',
} as const satisfies Partial<Record<MoneyState, string>>

const REACHED = { not_charged: 0, set_aside: 1, charged: 2, refunding: 3, refunded: 3 } as const

type KnownMoney = keyof typeof LABELS

export function isKnownMoney(money: MoneyState | null): money is KnownMoney {
  return money !== null && money !== 'unknown'
}

/** Whether `money` says that the shop has been paid, whatever came back since. */
export function moneySaysCharged(money: MoneyState | null): boolean {
  return money === 'charged' || money === 'refunding' || money === 'refunded'
}

/** The four stops of the money line. Not delivered or not known: all dashed. */
export function moneyLine(money: MoneyState | null): MoneyLine {
  const last = money === 'refunding' ? LABELS.refunding : LABELS.refunded
  const labels = [LABELS.not_charged, LABELS.set_aside, LABELS.charged, last]
  if (!isKnownMoney(money)) {
    return {
      label: 'not known yet',
      known: false,
      stops: labels.map((label) => ({ label, at: 'next' })),
    }
  }
  const reached = REACHED[money]
  const at = (index: number) => (index < reached ? 'was' : index === reached ? 'is' : 'next')
  return {
    label: LABELS[money],
    known: true,
    stops: labels.map((label, index) => ({ label, at: at(index) })),
  }
}

/**
 * What happened to the money, in words. Nothing but `money` may say charged or refunded (R-201,
 * Part D); amounts are told only where Envoy gave them, and no reason is made up.
 */
export function moneySentence({ money, amount, charged, refunded }: Told): MoneySentence {
  switch (money) {
    case 'not_charged':
      return plain('Nothing has left your account.')
    case 'set_aside':
      return {
        strong: amount ? `${formatMoney(amount)} is set aside.` : 'Money is set aside.',
        rest: 'The shop has not charged you.',
      }
    case 'charged':
      return plain(`${chargedWords(charged)}${partBack(refunded)}`)
    case 'refunding':
      return plain(
        `${chargedWords(charged)}${partBack(refunded)} A refund is on its way. It is shown here when it arrives.`,
      )
    case 'refunded':
      return plain(backWords(refunded, charged))
    case 'unknown':
      return plain('Envoy cannot tell yet whether you were charged. Do not pay again.')
    case null:
      return plain('Envoy did not say whether money has moved.')
  }
}

const plain = (rest: string): MoneySentence => ({ strong: null, rest })

const isSome = (money: WireMoney | null): money is WireMoney => money !== null && money.minor > 0

function chargedWords(charged: WireMoney | null) {
  return isSome(charged)
    ? `You were charged ${formatMoney(charged)}.`
    : 'You were charged. Envoy did not give the amount.'
}

function partBack(refunded: WireMoney | null) {
  return isSome(refunded) ? ` ${formatMoney(refunded)} has come back.` : ''
}

function backWords(refunded: WireMoney | null, charged: WireMoney | null) {
  if (!isSome(refunded)) return 'The money came back to you. Envoy did not give the amount.'
  if (!isSome(charged) || isSameMoney(charged, refunded)) {
    return `${formatMoney(refunded)} came back to you.`
  }
  return `${formatMoney(refunded)} of ${formatMoney(charged)} came back to you.`
}

const isSameMoney = (a: WireMoney, b: WireMoney) => a.minor === b.minor && a.currency === b.currency

export type Headline = { readonly money: WireMoney; readonly note: string | null }

/** The figure at the top: net of what came back where `money` and both amounts say so, else the amount. */
export function headline({ money, amount, charged, refunded }: Told): Headline | null {
  const net = moneySaysCharged(money) && isSome(charged) && isSome(refunded)
  if (!net || charged.currency !== refunded.currency) return amount && { money: amount, note: null }
  return {
    money: { minor: charged.minor - refunded.minor, currency: charged.currency, display: null },
    note: `net of a ${formatMoney(refunded)} refund`,
  }
}

export type Difference = {
  readonly approved: string
  readonly charged: string
  readonly note: string
}

/** Approved against charged: only where both are there, in one currency, and differ. */
export function approvedAgainstCharged({ money, amount, charged }: Told): Difference | null {
  if (!moneySaysCharged(money) || !amount || !isSome(charged)) return null
  if (amount.currency !== charged.currency || amount.minor === charged.minor) return null
  const more = charged.minor > amount.minor
  const by = { minor: Math.abs(charged.minor - amount.minor), currency: amount.currency }
  return {
    approved: formatMoney(amount),
    charged: formatMoney(charged),
    note: `${formatMoney(by)} ${more ? 'more' : 'less'} than approved`,
  }
}
