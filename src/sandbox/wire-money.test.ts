import { expect, it } from 'vitest'
import { wireMoney } from './wire-money'

it.each([
  [50_000, 'INR', '₹500.00'],
  [5, 'INR', '₹0.05'],
  [0, 'INR', '₹0.00'],
  [-35_000, 'INR', '-₹350.00'],
  [99_99_999_00, 'INR', '₹99,99,999.00'],
  [9_007_199_254_740_991, 'INR', '₹9,00,71,99,25,47,409.91'],
  [12_345, 'USD', 'USD 123.45'],
])('[R-189] %i %s is displayed as %s', (minor, currency, display) => {
  expect(wireMoney(minor, currency)).toEqual({ minor, currency, display })
})
