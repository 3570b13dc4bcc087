import type { Break } from './shape'

/** A12: merchants of gift cards, as far as there is a page or not (R-186…R-199). */
export const giftCardBreaks: readonly Break[] = [
  {
    rule: 'R-186',
    file: 'src/sandbox/tools/list-gift-card-merchants.ts',
    find: 'const input = z.strictObject({})',
    replace: 'const input = z.object({})',
  },
  {
    rule: 'R-186',
    file: 'src/api/envoy/client.ts',
    find: 'ask(listGiftCardMerchants, {}, options)',
    replace: 'ask(listGiftCardMerchants, { limit: 50 }, options)',
  },
  {
    rule: 'R-187',
    file: 'src/sandbox/gift-cards.ts',
    find: '  discount_percent: 2.5,',
    replace: '  discount_percent: 2,',
  },
  {
    rule: 'R-187',
    file: 'src/api/envoy/tools/list-gift-card-merchants.ts',
    find: 'redeemAt: read.redeem_at,',
    replace: 'redeemAt: null,',
  },
  {
    rule: 'R-188',
    file: 'src/sandbox/gift-cards.ts',
    find: 'amounts: ranged ? null : sizes.map(',
    replace: 'amounts: sizes.map(',
  },
  {
    rule: 'R-188',
    file: 'src/api/envoy/tools/list-gift-card-merchants.ts',
    find: 'amounts: z.catch(z.array(requiredMoney), []),',
    replace: 'amounts: z.array(requiredMoney),',
  },
  {
    rule: 'R-189',
    file: 'src/sandbox/wire-money.ts',
    find: 'digits.slice(0, -2)',
    replace: 'digits.slice(0, -1)',
  },
  {
    rule: 'R-189',
    file: 'src/api/envoy/schemas.ts',
    find: 'minor: wholeNumber,',
    replace: 'minor: z.number(),',
  },
  {
    rule: 'R-189',
    file: 'src/lib/money.ts',
    find: 'const INR_DECIMALS = 2',
    replace: 'const INR_DECIMALS = 1',
  },
  {
    rule: 'R-190',
    file: 'src/sandbox/gift-cards.ts',
    find: 'minor % 100 === 0 && ',
    replace: '',
  },
  {
    rule: 'R-192',
    file: 'src/api/envoy/tools/list-gift-card-merchants.ts',
    find: 'if (percent === null || percent <= 0 || percent > 100) return null',
    replace: 'if (percent === null || percent <= 0 || percent > 100) return 0',
  },
  {
    rule: 'R-195',
    file: 'src/sandbox/gift-cards.ts',
    find: 'if (!merchant) return false',
    replace: 'if (!merchant) return true',
  },
  {
    rule: 'R-196',
    file: 'src/api/envoy/inputs.ts',
    find: '...(rail !== undefined && { rail }),',
    replace: "rail: rail ?? 'gift_card',",
  },
  {
    rule: 'R-196',
    file: 'src/sandbox/purchase-rules.ts',
    find: "rail: known.rail ?? 'one_time_card',",
    replace: "rail: 'one_time_card',",
  },
  {
    rule: 'R-199',
    file: 'src/api/envoy/tools/list-gift-card-merchants.ts',
    find: "redeem_at: z.catch(z.nullable(oneOf('account', 'checkout')), null),",
    replace: "redeem_at: z.catch(z.nullable(oneOf('account', 'checkout')), 'checkout'),",
  },
]
