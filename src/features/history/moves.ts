import type { HistoryIndex } from './columns'
import { dayOfSlot, firstSlot } from './read-index'

export type Move = 'next' | 'previous' | 'next_day' | 'previous_day' | 'first' | 'last'

type Key = {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing?: boolean
}

/** What a key means in the list; null: nothing, the browser may have it. */
export function moveOf(event: Key): Move | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.shiftKey) {
    if (key === 'j') return 'next_day'
    return key === 'k' ? 'previous_day' : null
  }
  return PLAIN[key] ?? null
}

const PLAIN: Readonly<Record<string, Move>> = {
  ArrowDown: 'next',
  j: 'next',
  ArrowUp: 'previous',
  k: 'previous',
  Home: 'first',
  End: 'last',
}

/** The slot a move leads to; moves stop at both ends of what is loaded. */
export function slotAfter(index: HistoryIndex, slot: number, move: Move): number {
  const last = Math.max(0, index.size - 1)
  switch (move) {
    case 'next':
      return Math.min(last, slot + 1)
    case 'previous':
      return Math.max(0, slot - 1)
    case 'first':
      return 0
    case 'last':
      return last
    case 'next_day': {
      const day = dayOfSlot(index, slot) + 1
      return day < index.dayCount ? firstSlot(index, day) : slot
    }
    case 'previous_day': {
      const day = dayOfSlot(index, slot)
      const first = firstSlot(index, day)
      // From inside a day to its first row, from there to the day before.
      return slot > first || day === 0 ? first : firstSlot(index, day - 1)
    }
  }
}
