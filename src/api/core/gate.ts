import type { Clock } from './clock'
import { nap } from './nap'
import { createStore, type Store } from './store'

/** Where a gate's deadline outlives a reload, shared by all tabs; epoch ms. */
export type GateStore = {
  read(): number | null
  write(deadline: number | null): void
}

type GateState = {
  /** Wall clock, epoch ms; null: open as far as was last looked. */
  readonly until: number | null
  /** False: nothing goes on by itself at the deadline; only a person does. */
  readonly automatic: boolean
}

/** One gate for everything that is limited together. */
export type Gate = {
  readonly state: Store<GateState>
  /** The deadline while closed, else null. Looks at the wall clock and the shared store. */
  closedUntil(): number | null
  /**
   * Waits until the gate is open. 'held': it is closed and nothing goes on by itself.
   * @throws AbortError
   */
  pass(signal: AbortSignal | undefined, onWait: (until: number) => void): Promise<'open' | 'held'>
  /** Taken when an attempt is sent: tells later which closing it belongs to. */
  ticket(): number
  /** 429s in a row before one that answers this ticket. */
  refusalsBefore(ticket: number): number
  /** Returns the deadline, epoch ms. */
  close(ticket: number, waitMs: number, automatic: boolean): number
  /** A reply that was no 429. */
  replied(ticket: number): void
}

/** A foreign or restored deadline farther away than this comes from a clock that was set back. */
const LONGEST_FOREIGN_MS = 300_000
const OPEN: GateState = { until: null, automatic: true }

/** In memory, for tests and where there is no storage. */
export function createMemoryGateStore(): GateStore {
  let deadline: number | null = null
  return {
    read: () => deadline,
    write: (next) => {
      deadline = next
    },
  }
}

export function createGate(clock: Clock, store: GateStore = createMemoryGateStore()): Gate {
  const state = createStore<GateState>(OPEN)
  // The farthest the deadline can honestly be: more means that the clock was set back.
  let farthestMs = 0
  let round = 0
  let refusals = 0

  const moveTo = (until: number, automatic: boolean) => {
    state.set({ until, automatic })
    store.write(until)
  }

  /** Takes over a later deadline another tab (or an earlier page) left. */
  const adoptForeign = () => {
    const own = state.get().until
    const foreign = store.read()
    if (foreign === null || foreign === own || foreign <= (own ?? clock.now())) return
    const until = Math.min(foreign, clock.now() + LONGEST_FOREIGN_MS)
    if (until <= (own ?? 0)) return
    farthestMs = Math.max(farthestMs, LONGEST_FOREIGN_MS)
    if (until === foreign) state.set({ ...state.get(), until })
    else moveTo(until, state.get().automatic)
  }

  const closedUntil = () => {
    adoptForeign()
    const { until, automatic } = state.get()
    if (until === null) return null
    const left = until - clock.now()
    if (left <= 0) {
      state.set(OPEN)
      return null
    }
    if (left <= farthestMs) return until
    moveTo(clock.now() + farthestMs, automatic)
    return state.get().until
  }

  return {
    state,
    closedUntil,
    async pass(signal, onWait) {
      for (;;) {
        const until = closedUntil()
        if (until === null) return 'open'
        if (!state.get().automatic) return 'held'
        onWait(until)
        await nap(clock, until - clock.now(), signal, state.subscribe)
      }
    },
    ticket: () => round,
    // Answers to requests that left before the last closing belong to that closing's round:
    // four calls in flight make one 429, not four.
    refusalsBefore: (ticket) => (ticket === round ? refusals : Math.max(0, refusals - 1)),
    close(ticket, waitMs, automatic) {
      const before = closedUntil()
      if (ticket === round) {
        round += 1
        refusals += 1
      }
      const until = Math.ceil(Math.max(before ?? 0, clock.now() + waitMs))
      farthestMs = Math.max(before === null ? 0 : farthestMs, waitMs)
      moveTo(until, automatic && (before === null || state.get().automatic))
      return until
    },
    replied(ticket) {
      // An answer to a question asked before the closing proves nothing about the time after it.
      if (ticket === round) refusals = 0
    },
  }
}
