import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params'

it.each(['662E41', '723421968459640832', '007', 'true', 'null', '{"a":1}', '"x"', '1.0', ' '])(
  '[product] %s survives the address byte for byte',
  (word) => {
    expect(parseSearch(`?q=${encodeURIComponent(word)}`)).toEqual({ q: word })
    expect(parseSearch(stringifySearch({ q: word }))).toEqual({ q: word })
  },
)

it('[product] any words come back from the address as they went in', () => {
  const word = fc.string({ unit: 'grapheme' })
  const words = fc.array(word, { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(fc.dictionary(word, fc.oneof(word, words)), (search) => {
      const back = parseSearch(stringifySearch(search))
      expect(Object.entries(back)).toEqual(Object.entries(search))
    }),
  )
})

it('[product] a repeated key is a list, in the order of the address', () => {
  expect(parseSearch('?agent=b&agent=a&q=x&agent=c')).toEqual({ agent: ['b', 'a', 'c'], q: 'x' })
})

it('[product] what is not set leaves no trace in the address', () => {
  expect(stringifySearch({ q: undefined, agent: [], from: null })).toBe('')
  expect(stringifySearch({ q: 'a b', agent: ['x', 'y'] })).toBe('?q=a+b&agent=x&agent=y')
})

it('[SR-14] keys that name object internals stay plain values', () => {
  const search = parseSearch('?__proto__=x&constructor=y')
  expect(Object.entries(search)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ])
  expect(Object.getPrototypeOf(search)).toBe(Object.prototype)
})
