import { createStore } from '@/api/core/store'

/** That these pages are another account's now: told until dismissed, acted on once. */
export function createOwnerNews() {
  const name = createStore<string | null>(null)
  let fresh = false
  return {
    name,
    tell(owner: string) {
      fresh = true
      name.set(owner)
    },
    dismiss: () => name.set(null),
    take() {
      const was = fresh
      fresh = false
      return was
    },
  }
}
