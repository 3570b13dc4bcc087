import type { Clock } from './clock'
import { nap } from './nap'
import { createStore } from './store'
import { lengthen } from './wait'

/** One call's leave to try. */
export type BreakerPass = {
  /** False when the breaker opened meanwhile: enter again. */
  valid(): boolean
  /** The outcome; 'unknown' says nothing and lets another call be the probe. */
  report(health: 'good' | 'bad' | 'unknown'): void
}

export type Breaker = {
  /**
   * Waits while the breaker is open; the first call after that is the probe and goes alone.
   * `onWait` hears the deadline, or null while a probe is on its way. No call waits without end:
   * @throws StillBroken after a probe that failed; AbortError
   */
  enter(
    signal: AbortSignal | undefined,
    onWait: (until: number | null) => void,
  ): Promise<BreakerPass>
  /** A person does not want to wait: the next call is the probe, now. */
  tryNow(): void
}

/** What a call waited for was tried, by another one, and still does not answer. */
export class StillBroken extends Error {}

const FAILURES_TO_OPEN = 3
const OPEN_MS = 30_000

/** Open: until when nobody goes (epoch ms), and the one call that is trying. */
type State = { readonly openUntil: number | null; readonly probe: object | null }
const CLOSED: State = { openUntil: null, probe: null }

/** Gives a service that does not answer a rest, then tries it with one call (not with all). */
export function createBreaker(clock: Clock): Breaker {
  const state = createStore<State>(CLOSED)
  let failures = 0
  /** The end of the rest by the steady clock: one that was set back lengthens nothing. */
  let steadyEnd = 0
  /** How often it has opened. */
  let round = 0

  const open = () => {
    round += 1
    const ms = lengthen(OPEN_MS, clock.random())
    steadyEnd = clock.steady() + ms
    state.set({ openUntil: clock.now() + ms, probe: null })
  }

  const pass = (isProbe: boolean): BreakerPass => {
    const self = {}
    if (isProbe) state.set({ ...state.get(), probe: self })
    const probing = () => state.get().probe === self
    return {
      valid: () => probing() || (!isProbe && state.get().openUntil === null),
      report(health) {
        if (health === 'good') {
          failures = 0
          state.set(CLOSED)
        } else if (health === 'unknown') {
          if (probing()) state.set({ ...state.get(), probe: null })
        } else if (probing()) open()
        else if (state.get().openUntil === null && ++failures >= FAILURES_TO_OPEN) open()
      },
    }
  }

  return {
    async enter(signal, onWait) {
      const roundAtFirst = round
      for (;;) {
        const { openUntil, probe } = state.get()
        if (openUntil === null) return pass(false)
        if (round !== roundAtFirst) throw new StillBroken()
        const left = Math.min(openUntil - clock.now(), steadyEnd - clock.steady())
        if (left <= 0 && probe === null) return pass(true)
        onWait(probe === null ? openUntil : null)
        // A probe may take long; only its outcome matters then.
        await nap(clock, probe === null ? left : Number.POSITIVE_INFINITY, signal, state.subscribe)
      }
    },
    tryNow() {
      const { openUntil, probe } = state.get()
      if (openUntil !== null && probe === null) state.set({ openUntil: clock.now(), probe: null })
    },
  }
}
