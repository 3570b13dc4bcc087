import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRandom, weightedPicker } from './random'

it('[product] the same seed gives the same sequence, another seed another', () => {
  const first = (seed: number) => {
    const random = createRandom(seed)
    return [random.hex(32), random.int(1, 1_000_000), random.next(), random.pick(['a', 'b', 'c'])]
  }
  expect(first(1)).toEqual(first(1))
  expect(first(1)).not.toEqual(first(2))
  // Seeds beyond 32 bits count in full.
  expect(first(1 + 2 ** 32)).not.toEqual(first(1))
})

it('whole numbers stay in their range and reach both ends', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.integer({ min: -5, max: 5 }),
      fc.nat({ max: 6 }),
      (seed, min, width) => {
        const random = createRandom(seed)
        const seen = new Set(Array.from({ length: 400 }, () => random.int(min, min + width)))
        expect(Math.min(...seen)).toBe(min)
        expect(Math.max(...seen)).toBe(min + width)
      },
    ),
    { numRuns: 50 },
  )
})

it('weights are kept, and a weight of zero is never picked', () => {
  const random = createRandom(7)
  const pick = weightedPicker([0, 3, 0, 1, 0])
  const counts = [0, 0, 0, 0, 0]
  for (let round = 0; round < 8_000; round++) {
    const index = pick(random)
    counts[index] = (counts[index] ?? 0) + 1
  }
  expect([counts[0], counts[2], counts[4]]).toEqual([0, 0, 0])
  expect(counts[1]).toBeGreaterThan(5_700)
  expect(counts[1]).toBeLessThan(6_300)
})
