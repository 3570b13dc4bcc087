import { describe, expect, it } from 'vitest'
import { createNames, foldName, nameId } from './name-table'

describe('names, each kept once', () => {
  it('[cases] folds case and accents of Latin, and leaves Devanagari alone', () => {
    expect(foldName('Café CRÈME')).toBe('cafe creme')
    expect(foldName('दिल्ली')).toBe('दिल्ली'.normalize('NFC'))
    expect(foldName('दिल्ली')).not.toBe('दलल')
  })

  it('gives one number to one name', () => {
    const names = createNames('Unknown merchant')
    expect([nameId(names, 'A'), nameId(names, 'B'), nameId(names, 'A')]).toEqual([0, 1, 0])
    expect(names.folded).toEqual(['a', 'b'])
  })

  it('[SR-28] keeps the cleaned name, and a word where nothing is left of it', () => {
    const names = createNames('Unknown merchant')
    nameId(names, '\u202e')
    expect(names.safe[0]?.text).toBe('Unknown merchant')
  })
})
