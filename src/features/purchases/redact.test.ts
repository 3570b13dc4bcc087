import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HIDDEN, withoutCard } from './redact'

describe('withoutCard', () => {
  it('[R-212] hides card details wherever they stand', () => {
    const reply = {
      purchase: { card: { number: '4111111111111111', cvv: '123' }, amount: 1 },
      list: [{ card: '4111111111111111' }, { card: null }],
      Card_Number: '4111',
    }
    expect(withoutCard(reply)).toEqual({
      purchase: { card: HIDDEN, amount: 1 },
      list: [{ card: HIDDEN }, { card: null }],
      Card_Number: HIDDEN,
    })
  })

  it('[R-212] no depth and no company keeps a card readable', () => {
    const secret = '4111111111111111'
    const around = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constant({ card: { number: secret } }),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('node'), { maxKeys: 3 }),
        fc.string(),
        fc.constant(null),
      ),
    })).node
    fc.assert(
      fc.property(around, (reply) => {
        expect(JSON.stringify(withoutCard(reply)) ?? '').not.toContain(secret)
      }),
    )
  })

  it('leaves everything else as it came', () => {
    const reply = { rail: 'gift_card', gift_card: { brand: 'x' }, n: [1, 'a', null, true] }
    expect(withoutCard(reply)).toEqual(reply)
  })
})
