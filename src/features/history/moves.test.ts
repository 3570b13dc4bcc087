import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexPages } from './columns'
import { aLine, aPage, DAY, NOON } from './lines.fixture'
import { moveOf, slotAfter } from './moves'

const press = (
  key: string,
  held: Partial<
    Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing', boolean>
  > = {},
) => moveOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held })

// Three days of 2, 1 and 3 rows: slots 0 1 | 2 | 3 4 5.
const index = indexPages(
  [aPage([0, 0, 1, 2, 2, 2].map((day) => aLine({ at: NOON - day * DAY })))],
  undefined,
)

describe('keys in the list', () => {
  it('[product] arrows and J/K go by row, Shift+J/K by day, Home/End to the ends', () => {
    expect(['ArrowDown', 'j', 'J'].map((key) => press(key))).toEqual(['next', 'next', 'next'])
    expect(['ArrowUp', 'k'].map((key) => press(key))).toEqual(['previous', 'previous'])
    expect(press('J', { shiftKey: true })).toBe('next_day')
    expect(press('K', { shiftKey: true })).toBe('previous_day')
    expect([press('Home'), press('End')]).toEqual(['first', 'last'])
  })

  it('[cases] leave every other key, and every modified one, to the browser', () => {
    expect(['Enter', 'Escape', 'Tab', 'f', ' '].map((key) => press(key))).toEqual(
      Array(5).fill(null),
    )
    expect(press('ArrowDown', { shiftKey: true })).toBeNull()
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'] as const) {
      expect(press('j', { [held]: true })).toBeNull()
    }
  })
})

describe('where a move leads', () => {
  it('goes by row over day ends and stops at both ends of the list', () => {
    expect([0, 1, 5].map((slot) => slotAfter(index, slot, 'next'))).toEqual([1, 2, 5])
    expect([0, 2, 5].map((slot) => slotAfter(index, slot, 'previous'))).toEqual([0, 1, 4])
    expect([slotAfter(index, 3, 'first'), slotAfter(index, 3, 'last')]).toEqual([0, 5])
  })

  it('goes to the first row of the next day, and stays in the last day', () => {
    expect([0, 1, 2, 4].map((slot) => slotAfter(index, slot, 'next_day'))).toEqual([2, 2, 3, 4])
  })

  it('goes to the top of its own day first, then to the day before', () => {
    expect([5, 3, 2, 1, 0].map((slot) => slotAfter(index, slot, 'previous_day'))).toEqual([
      3, 2, 0, 0, 0,
    ])
  })

  it('never leaves the list', () => {
    const moves = ['next', 'previous', 'next_day', 'previous_day', 'first', 'last'] as const
    const empty = indexPages([aPage([])], undefined)
    fc.assert(
      fc.property(fc.nat(5), fc.constantFrom(...moves), (slot, move) => {
        const to = slotAfter(index, slot, move)
        expect(to >= 0 && to < 6).toBe(true)
        expect(slotAfter(empty, 0, move)).toBe(0)
      }),
    )
  })
})
