import * as z from 'zod/mini'
import { items, oneOf, parseOr, requiredMoney, text } from '../schemas'
import type { GiftCardMerchant, GiftCardMerchants } from '../types'
import type { Tool } from './tool'

const dataSchema = z.object({ merchants: items })

const merchantSchema = z.object({
  name: z.string(),
  domain: text,
  amounts: z.catch(z.array(requiredMoney), []),
  amount_range: z.catch(z.nullable(z.object({ min: requiredMoney, max: requiredMoney })), null),
  discount_percent: z.catch(z.nullable(z.number()), null),
  redeem_at: z.catch(z.nullable(oneOf('account', 'checkout')), null),
})

/** Merchants selling gift cards, in Envoy's order (C50). */
export const listGiftCardMerchants: Tool<GiftCardMerchants> = {
  name: 'list_gift_card_merchants',
  readOnly: true,
  read({ envelope, meta }) {
    const data = parseOr(dataSchema, envelope.data)
    if (data === null) return null
    return { merchants: data.merchants.map((raw) => readMerchant(raw) ?? UNREADABLE), meta }
  },
}

const UNREADABLE = { unreadable: true } as const

function readMerchant(raw: unknown): GiftCardMerchant | null {
  const read = parseOr(merchantSchema, raw)
  if (read === null) return null
  return {
    name: read.name,
    domain: read.domain,
    amounts: read.amounts,
    amountRange: read.amount_range,
    discountPercent: toDiscount(read.discount_percent),
    redeemAt: read.redeem_at,
  }
}

/** Nothing is shown for 0 or for what is no percentage; two decimals, rounded down (C53). */
function toDiscount(percent: number | null): number | null {
  if (percent === null || percent <= 0 || percent > 100) return null
  const shown = Math.floor(percent * 100 + 1e-9) / 100
  return shown > 0 ? shown : null
}
