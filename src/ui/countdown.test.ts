import { expect, it } from 'vitest'
import { formatLeft } from './countdown'

it.each([
  [42_000, '42 s'],
  [41_001, '42 s'],
  [59_999, '1 min 00 s'],
  [185_000, '3 min 05 s'],
  [0, '0 s'],
  [-5_000, '0 s'],
])('[product] %i ms left reads %s', (ms, text) => {
  expect(formatLeft(ms)).toBe(text)
})
