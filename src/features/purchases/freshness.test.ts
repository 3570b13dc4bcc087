import { describe, expect, it } from 'vitest'
import { STATES } from '@/api/envoy/contract'
import { checked, failed, NOON } from './fixtures'
import { clockWords, freshness, isFresh, isSolid, lasted } from './freshness'
import { learn } from './knowledge'
import { isFinal } from './state-words'

const known = learn(undefined, checked())
const quiet = { fresh: false, checking: false, today: NOON }

describe('isFresh', () => {
  it.each([
    [0, true],
    [30_000, true],
    [30_001, false],
    [-1000, true],
    // The clock was set back: nobody knows how old the check is.
    [-60_000, false],
  ])('[R-173] a check %i ms ago: %s', (age, fresh) => {
    expect(isFresh(known, NOON + age)).toBe(fresh)
  })

  it('[product] is over as soon as a later check fails', () => {
    expect(isFresh(learn(known, failed('no_reply', NOON + 1)), NOON + 2)).toBe(false)
  })

  it('what was never checked is not fresh', () => {
    expect(isFresh(undefined, NOON)).toBe(false)
    expect(isFresh(learn(undefined, failed()), NOON)).toBe(false)
  })
})

describe('isSolid', () => {
  it.each(STATES)(
    '[product] an older check of %s is solid only when nothing follows it',
    (state) => {
      const one = learn(undefined, checked({ state }))
      expect(isSolid(one, true)).toBe(true)
      expect(isSolid(one, false)).toBe(isFinal(state))
    },
  )

  it('[R-172] a listed state is never solid', () => {
    expect(isSolid(undefined, false)).toBe(false)
  })
})

describe('freshness', () => {
  it('[R-173] names what stands behind a state', () => {
    expect(freshness(undefined, quiet).text).toBe('As listed')
    expect(freshness(undefined, { ...quiet, checking: true }).text).toBe('Checking')
    expect(freshness(known, { ...quiet, fresh: true }).text).toBe('Checked just now')
    expect(freshness(known, quiet).text).toBe('Checked 14:32')
  })

  it('[product] a failed check says when, and keeps the older time', () => {
    const later = learn(known, failed('no_reply', NOON + 5 * 60_000))
    expect(freshness(later, quiet)).toEqual({
      kind: 'failed',
      text: 'Could not check at 14:37',
      older: 'Checked 14:32',
    })
    expect(freshness(learn(undefined, failed()), quiet).older).toBeNull()
  })
})

describe('words for times', () => {
  it('names the day of another day', () => {
    const next = NOON + 24 * 3600_000
    expect(clockWords(NOON, NOON)).toBe('14:32')
    expect(clockWords(NOON, next)).toBe('yesterday, 14:32')
    expect(clockWords(NOON, next + 24 * 3600_000)).toBe('29 Oct 2026, 14:32')
  })

  it.each([
    [59_999, null],
    [60_000, '1 min'],
    [32 * 60_000, '32 min'],
    [60 * 60_000, '1 h'],
    [47.9 * 3600_000, '47 h'],
    [48 * 3600_000, '2 days'],
    [-5, null],
  ])('%i ms lasted %s', (ms, words) => {
    expect(lasted(ms)).toBe(words)
  })
})
