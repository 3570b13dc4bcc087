import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bareNumber,
  decimalString,
  formatMoney,
  minorFromDecimal,
  moneyParts,
  sumMinor,
} from './money'

const inr = (minor: number) => formatMoney({ minor, currency: 'INR' })
const safe = fc.maxSafeInteger()

describe('formatMoney', () => {
  it.each([
    [0, '₹0.00'],
    [-0, '₹0.00'],
    [1, '₹0.01'],
    [-1, '\u2212₹0.01'],
    [99, '₹0.99'],
    [100, '₹1.00'],
    [99_999, '₹999.99'],
    [100_000, '₹1,000.00'],
    [150_000, '₹1,500.00'],
    [150_050, '₹1,500.50'],
    [12_453_000, '₹1,24,530.00'],
    [-35_000, '\u2212₹350.00'],
    [9_999_999_999, '₹9,99,99,999.99'],
    [99_999_999_999, '₹99,99,99,999.99'],
    [9_223_372_036_855, '₹92,23,37,20,368.55'],
    [Number.MAX_SAFE_INTEGER, '₹9,00,71,99,25,47,409.91'],
  ])('[R-189] writes %d paise as %s', (minor, text) => {
    expect(inr(minor)).toBe(text)
  })

  it('[product] keeps every digit of every safe amount, and never an ASCII minus', () => {
    fc.assert(
      fc.property(safe, (minor) => {
        const text = inr(minor)
        const digits = text.replace(/\D/g, '')
        expect(BigInt(digits)).toBe(BigInt(Math.abs(minor)))
        expect(text).not.toContain('-')
        expect(text.startsWith('\u2212₹')).toBe(minor < 0)
        expect(text).toMatch(/^\u2212?₹(\d{1,2},)?(\d{2},)*\d{1,3}\.\d{2}$/)
      }),
    )
  })

  it.each([
    ['USD', 123_456_789, 'USD\u00a012,34,567.89'],
    ['JPY', 1_500, 'JPY\u00a01,500'],
    ['KWD', 1_500, 'KWD\u00a01.500'],
    ['ZZZ', -1_500, '\u2212ZZZ\u00a015.00'],
    ['inr', 1_500, '₹15.00'],
    ['usd', 1_500, 'USD\u00a015.00'],
    ['<b>', 1_500, '\u00a4\u00a015.00'],
    ['', 1_500, '\u00a4\u00a015.00'],
    ['__proto__', 1_500, '\u00a4\u00a015.00'],
  ])('[C13] writes %s with its code and its own decimals', (currency, minor, text) => {
    expect(formatMoney({ minor, currency })).toBe(text)
  })

  it.each([Number.NaN, Infinity, 0.5, Number.MAX_SAFE_INTEGER + 1])(
    '[product] refuses %d, which is not an exact amount',
    (minor) => {
      expect(() => inr(minor)).toThrow(RangeError)
    },
  )
})

describe('moneyParts', () => {
  it('[product] splits off the paise', () => {
    expect(moneyParts({ minor: -12_453_005, currency: 'INR' })).toEqual({
      sign: '\u2212',
      whole: '₹1,24,530',
      fraction: '.05',
    })
    expect(moneyParts({ minor: 7, currency: 'JPY' })).toEqual({
      sign: '',
      whole: 'JPY\u00a07',
      fraction: '',
    })
  })
})

describe('bareNumber', () => {
  it.each([
    ['INR', -5_174, '-51.74'],
    ['INR', -0, '0.00'],
    ['INR', 12_453_000, '124530.00'],
    ['JPY', 1_500, '1500'],
    ['KWD', -1, '-0.001'],
  ])('[SR-19] writes %s %d as %s', (currency, minor, text) => {
    expect(bareNumber({ minor, currency })).toBe(text)
  })
})

describe('decimalString and minorFromDecimal', () => {
  it.each([
    ['2499.00', 249_900],
    ['2499', 249_900],
    ['2499.5', 249_950],
    ['0.07', 7],
    ['-0', 0],
    ['-350.00', -35_000],
    ['007', 700],
    ['8.20', 820],
    ['19.99', 1_999],
    ['1.15', 115],
    ['10.05', 1_005],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('[R-010] reads %s exactly', (text, minor) => {
    expect(Object.is(minorFromDecimal(text), minor)).toBe(true)
  })

  it.each([
    '',
    '.',
    '.5',
    '5.',
    '1.234',
    '1,500',
    '₹5',
    '+5',
    '--5',
    '5e3',
    '0x10',
    ' 5',
    '5 ',
    '5\n',
    '१५',
    '５',
    'NaN',
    'Infinity',
    '\u22125',
    '90071992547409.92',
    '9'.repeat(400),
  ])('[R-010] refuses %j', (text) => {
    expect(minorFromDecimal(text)).toBeNull()
  })

  it('[R-011] round-trips every safe amount', () => {
    fc.assert(
      fc.property(safe, (minor) => {
        const text = decimalString(minor)
        expect(text).toMatch(/^-?\d+\.\d{2}$/)
        expect(minorFromDecimal(text)).toBe(minor)
      }),
    )
    expect(decimalString(-0)).toBe('0.00')
    expect(decimalString(249_900)).toBe('2499.00')
  })
})

describe('sumMinor', () => {
  it('[product] sums 8.20, 19.99, 1.15 and 10.05 exactly', () => {
    expect(inr(sumMinor([820, 1_999, 115, 1_005]))).toBe('₹39.39')
  })

  it('[product] is exact and independent of the order, even when a partial sum is not safe', () => {
    expect(sumMinor([Number.MAX_SAFE_INTEGER, 5, -7])).toBe(Number.MAX_SAFE_INTEGER - 2)
    fc.assert(
      fc.property(fc.array(safe, { maxLength: 12 }), (amounts) => {
        const exact = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
        if (Number.isSafeInteger(Number(exact))) {
          expect(sumMinor(amounts)).toBe(Number(exact))
          expect(sumMinor([...amounts].reverse())).toBe(Number(exact))
        } else {
          expect(() => sumMinor(amounts)).toThrow(RangeError)
        }
      }),
    )
  })

  it('[product] of nothing, and of zeros, is a plain zero', () => {
    expect(Object.is(sumMinor([]), 0)).toBe(true)
    expect(Object.is(sumMinor([-0, -0]), 0)).toBe(true)
    expect(Object.is(sumMinor([5, -5]), 0)).toBe(true)
  })

  it('[product] throws rather than round', () => {
    expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
    expect(() => sumMinor([1.5])).toThrow(RangeError)
    expect(() => sumMinor([Number.NaN])).toThrow(RangeError)
  })
})
