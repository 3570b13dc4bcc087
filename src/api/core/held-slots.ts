import type { Clock } from './clock'
import type { TextStorage } from './stored'

/** Leave to keep one call open; two of them over all tabs of an account. */
export type HeldSlots = {
  /** The way to give the slot back, or null when all are taken. A slot not given back ends by itself. */
  take(): (() => void) | null
}

// A browser opens six connections to one host over all its tabs: calls that are kept open must
// leave most of them to the calls that people wait for.
const SLOTS = ['a', 'b'] as const
/** Longer than any call is held: a tab that was killed blocks its slot no longer than this (ms). */
const EXPIRES_MS = 70_000

/**
 * Slots in a storage all tabs share. A storage that fails costs the sharing, never a call. Two tabs
 * that take a slot in the same instant may both get it: one call too many, for once.
 */
export function createHeldSlots(
  clock: Clock,
  storage: TextStorage,
  accountTag: string,
  owner = String(clock.random()),
): HeldSlots {
  const keyOf = (slot: string) => `passbook.held.${accountTag}.${slot}`
  const isFree = (text: string | null) => {
    const left = Number(text?.split(' ')[0]) - clock.now()
    // A time farther away than any slot lasts comes from a clock that was set back.
    return !(left > 0 && left <= EXPIRES_MS)
  }

  return {
    take() {
      try {
        const slot = SLOTS.find((each) => isFree(storage.getItem(keyOf(each))))
        if (slot === undefined) return null
        const mine = `${clock.now() + EXPIRES_MS} ${owner}`
        storage.setItem(keyOf(slot), mine)
        return () => giveBack(storage, keyOf(slot), mine)
      } catch {
        return () => {}
      }
    },
  }
}

function giveBack(storage: TextStorage, key: string, mine: string) {
  try {
    if (storage.getItem(key) === mine) storage.removeItem(key)
  } catch {
    // It ends by itself.
  }
}
