import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MONEY_STATES, STATES } from '@/api/envoy/contract'
import type { Purchase, StateName } from '@/api/envoy/types'
import { checkoutShort, checkoutWords } from './checkout-words'
import { checked, purchase, rupees } from './fixtures'
import { learn } from './knowledge'
import {
  approvedAgainstCharged,
  headline,
  moneyLine,
  moneySaysCharged,
  moneySentence,
} from './money-words'
import { isFinal, sectionOf, stateLabel, stateSentence, stateTone } from './state-words'
import { purchaseSteps } from './steps'

const ALL_STATES: readonly StateName[] = [...STATES, 'not_recognised']
const ALL_MONEY = [...MONEY_STATES, null]
const CHECKOUTS = ['agent', 'envoy', null] as const

const told = ({ strong, rest }: { strong: string | null; rest: string }) =>
  [strong, rest].filter(Boolean).join(' ')

describe('state words', () => {
  it.each([
    ['needs_details', 'Details needed', 'needs_you', 'caution'],
    ['needs_answer', 'Question for you', 'needs_you', 'caution'],
    ['waiting_for_user', 'Waiting for you', 'needs_you', 'caution'],
    ['processing', 'Working on it', 'in_progress', 'accent'],
    ['ready', 'Ready to pay', 'in_progress', 'accent'],
    ['verifying', 'Confirming', 'in_progress', 'accent'],
    ['completed', 'Done', 'finished', 'positive'],
    ['failed', 'Did not go through', 'finished', 'critical'],
    ['cancelled', 'Cancelled', 'finished', 'quiet'],
    ['superseded', 'Replaced', 'finished', 'quiet'],
    ['not_recognised', 'Status not recognised', 'in_progress', 'quiet'],
  ] as const)('[R-174] %s is "%s"', (state, label, section, tone) => {
    expect(stateLabel(state)).toBe(label)
    expect(sectionOf(state)).toBe(section)
    expect(stateTone(state)).toBe(tone)
    expect(isFinal(state)).toBe(section === 'finished')
  })

  it('[D] says "nothing is paid" only where money says that nothing was', () => {
    const sentence = (money: Purchase['money']) =>
      stateSentence(purchase({ state: 'needs_answer', money }))
    expect(sentence('set_aside')).toContain('Nothing is paid while it waits.')
    for (const money of ['charged', 'refunded', 'unknown', null] as const) {
      expect(sentence(money)).toBe('Envoy needs one answer from you before it can go on.')
    }
  })

  it('[R-202] does not call a purchase finished business while support has to look', () => {
    const sentence = stateSentence(purchase({ state: 'completed', needsSupport: true }))
    expect(sentence).not.toContain('Nothing is left to do')
  })
})

describe('money words', () => {
  const amounts = { amount: rupees(2149), charged: rupees(1849), refunded: rupees(350) }

  it.each([
    ['not_charged', 'Nothing has left your account.'],
    ['set_aside', '₹2,149.00 is set aside. The shop has not charged you.'],
    ['charged', 'You were charged ₹1,849.00. ₹350.00 has come back.'],
    [
      'refunding',
      'You were charged ₹1,849.00. ₹350.00 has come back. A refund is on its way. It is shown here when it arrives.',
    ],
    ['refunded', '₹350.00 of ₹1,849.00 came back to you.'],
    ['unknown', 'Envoy cannot tell yet whether you were charged. Do not pay again.'],
    [null, 'Envoy did not say whether money has moved.'],
  ] as const)('[R-201] %s', (money, words) => {
    expect(told(moneySentence({ money, ...amounts }))).toBe(words)
  })

  it.each([
    ['set_aside', 'Money is set aside. The shop has not charged you.'],
    ['charged', 'You were charged. Envoy did not give the amount.'],
    ['refunded', 'The money came back to you. Envoy did not give the amount.'],
  ] as const)('[R-201] %s without amounts makes none up', (money, words) => {
    const none = { amount: null, charged: null, refunded: null }
    expect(told(moneySentence({ money, ...none }))).toBe(words)
  })

  it('[R-201] all of it back is told in one amount', () => {
    const all = { amount: rupees(899), charged: rupees(899), refunded: rupees(899) }
    expect(told(moneySentence({ money: 'refunded', ...all }))).toBe('₹899.00 came back to you.')
  })

  it.each([
    ['not_charged', 'is next next next'],
    ['set_aside', 'was is next next'],
    ['charged', 'was was is next'],
    ['refunding', 'was was was is'],
    ['refunded', 'was was was is'],
    ['unknown', 'next next next next'],
    [null, 'next next next next'],
  ] as const)('[R-201] the money line of %s', (money, stops) => {
    const line = moneyLine(money)
    expect(line.stops.map(({ at }) => at).join(' ')).toBe(stops)
    expect(line.known).toBe(money !== null && money !== 'unknown')
    expect(line.stops.map(({ label }) => label)).toEqual([
      'Not charged',
      'Set aside',
      'Charged',
      money === 'refunding' ? 'Refunding' : 'Refunded',
    ])
  })

  it('[product] the figure is net only where money and both amounts say so', () => {
    expect(headline({ money: 'charged', ...amounts })).toMatchObject({
      money: { minor: 149900 },
      note: 'net of a ₹350.00 refund',
    })
    expect(headline({ money: null, ...amounts })).toMatchObject({ money: rupees(2149), note: null })
    const dollars = { minor: 5, currency: 'USD', display: null }
    expect(headline({ money: 'charged', ...amounts, refunded: dollars })?.note).toBeNull()
    expect(headline({ money: 'charged', amount: null, charged: null, refunded: null })).toBeNull()
  })

  it('[product] approved stands against charged only where both are there and differ', () => {
    const { refunded } = amounts
    const compare = (money: Purchase['money'], approved: number, charged: number | null) =>
      approvedAgainstCharged({
        money,
        amount: rupees(approved),
        charged: charged === null ? null : rupees(charged),
        refunded,
      })
    expect(compare('charged', 2149, 1849)?.note).toBe('₹300.00 less than approved')
    expect(compare('charged', 1849, 2149)?.note).toBe('₹300.00 more than approved')
    expect(compare('charged', 1849, 1849)).toBeNull()
    expect(compare('charged', 1849, null)).toBeNull()
    expect(compare('set_aside', 2149, 1849)).toBeNull()
  })
})

describe('checkout words', () => {
  it('[R-176] null is not decided yet', () => {
    expect(CHECKOUTS.map(checkoutShort)).toEqual([
      'Agent, one-time card',
      'Envoy',
      'Not decided yet',
    ])
  })

  it('[R-205] nothing is said of who checks out before it is decided', () => {
    const words = checkoutWords(purchase({ checkoutBy: null, state: 'processing' }))
    expect(words).toEqual({ text: 'Not decided yet', note: null })
  })

  it('[R-177] Envoy checks out: never open the checkout yourself', () => {
    const words = checkoutWords(purchase({ checkoutBy: 'envoy', state: 'processing' }))
    expect(words).toEqual({
      text: 'Envoy checks out',
      note: 'No card is released to your agent. Do not open the shop’s checkout yourself.',
    })
  })

  it('[R-206] an agent pays once', () => {
    const words = checkoutWords(purchase({ checkoutBy: 'agent', state: 'ready' }))
    expect(words.note).toBe('Once, with a one-time card')
  })
})

// Part D: these belong to `money` alone. "Not charged" and "has not charged" are its denials.
const CLAIM = /\b(paid|refunded|successful|charged|came back|come back)\b/i
const DENIALS =
  /Nothing is paid while it waits\.|The shop has not charged you\.|Envoy cannot tell yet whether you were charged\./g

const anyPurchase = fc
  .record({
    state: fc.constantFrom(...ALL_STATES),
    money: fc.constantFrom(...ALL_MONEY),
    checkoutBy: fc.constantFrom(...CHECKOUTS),
    needsSupport: fc.boolean(),
    spendingClosed: fc.boolean(),
    charged: fc.option(fc.integer({ min: 0, max: 999_999 }).map(rupees)),
    refunded: fc.option(fc.integer({ min: 0, max: 999_999 }).map(rupees)),
    amount: fc.option(fc.integer({ min: 0, max: 999_999 }).map(rupees)),
  })
  .map((more) => purchase(more))

describe('bans', () => {
  it('[D] nothing says paid, charged, refunded or successful unless money does', () => {
    fc.assert(
      fc.property(anyPurchase, (one) => {
        const { seen } = learn(undefined, checked(one))
        const said = [
          stateLabel(one.state),
          stateSentence(one),
          checkoutShort(one.checkoutBy),
          ...Object.values(checkoutWords(one)),
          told(moneySentence(one)),
          moneyLine(one.money).label,
          headline(one)?.note,
          approvedAgainstCharged(one)?.note,
          ...purchaseSteps(one, seen).flatMap(({ label, note }) => [label, note]),
        ]
          .filter((text) => typeof text === 'string')
          .map((text) => (text === 'Not charged' ? '' : text.replaceAll(DENIALS, '')))
        const claims = said.filter((text) => CLAIM.test(text))
        if (!moneySaysCharged(one.money)) expect(claims).toEqual([])
        if (one.money !== 'refunded') {
          expect(claims.filter((text) => /refunded/i.test(text))).toEqual([])
        }
      }),
      { numRuns: 2000 },
    )
  })
})
