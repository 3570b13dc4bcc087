import type { Presence } from './presence'

/** A page that is put away, hidden and shown as a test says. */
export function createTestPresence() {
  const listeners = new Set<() => void>()
  const now = { away: false, hidden: false }
  const presence: Presence = {
    away: () => now.away,
    hidden: () => now.hidden,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    presence,
    set(next: Partial<typeof now>) {
      Object.assign(now, next)
      for (const listener of [...listeners]) listener()
    },
    listeners: () => listeners.size,
  }
}
