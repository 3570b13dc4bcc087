import type { Invariant } from '../observer'

/** A watch never shows an older revision after a newer one. */
export function revisionsOnlyGrow(): Invariant {
  const newest = new Map<number, number>()
  return {
    name: 'never an older revision after a newer one',
    shown({ watch, status }) {
      const { revision } = Object(Object(status).purchase)
      const before = newest.get(watch) ?? 0
      newest.set(watch, Math.max(before, Number(revision)))
      return Number(revision) < before
        ? `watch ${watch} showed revision ${revision} after ${before}`
        : null
    },
  }
}
