import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MONEY_STATES } from '@/api/envoy/contract'
import { requiredMoney } from '@/api/envoy/schemas'
import type { Purchase, WireMoney } from '@/api/envoy/types'
import { approvedAgainstCharged, headline, moneySentence } from './money-words'

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
type Told = Pick<Purchase, 'money' | 'amount' | 'charged' | 'refunded'>

const minor = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
const wording = fc.oneof(
  fc.constantFrom('₹1,000.00\u202e', '\u2067₹9.99\u2069', '₹24.99', 'FREE', ''),
  fc.string({ unit: 'binary' }),
)
/** As it comes over the wire and is read. */
const wire = fc
  .record({ minor, currency: fc.constantFrom('INR', 'USD', 'ZZQ'), display: wording })
  .map((money) => requiredMoney.parse(money))
const told: fc.Arbitrary<Told> = fc.record({
  money: fc.constantFrom(null, ...MONEY_STATES),
  amount: fc.option(wire),
  charged: fc.option(wire),
  refunded: fc.option(wire),
})

const silent = (money: WireMoney | null) => money && { ...money, display: null }
const withoutWording = ({ money, amount, charged, refunded }: Told): Told => ({
  money,
  amount: silent(amount),
  charged: silent(charged),
  refunded: silent(refunded),
})

function words(of: Told) {
  const top = headline(of)
  return {
    sentence: moneySentence(of),
    difference: approvedAgainstCharged(of),
    figure: top && { minor: top.money.minor, currency: top.money.currency, note: top.note },
  }
}

describe('what is said about money', () => {
  it("[SR-31] [C15] is the same whatever Envoy's wording of an amount is, and has none of its bidi controls", () => {
    fc.assert(
      fc.property(told, (purchase) => {
        expect(words(purchase)).toEqual(words(withoutWording(purchase)))
        expect(JSON.stringify(words(purchase))).not.toMatch(BIDI)
      }),
    )
  })

  it('[SR-31] an amount that contradicts its wording is told by its minor units', () => {
    const charged = requiredMoney.parse({
      minor: 249_900,
      currency: 'INR',
      display: '₹1,000.00\u202e',
    })
    const { rest } = moneySentence({ money: 'charged', amount: null, charged, refunded: null })
    expect(rest).toBe('You were charged ₹2,499.00.')
  })
})
