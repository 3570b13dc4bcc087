import type { Purchase } from '@/api/envoy/types'
import { moneySaysCharged } from './money-words'
import { isFinal } from './state-words'

type Told = Pick<Purchase, 'checkoutBy' | 'money' | 'state'>

/** Who checks out, for a list: no claim that it has happened. */
export function checkoutShort(checkoutBy: Purchase['checkoutBy']): string {
  if (checkoutBy === 'envoy') return 'Envoy'
  return checkoutBy === 'agent' ? 'Agent, one-time card' : 'Not decided yet'
}

const NO_CARD = 'No card is released to your agent'

export type CheckoutWords = { readonly text: string; readonly note: string | null }

/**
 * Who checks out, for a checked purchase. It can change until the end, so
 * nothing here speaks for earlier or later replies; "paid" needs a `money` that says so (Part D).
 */
export function checkoutWords({ checkoutBy, money, state }: Told): CheckoutWords {
  const over = isFinal(state)
  if (checkoutBy === 'envoy') {
    if (moneySaysCharged(money)) return { text: 'Envoy paid the shop', note: NO_CARD }
    if (over) return { text: 'Envoy', note: NO_CARD }
    return {
      text: 'Envoy checks out',
      note: `${NO_CARD}. Do not open the shop’s checkout yourself.`,
    }
  }
  if (checkoutBy === 'agent') {
    return {
      text: over ? 'Your agent' : 'Your agent checks out',
      note: over ? 'With a one-time card' : 'Once, with a one-time card',
    }
  }
  return { text: over ? 'Not decided' : 'Not decided yet', note: null }
}
