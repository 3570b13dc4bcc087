import type { Rule } from './shape'

export const giftCardsRules: readonly Rule[] = [
  {
    id: 'R-186',
    says: 'The input of list_gift_card_merchants is `{}`.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-187',
    says: 'A merchant has name, domain, amounts or amount_range, discount_percent and redeem_at.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-188',
    says: 'The one of amounts and amount_range that is not used is null.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-189',
    says: 'Money is minor, currency and display; 50000 minor are ₹500.00.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-190',
    says: 'amount_range allows any whole rupee within it.',
    keepers: ['sandbox', 'page'],
    open: {
      state: 'not built yet',
      why: 'The sandbox sells by it; the page has no view of gift cards yet.',
    },
  },
  {
    id: 'R-191',
    says: 'A discount is a maximum: "up to".',
    keepers: ['page'],
    open: { state: 'not built yet', why: 'The page has no view of gift cards yet.' },
  },
  {
    id: 'R-192',
    says: 'Where no discount is reported nothing is said of one, not even 0%.',
    keepers: ['client', 'page'],
    open: {
      state: 'not built yet',
      why: 'The client reads it as nothing; the page has no view of gift cards yet.',
    },
  },
  {
    id: 'R-193',
    says: 'No discounted price is worked out or shown.',
    keepers: ['page'],
    open: { state: 'not built yet', why: 'The page has no view of gift cards yet.' },
  },
  {
    id: 'R-194',
    says: 'A price is never drawn from a way to pay.',
    keepers: ['client', 'page'],
    open: { state: 'not built yet', why: 'The page has no view of gift cards yet.' },
  },
  {
    id: 'R-195',
    says: 'Nothing is promised for a merchant that is not listed.',
    keepers: ['page'],
    open: {
      state: 'not built yet',
      why: 'The sandbox sells nothing else; the page has no view of gift cards yet.',
    },
  },
  {
    id: 'R-196',
    says: 'Buying one is start_purchase with rail "gift_card".',
    keepers: ['client', 'page'],
    open: {
      state: 'not built yet',
      why: 'Client and sandbox take the rail; the page has no view of gift cards yet.',
    },
  },
  {
    id: 'R-197',
    says: 'redeem_at account: add it to the balance, then check out.',
    keepers: ['page'],
    open: { state: 'not built yet', why: 'The page has no view of gift cards yet.' },
  },
  {
    id: 'R-198',
    says: 'redeem_at checkout: enter it at the payment step.',
    keepers: ['page'],
    open: { state: 'not built yet', why: 'The page has no view of gift cards yet.' },
  },
  {
    id: 'R-199',
    says: 'redeem_at null: not known yet, never guessed.',
    keepers: ['page'],
    open: {
      state: 'not built yet',
      why: 'The client reads it as not known; the page has no view of gift cards yet.',
    },
  },
]
