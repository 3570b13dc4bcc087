import { describe, expect, it } from 'vitest'
import { wordedAmount } from './currency'

describe('wordedAmount', () => {
  it.each(['ZZQ 12.00', '\u2212ZZQ\u00a01,00,000.00', '₿0.5', "1'000 Fr.", '(ZZQ 7)'])(
    '[C16] [SR-31] %s is shown as Envoy words it',
    (display) => {
      expect(wordedAmount(display)).toBe(display)
    },
  )

  it.each([
    null,
    '',
    'free',
    '₹1,000.00\u202e',
    '12.00\n13.00',
    '1'.repeat(25),
    'W'.repeat(24),
    '\u{12031}1',
    '1\u0301\u0301',
    '<b>1</b>',
    '1 paid, see https://evil.test',
  ])('[C16] [SR-31] %j is no amount', (display) => {
    expect(wordedAmount(display)).toBe('Amount not known')
  })
})
