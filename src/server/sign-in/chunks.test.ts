import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkNames, fromChunks, toChunks } from './chunks'

const named = (chunks: readonly string[]) =>
  new Map(chunks.map((chunk, index) => [chunkNames('c')[index] ?? '', chunk]))

const sealed = fc
  .record({ text: fc.stringMatching(/^[\w.-]{1,40}$/), times: fc.integer({ min: 1, max: 270 }) })
  .map(({ text, times }) => text.repeat(times))

describe('chunks', () => {
  it('[product] come together again', () => {
    fc.assert(
      fc.property(sealed, (value) => {
        const chunks = toChunks(value) ?? []
        expect(chunks.length).toBeLessThanOrEqual(3)
        for (const chunk of chunks)
          expect(chunk.length + '__Host-passbook.2='.length).toBeLessThan(3_800)
        expect(fromChunks(named(chunks), 'c')).toBe(value)
      }),
    )
  })

  it('[product] never take a leftover of a longer value along', () => {
    const long = named(toChunks('a'.repeat(11_000)) ?? [])
    const short = new Map([...long, ...named(toChunks('b') ?? [])])
    expect(fromChunks(short, 'c')).toBe('b')
  })

  it('[product] are none where three cookies are too few, or one is missing', () => {
    expect(toChunks('a'.repeat(11_101))).toBeNull()
    const chunks = named(toChunks('a'.repeat(11_100)) ?? [])
    expect(fromChunks(chunks, 'c')).toHaveLength(11_100)
    for (const name of chunkNames('c')) {
      const missing = new Map(chunks)
      missing.delete(name)
      expect(fromChunks(missing, 'c')).toBeNull()
    }
  })
})
