import type { OwnStorage } from '../core/stored'
import { KEPT, keep } from './kept'

/**
 * Counts sign-outs and account changes of this browser. A page that remembers another number shows
 * what is no longer its to show; that can be seen at once, without a network (CT-6, CT-7).
 */
export function readGeneration(storage: OwnStorage): number {
  const count = Number(storage.getItem(KEPT.generation))
  return Number.isSafeInteger(count) ? count : 0
}

/** Returns the new number. */
export function bumpGeneration(storage: OwnStorage): number {
  const next = readGeneration(storage) + 1
  keep(storage, KEPT.generation, String(next))
  return next
}
