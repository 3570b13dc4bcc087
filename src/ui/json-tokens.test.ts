import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonLines, jsonText } from './json-tokens'

const textOf = (lines: ReturnType<typeof jsonLines>) =>
  lines.map((tokens) => tokens.map((token) => token.text).join('')).join('\n')

it('[product] the coloured lines are the reply, character for character', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const text = textOf(jsonLines(value))
      expect(text).toBe(jsonText(value))
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  expect(jsonText({ a: ['x', 1] })).toBe(JSON.stringify({ a: ['x', 1] }, null, 2))
})

it('[SR-30] what is hidden in a reply is seen in it, and says the same', () => {
  const hidden =
    '\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u200b\u2060\ufeff\u00ad\u2028\u2029\u0085\u{e0041}'
  const value = { [hidden]: hidden }
  const text = jsonText(value)
  expect(text).toMatch(/^[\x20-\x7e\n]+$/)
  expect(text).toContain('\\u202e')
  expect(text).toContain('\\udb40\\udc41')
  expect(JSON.parse(text)).toEqual(value)
})

it('[product] keys, texts, numbers and literals get their own colour', () => {
  const tokens = jsonLines({ 'a": 1': 'true', b: -1.5e3, c: null, d: true }).flat()
  const kinds = tokens.filter((token) => token.kind !== 'punctuation')
  expect(kinds).toEqual([
    { kind: 'key', text: '"a\\": 1"' },
    { kind: 'string', text: '"true"' },
    { kind: 'key', text: '"b"' },
    { kind: 'number', text: '-1500' },
    { kind: 'key', text: '"c"' },
    { kind: 'literal', text: 'null' },
    { kind: 'key', text: '"d"' },
    { kind: 'literal', text: 'true' },
  ])
})

it('[product] nothing to show is null, not a crash', () => {
  expect(textOf(jsonLines(undefined))).toBe('null')
})
