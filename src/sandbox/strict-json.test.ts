import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from './strict-json'

const parse = (text: string) => parseStrictJson(new TextEncoder().encode(text))

/** Nested as deep as a body may be at all. */
const json = fc.jsonValue({ maxDepth: 5 })

describe('strict JSON', () => {
  it.each(['[]', '[{}]', 'null', '7', '"a"', '', '{}{}', '{} x', '\ufeff{}'])(
    '[R-001] %j is not exactly one object',
    (text) => {
      expect(parseStrictJson(new TextEncoder().encode(text)).ok).toBe(false)
    },
  )

  it('[R-001] reads any object as JSON.parse does, and finds nothing wrong with it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.constantFrom(0, 2), (object, indent) => {
        const text = JSON.stringify(object, null, indent)
        expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text), problems: [] })
      }),
    )
  })

  it('[C39] finds a key that stands twice, wherever it is and however it is written', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), json, { minKeys: 1 }),
        json,
        fc.nat(),
        (object, value, pick) => {
          const keys = Object.keys(object)
          const key = keys[pick % keys.length] ?? ''
          const escaped = [...key].map((c) =>
            c < '\u0080' && c > '\u001f'
              ? `\\u00${c.charCodeAt(0).toString(16)}`
              : JSON.stringify(c).slice(1, -1),
          )
          const text = `${JSON.stringify(object).slice(0, -1)},"${escaped.join('')}":${JSON.stringify(value)}}`
          const read = parse(text)
          expect(read.ok && read.problems.map(({ path }) => path)).toEqual([key])
        },
      ),
    )
  })

  it('[C39] tells the path of a key inside another', () => {
    const read = parse('{"a": [{"b": {"c": 1, "d": "{\\"c\\":", "c": 2}}], "b": 1}')
    expect(read.ok && read.problems.map(({ path }) => path)).toEqual(['a..b.c'])
  })

  it('[SR-18] refuses what is nested too deep before anything walks it', () => {
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    expect(parse(deep)).toMatchObject({ ok: false, problem: { problem: 'is nested too deep' } })
  })
})
