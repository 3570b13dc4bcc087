import { expect, it } from 'vitest'
import { needsYouWords } from './needs-you-count'

it('[R-173] a count from the list alone is not said as a fact', () => {
  expect(needsYouWords({ count: 2, checked: false })).toBe('2 may need you, as listed')
  expect(needsYouWords({ count: 2, checked: true })).toBe('2 need you')
  expect(needsYouWords({ count: 1, checked: true })).toBe('1 needs you')
})
