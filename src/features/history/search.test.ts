import { describe, expect, it } from 'vitest'
import { readHistorySearch, readRange } from './search'

describe('the dates in the address', () => {
  it('[cases] survive as the text they are', () => {
    expect(readHistorySearch({ from: '2026-09-01', to: '662E41', other: '1' })).toEqual({
      from: '2026-09-01',
      to: '662E41',
    })
  })

  it('[cases] given twice are no day: the page says so instead of showing any date', () => {
    const search = readHistorySearch({ from: ['2026-09-01', '2026-09-02'] })
    expect(readRange(search)).toEqual({ ok: false, problem: 'from_not_a_day' })
  })

  it('[R-052] [R-053] [C6] are a range when they are real days in order', () => {
    expect(readRange({})).toEqual({ ok: true, range: {} })
    expect(readRange({ from: '' })).toEqual({ ok: true, range: {} })
    expect(readRange({ from: '2026-09-01' })).toEqual({ ok: true, range: { from: '2026-09-01' } })
    expect(readRange({ from: '2026-09-01', to: '2026-09-01' }).ok).toBe(true)
  })

  it('[R-052] [R-053] are explained, not dropped, when they cannot be used', () => {
    const problem = (from: string, to: string) => {
      const read = readRange({ from, to })
      return read.ok ? null : read.problem
    }
    expect(problem('2026-02-30', '2026-03-01')).toBe('from_not_a_day')
    expect(problem('2026-02-01', 'soon')).toBe('to_not_a_day')
    expect(problem('1', '2')).toBe('neither_a_day')
    expect(problem('2026-03-02', '2026-03-01')).toBe('backwards')
  })
})
