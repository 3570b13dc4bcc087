import { throwIfAborted } from './abort'
import type { Clock } from './clock'
import { createLedgerTime } from './ledger-time'
import type { Locks } from './locks'
import {
  LATE_MS,
  NOTHING,
  nextStarts,
  type Part,
  readPart,
  startsOf,
  WINDOW_MS,
  writePart,
} from './starts'
import { attempt, type OwnStorage } from './stored'

/** How a tab comes to know of the others: what they share, under the account's tag. */
export type Together = {
  readonly storage: OwnStorage
  readonly locks: Locks
  readonly accountTag: string
}

export type Budget = {
  /**
   * Waits for a start and takes it; what it comes to is given back with it.
   * @throws AbortError; then nothing is used up
   */
  start(signal: AbortSignal | undefined): Promise<number>
  /** A start that was not used after all. */
  giveBack(at: number): void
  /** Looks whether the clock was set; the others are told then. */
  look(): void
  usage(): { readonly used: number; readonly allowed: number }
}

/** Longest wait for the other tabs' turns (CT-3), ms. */
const LOCK_PATIENCE_MS = 2_000
/** Of the budget, for a tab that cannot know what the others do (CT-3). */
const ALONE_SHARE = 6

/**
 * Starts in any 60 s, `allowed` of them over all tabs together; a tab alone where `together` is
 * undefined. Each tab writes down its own starts only, so that none is ever overwritten, and goes by
 * everybody's; the lock sees to it that two tabs do not take the same one. Without its turn a tab goes
 * on with a sixth of the budget, counting its own.
 */
export function createBudget(clock: Clock, allowed: number, together?: Together): Budget {
  const { accountTag, locks, storage } = together ?? {}
  const scope = `passbook.starts.${accountTag}`
  const ownKey = `${scope}.${crypto.getRandomValues(new Uint32Array(2)).join('')}`
  const time = createLedgerTime(clock)
  let mine = NOTHING
  let alone = false
  let tidied = false
  /** Those who ask in the same turn take their starts together. */
  let asking: Promise<readonly number[]> | null = null
  let asked = 0

  const readParts = () => {
    const keys = storage?.keys().filter((key) => key.startsWith(`${scope}.`)) ?? []
    const parts = new Map(keys.map((key) => [key, readPart(storage?.getItem(key) ?? null)]))
    return parts.set(ownKey, mine)
  }
  const onlyMine = () => new Map([[ownKey, mine]])
  const known = () => (alone ? onlyMine() : (attempt(readParts) ?? onlyMine()))

  /** What cannot be kept costs the others at most a start that was not used, for a minute. */
  const keep = (part: Part) => {
    mine = part
    attempt(() => storage?.setItem(ownKey, writePart(part)) ?? null)
  }

  const takeFrom = (parts: ReadonlyMap<string, Part>, want: number, most: number) => {
    const { now, setting } = time.read([...parts.values()])
    const starts = [...parts.values()].flatMap((part) => startsOf(part, now))
    const taken = nextStarts(starts, { want, allowed: most, now })
    const kept = mine.starts.filter((at) => now - at < 2 * WINDOW_MS)
    return { now, taken, next: { ...setting, at: now, starts: [...kept, ...taken] } }
  }

  const takeTogether = (want: number) => {
    const parts = readParts()
    const { now, taken, next } = takeFrom(parts, want, allowed)
    storage?.setItem(ownKey, writePart(next))
    mine = next
    // What closed tabs wrote would pile up, and count for ever after the clock was set back.
    for (const [key, part] of tidied ? [] : parts) {
      const starts = startsOf(part, now)
      if (key === ownKey) continue
      if (starts.every((at) => now - at > 2 * WINDOW_MS)) storage?.removeItem(key)
      else if (starts !== part.starts) storage?.setItem(key, writePart({ ...next, starts }))
    }
    tidied = true
    return taken
  }

  const takeAlone = (want: number, most: number) => {
    const { taken, next } = takeFrom(onlyMine(), want, most)
    keep(next)
    return taken
  }

  const take = async () => {
    await null
    const want = asked
    asked = 0
    asking = null
    if (!locks) return takeAlone(want, allowed)
    const turn = await locks
      .withLock(scope, LOCK_PATIENCE_MS, () => takeTogether(want))
      .catch(() => null)
    alone = turn === null
    return turn ? turn.value : takeAlone(want, shareAlone(allowed))
  }

  const takeOne = async () => {
    asking ??= take()
    const place = asked++
    return (await asking)[place] ?? Number.POSITIVE_INFINITY
  }

  const look = () => {
    const { now, setting } = time.read([...known().values()])
    if (setting.found !== mine.found) keep({ ...mine, ...setting })
    return now
  }

  const giveBack = (at: number) => {
    const place = mine.starts.indexOf(at)
    if (place >= 0) keep({ ...mine, starts: mine.starts.filter((_, index) => index !== place) })
  }

  // From here on this tab knows true time, and the others look whether it found the right one.
  keep({ ...mine, ...time.read([...known().values()]).setting })

  return {
    async start(signal) {
      for (;;) {
        const at = await takeOne()
        try {
          // A wall clock that jumps forward ends a sleep before its time.
          for (let now = look(); now < at; now = look()) await clock.sleep(at - now, signal)
          throwIfAborted(signal)
          if (look() <= at + LATE_MS) return at
        } catch (error) {
          giveBack(at)
          throw error
        }
        // Slept through: others may have gone by that start.
        giveBack(at)
      }
    },
    giveBack,
    look,
    usage() {
      const now = look()
      const starts = [...known().values()].flatMap((part) => startsOf(part, now))
      const used = starts.filter((at) => at <= now && now - at < WINDOW_MS).length
      return { used, allowed: alone ? shareAlone(allowed) : allowed }
    },
  }
}

const shareAlone = (allowed: number) => Math.max(1, Math.floor(allowed / ALONE_SHARE))
