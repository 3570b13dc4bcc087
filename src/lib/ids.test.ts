import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPurchaseId } from './ids'

const hex = '0123456789abcdef'
const id = fc
  .array(fc.constantFrom(...hex), { minLength: 32, maxLength: 32 })
  .map((digits) => `pur_${digits.join('')}`)

describe('isPurchaseId', () => {
  it('[R-025] accepts pur_ and 32 lower-case hexadecimal digits', () => {
    fc.assert(fc.property(id, (text) => isPurchaseId(text)))
  })

  it.each([
    ['', 'nothing'],
    ['pur_', 'no digits'],
    [`pur_${'a'.repeat(31)}`, 'one short'],
    [`pur_${'a'.repeat(33)}`, 'one long'],
    [`pur_${'A'.repeat(32)}`, 'upper case'],
    [`PUR_${'a'.repeat(32)}`, 'upper-case prefix'],
    [`req_${'a'.repeat(32)}`, 'a request id'],
    [` pur_${'a'.repeat(32)}`, 'a leading space'],
    [`pur_${'a'.repeat(32)}\n`, 'a trailing line break'],
    [`pur_${'g'.repeat(32)}`, 'not hexadecimal'],
    [`pur_${'а'.repeat(32)}`, 'Cyrillic look-alikes'],
  ])('[R-025] refuses %j (%s)', (text) => {
    expect(isPurchaseId(text)).toBe(false)
  })
})
