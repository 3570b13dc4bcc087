import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lengthen, longWaitMs, namedWaitMs, noReplyWaitMs, rateLimitWait } from './wait'

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('[B1] the wait after a 429', () => {
  it.each([
    [60, 0, 60_000, true],
    [60, 1, 120_000, true],
    [60, 2, 240_000, true],
    [60, 3, 240_000, false],
    [60, 9, 240_000, false],
    [30, 1, 60_000, true],
    // 240 s caps the doubling, never the base.
    [280, 0, 280_000, true],
    [280, 2, 280_000, true],
    [300, 0, 300_000, true],
    [301, 0, 301_000, false],
    [1e9, 0, 3_600_000, false],
    [0, 0, 1_000, true],
    [null, 0, 60_000, false],
    [Number.NaN, 0, 60_000, false],
    [Number.POSITIVE_INFINITY, 0, 60_000, false],
    [-5, 0, 60_000, false],
  ])('base %d s, %d before it → %d ms, automatic %s', (base, inARow, waitMs, automatic) => {
    expect(rateLimitWait(base, inARow, 0)).toEqual({ waitMs, automatic })
  })

  it('[R-101, R-106, R-108] never below the base, never above base or ceiling by more than a quarter', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 3600, noNaN: true }),
        fc.nat({ max: 2000 }),
        chance,
        (base, inARow, random) => {
          const { waitMs } = rateLimitWait(base, inARow, random)
          expect(waitMs).toBeGreaterThanOrEqual(base * 1000)
          expect(waitMs).toBeLessThanOrEqual(Math.max(base, 240) * 1250 + 1)
        },
      ),
    )
  })

  it('[R-106] the doubling ends at four minutes', () => {
    expect(rateLimitWait(60, 9, 0).waitMs).toBe(240_000)
  })

  it('[R-105] each further 429 doubles the wait', () => {
    const waits = [0, 1, 2].map((inARow) => rateLimitWait(7, inARow, 0).waitMs)
    expect(waits).toEqual([7_000, 14_000, 28_000])
  })

  it('[R-105] a further 429 never shortens the wait', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 300, noNaN: true }), fc.nat({ max: 20 }), (base, n) => {
        expect(rateLimitWait(base, n + 1, 0).waitMs).toBeGreaterThanOrEqual(
          rateLimitWait(base, n, 0).waitMs,
        )
      }),
    )
  })

  it('[R-107] draws a different wait for a different chance', () => {
    expect(rateLimitWait(60, 0, 0.99).waitMs).toBeGreaterThan(rateLimitWait(60, 0, 0.01).waitMs)
  })
})

describe('other waits', () => {
  it('[R-108] jitter only lengthens, by a quarter at most', () => {
    expect([0, 0.4, 1].map((random) => lengthen(60_000, random))).toEqual([60_000, 66_000, 75_000])
    fc.assert(
      fc.property(fc.nat({ max: 1e7 }), chance, (ms, random) => {
        expect(lengthen(ms, random)).toBeGreaterThanOrEqual(ms)
        expect(lengthen(ms, random)).toBeLessThanOrEqual(Math.ceil(ms * 1.25))
      }),
    )
  })

  it('[C40] after a lost reply: 1–2 s, then 3–6 s', () => {
    fc.assert(
      fc.property(chance, (random) => {
        const [first, second] = [noReplyWaitMs(0, random), noReplyWaitMs(1, random)]
        expect(first >= 1000 && first <= 2000).toBe(true)
        expect(second >= 3000 && second <= 6000).toBe(true)
      }),
    )
  })

  it.each([
    [0, 1000],
    [2, 2000],
    [300, 300_000],
    [300.5, null],
    [1e9, null],
    [-1, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('[C35] a named wait of %d s → %s ms', (seconds, ms) => {
    expect(namedWaitMs(seconds, 0)).toBe(ms)
  })

  it('shows an hour at most, and nothing for what is no time', () => {
    expect(longWaitMs(1e9)).toBe(3_600_000)
    expect(longWaitMs(400)).toBe(400_000)
    expect(longWaitMs(Number.NaN)).toBeNull()
  })
})
