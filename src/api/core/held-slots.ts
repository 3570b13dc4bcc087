import type { Clock } from './clock'
import type { Locks } from './locks'
import type { TextStorage } from './stored'

/** Leave to keep one call open; two of them over all tabs of an account. */
export type HeldSlots = {
  /**
   * The way to give the slot back, or null when all are taken or the tab's turn to look does not come.
   * A slot not given back ends by itself.
   */
  take(): Promise<(() => void) | null>
}

export type SharedSlots = {
  readonly storage: TextStorage
  readonly accountTag: string
  /** Without them a tab takes a slot alone. */
  readonly locks?: Locks | undefined
}

// A browser opens six connections to one host over all its tabs: calls that are kept open must
// leave most of them to the calls that people wait for.
const SLOTS = ['a', 'b'] as const
/** Longer than any call is held: a tab that was killed blocks its slot no longer than this (ms). */
const EXPIRES_MS = 70_000
/** Longest wait for the other tabs' turns (CT-3), ms. */
const LOCK_PATIENCE_MS = 2_000

/**
 * Slots in a storage all tabs share, taken under a lock. A storage that fails costs the sharing, never
 * a call.
 */
export function createHeldSlots(
  clock: Clock,
  { storage, accountTag, locks }: SharedSlots,
  owner = String(clock.random()),
): HeldSlots {
  const keyOf = (slot: string) => `passbook.held.${accountTag}.${slot}`
  const isFree = (text: string | null) => {
    const left = Number(text?.split(' ')[0]) - clock.now()
    // A time farther away than any slot lasts comes from a clock that was set back.
    return !(left > 0 && left <= EXPIRES_MS)
  }

  const takeNow = (): (() => void) | null => {
    try {
      const slot = SLOTS.find((each) => isFree(storage.getItem(keyOf(each))))
      if (slot === undefined) return null
      const mine = `${clock.now() + EXPIRES_MS} ${owner}`
      storage.setItem(keyOf(slot), mine)
      return () => giveBack(storage, keyOf(slot), mine)
    } catch {
      return () => {}
    }
  }

  return {
    async take() {
      if (!locks) return takeNow()
      const turn = await locks.withLock(`passbook.held.${accountTag}`, LOCK_PATIENCE_MS, takeNow)
      return turn?.value ?? null
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
