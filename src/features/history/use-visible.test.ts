import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stretchAround } from './use-visible'

describe('the stretch of the list that is drawn', () => {
  it('holds the view, and at least 240 px more at either side where the list goes on', () => {
    fc.assert(
      fc.property(fc.nat(6_000_000), fc.integer({ min: 1, max: 3000 }), (offset, height) => {
        const { from, to } = stretchAround(offset, height)
        expect(from).toBeLessThanOrEqual(Math.max(0, offset - 240))
        expect(to).toBeGreaterThanOrEqual(offset + height + 240)
        expect(to - from).toBeLessThanOrEqual(height + 4 * 240)
      }),
    )
  })

  it('stays the same while the view moves within one slab', () => {
    expect(stretchAround(480, 900)).toEqual(stretchAround(500, 900))
    expect(stretchAround(480, 900)).not.toEqual(stretchAround(720, 900))
  })
})
