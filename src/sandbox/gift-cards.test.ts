import { expect, it } from 'vitest'
import { type GiftCardMerchant, giftCardMerchants, sellsGiftCard } from './gift-cards'

type Range = GiftCardMerchant['amount_range']

it('[C50] lists 300 shops, each domain once, always in the same order', () => {
  const domains = giftCardMerchants().map((merchant) => merchant.domain)
  expect(domains).toHaveLength(300)
  expect(new Set(domains).size).toBe(300)
  expect(domains.every((domain) => /^[a-z0-9-]+\.example\.test$/.test(domain))).toBe(true)
})

it('[R-187][R-189] begins with the documents’ own example', () => {
  expect(giftCardMerchants()[0]).toEqual({
    name: 'shop.example.test',
    domain: 'shop.example.test',
    amounts: [
      { minor: 50_000, currency: 'INR', display: '₹500.00' },
      { minor: 100_000, currency: 'INR', display: '₹1,000.00' },
    ],
    amount_range: null,
    discount_percent: 2.5,
    redeem_at: 'checkout',
  })
})

it('[R-188] never has both amounts and a range, and has each kind of everything', () => {
  const list = giftCardMerchants()
  expect(list.filter(({ amounts, amount_range }) => amounts && amount_range)).toEqual([])
  const some = (has: (merchant: (typeof list)[number]) => boolean) => list.filter(has).length
  expect(some(({ amounts }) => (amounts?.length ?? 0) > 0)).toBeGreaterThan(100)
  expect(some(({ amount_range }) => amount_range !== null)).toBeGreaterThan(50)
  expect(some(({ discount_percent }) => discount_percent === null)).toBeGreaterThan(50)
  for (const redeemAt of ['account', 'checkout', null]) {
    expect(some(({ redeem_at }) => redeem_at === redeemAt)).toBeGreaterThan(30)
  }
  expect(some(({ name }) => /\p{Script=Devanagari}/u.test(name))).toBeGreaterThan(10)
})

it('[C51][C53] has shops with nothing on sale and discounts that make no sense', () => {
  const list = giftCardMerchants()
  expect(list.some(({ amounts, amount_range }) => !amounts && !amount_range)).toBe(true)
  expect(list.some(({ amounts }) => amounts?.length === 0)).toBe(true)
  const discounts = list.map(({ discount_percent }) => discount_percent ?? 1)
  expect(discounts.some((discount) => discount === 0)).toBe(true)
  expect(discounts.some((discount) => discount < 0)).toBe(true)
  expect(discounts.some((discount) => discount > 100)).toBe(true)
  expect(discounts.some((discount) => String(discount).length > 5)).toBe(true)
})

it('[R-190][R-195] sells listed amounts and whole rupees in a range, nothing else', () => {
  expect(sellsGiftCard('shop.example.test', 50_000)).toBe(true)
  expect(sellsGiftCard('shop.example.test', 50_001)).toBe(false)
  expect(sellsGiftCard('unlisted.example.test', 50_000)).toBe(false)
  const width = ({ amount_range: range }: { amount_range: Range }) =>
    range ? range.max.minor - range.min.minor : 0
  const ranged = giftCardMerchants().find((merchant) => width(merchant) > 1_000)
  const { domain = '', amount_range } = ranged ?? {}
  const least = amount_range?.min.minor ?? 0
  expect(sellsGiftCard(domain, least)).toBe(true)
  expect(sellsGiftCard(domain, least + 100)).toBe(true)
  expect(sellsGiftCard(domain, least + 150)).toBe(false)
  expect(sellsGiftCard(domain, least - 100)).toBe(false)
})
