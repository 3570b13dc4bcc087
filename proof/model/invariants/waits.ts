import type { Intent, Invariant, Scene } from '../observer'

/** Every call has ended by then, ms that the machine was awake: well above what all waits of one call add up to. */
export const LONGEST_CALL_MS = 45 * 60_000

/** Every wait is bounded: with time running on, every call ends. */
export function waitsEnd(): Invariant {
  return {
    name: 'every wait is bounded',
    atRest({ intents, now }: Scene) {
      const late = intents.find(
        ({ end, startedAt }: Intent) =>
          end === null && now().awake - startedAt.awake > LONGEST_CALL_MS,
      )
      return late ? `call ${late.n} (${late.tool}) has not ended` : null
    },
  }
}
