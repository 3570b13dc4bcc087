import type { OwnStorage } from '../core/stored'
import { KEPT, keep } from './kept'

/** After how many minutes without a person the pages may be locked (SR-24). */
export const LOCK_CHOICES = [5, 15, 60] as const
export type LockChoice = (typeof LOCK_CHOICES)[number]
const USUAL: LockChoice = 15

export function readLockChoice(storage: OwnStorage): LockChoice {
  const kept = Number(storage.getItem(KEPT.lockAfter))
  return LOCK_CHOICES.find((choice) => choice === kept) ?? USUAL
}

export function keepLockChoice(storage: OwnStorage, choice: LockChoice): void {
  keep(storage, KEPT.lockAfter, String(choice))
}

/**
 * How long until nobody has done anything in any tab for as long as was chosen, in ms; 0 or less:
 * that time has come. By the wall clock, so that a sleep counts; null before anybody did anything.
 */
export function idleIn(storage: OwnStorage, now: number): number | null {
  const text = storage.getItem(KEPT.active)
  const last = Number(text)
  if (text === null || !Number.isFinite(last)) return null
  const limit = readLockChoice(storage) * 60_000
  // A time to come is from a clock that was set back.
  return Math.min(last + limit - now, limit)
}

export function isIdle(storage: OwnStorage, now: number): boolean {
  const left = idleIn(storage, now)
  return left !== null && left <= 0
}

/** A person did something now. */
export function keepActive(storage: OwnStorage, now: number): void {
  keep(storage, KEPT.active, String(Math.floor(now)))
}

/** Locks every tab as if the time had passed. */
export function lockByHand(storage: OwnStorage): void {
  keep(storage, KEPT.active, '0')
}

/** Where nobody is signed in there is nothing to lock. */
export function forgetActive(storage: OwnStorage): void {
  keep(storage, KEPT.active, null)
}
