import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LATE_MS, NOTHING, nextStarts, readPart, startsOf, WINDOW_MS, writePart } from './starts'

const NOW = 1_000_000
const COUNTS_MS = WINDOW_MS + LATE_MS

function next(starts: readonly number[], over: { want?: number; allowed?: number } = {}) {
  return nextStarts(starts, { want: 1, allowed: 3, now: NOW, ...over })
}

describe('[R-116] who starts when', () => {
  it('now, as long as there is room', () => {
    expect(next([], { want: 3 })).toEqual([NOW, NOW, NOW])
  })

  it('when the oldest one has run out, and each further one when the next has', () => {
    const starts = [NOW - 20, NOW - 30, NOW - 10]
    expect(next(starts, { want: 4 })).toEqual([
      NOW - 30 + COUNTS_MS,
      NOW - 20 + COUNTS_MS,
      NOW - 10 + COUNTS_MS,
      NOW - 30 + 2 * COUNTS_MS,
    ])
  })

  it('after those who came first, also where one of them has given up', () => {
    const [first = 0, second = 0] = next([NOW, NOW, NOW - 5], { want: 2 })
    expect(next([NOW, NOW, NOW - 5, first, second])).toEqual([NOW + COUNTS_MS])
    expect(next([NOW, NOW, NOW - 5, second])).toEqual([second])
  })

  it('a start counts for its window and for as late as it may be, to the millisecond', () => {
    expect(next([NOW - COUNTS_MS + 1], { allowed: 1 })).toEqual([NOW + 1])
    expect(next([NOW - COUNTS_MS], { allowed: 1 })).toEqual([NOW])
  })

  it('whoever asks, gives back or is late: never more than allowed in a window', () => {
    const step = fc.record({
      gap: fc.nat({ max: 20_000 }),
      want: fc.integer({ min: 1, max: 4 }),
      gone: fc.nat({ max: 3 }),
      late: fc.nat({ max: LATE_MS }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(step, { maxLength: 40 }),
        (allowed, steps) => {
          let now = NOW
          let starts: number[] = []
          const left: number[] = []
          for (const { gap, want, gone, late } of steps) {
            now += gap
            const taken = nextStarts(starts, { want, allowed, now })
            expect(taken).toHaveLength(want)
            expect(Math.min(...taken)).toBeGreaterThanOrEqual(now)
            const bound = Math.ceil((starts.length + want) / allowed) * COUNTS_MS
            expect(Math.max(...taken)).toBeLessThanOrEqual(Math.max(now, ...starts) + bound)
            const used = taken.slice(gone)
            starts = [...starts, ...used]
            left.push(...used.map((at) => at + late))
          }
          for (const end of left) {
            const within = left.filter((at) => at > end - WINDOW_MS && at <= end)
            expect(within.length).toBeLessThanOrEqual(allowed)
          }
        },
      ),
    )
  })
})

describe('[CT-2] what was written before the clock was set back', () => {
  it('counts as now, and what a tab that is there has yet to start stays as it is', () => {
    const part = { ...NOTHING, at: NOW + 86_400_000, starts: [NOW - 5, NOW + 86_399_000] }
    expect(startsOf(part, NOW)).toEqual([NOW - 5, NOW])
    expect(startsOf({ ...part, at: NOW }, NOW)).toEqual(part.starts)
  })
})

describe('what a tab writes down', () => {
  it('is read as it was written', () => {
    const written = { offset: -3, found: 1, at: 8, starts: [5, 9] }
    expect(readPart(writePart(written))).toEqual(written)
  })

  it('a start that nobody could wait for is none', () => {
    expect(readPart('[0,0,5,9,9000000000]').starts).toEqual([9])
  })

  it.each([null, '', '{', '7', '"x"', '{"starts":[1]}', '[1,2,"3"]', '[1e999]', '[1.5]', '[]'])(
    'garbage %j is nothing',
    (text) => expect(readPart(text)).toEqual(NOTHING),
  )
})
