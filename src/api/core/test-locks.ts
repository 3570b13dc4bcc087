import type { Locks } from './locks'

export type TestLocks = Locks & {
  /** From now on nobody gets a turn, or everybody again. */
  refuse(refused: boolean): void
  /** How many turns were given. */
  turns(): number
}

/** Locks in memory for several tabs in one process: fair, and each turn is given a little later. */
export function createTestLocks(): TestLocks {
  const lines = new Map<string, Promise<unknown>>()
  let refused = false
  let turns = 0
  return {
    async withLock(name, _waitMs, work) {
      if (refused) return null
      const mine = (lines.get(name) ?? Promise.resolve()).then(() => {
        turns += 1
        return { value: work() }
      })
      lines.set(
        name,
        mine.catch(() => {}),
      )
      return mine
    },
    refuse(next) {
      refused = next
    },
    turns: () => turns,
  }
}
