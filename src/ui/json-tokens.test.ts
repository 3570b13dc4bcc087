import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonLines } from './json-tokens'

const textOf = (lines: ReturnType<typeof jsonLines>) =>
  lines.map((tokens) => tokens.map((token) => token.text).join('')).join('\n')

it('[product] the coloured lines are the reply, character for character', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(textOf(jsonLines(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
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
