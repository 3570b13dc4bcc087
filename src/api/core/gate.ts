import type { Clock } from './clock'
import {
  createMemoryGateStore,
  type GateRecord,
  type GateStore,
  join,
  NEVER_CLOSED,
  writeGate,
} from './gate-record'
import { nap } from './nap'
import { createStore, type Store } from './store'

type GateState = {
  /** Wall clock, epoch milliseconds; null: open as far as was last looked. */
  readonly until: number | null
  /** False: nothing goes on by itself at the deadline; only a person does. */
  readonly automatic: boolean
}

/** One gate for everything that is limited together, over all tabs. */
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
  /** 429s in a row, in all tabs, before one that answers this ticket. */
  refusalsBefore(ticket: number): number
  /** Returns the deadline, epoch ms. */
  close(ticket: number, waitMs: number, automatic: boolean): number
  /** A reply that was no 429. */
  replied(ticket: number): void
}

/** A deadline found farther away than it was written is believed for this long at most (CT-2), ms. */
const LONGEST_FOUND_MS = 300_000
/** Clocks that nobody sets differ by less than this (ms). */
const SAME_TIME_MS = 1_000
const OPEN: GateState = { until: null, automatic: true }

/**
 * The deadline is a time of the wall clock, so that a sleep counts as waiting. A wall clock that jumps
 * forward therefore opens the gate: a page cannot tell that from a sleep, and Envoy says so again. One
 * that is set back lengthens nothing: a page that was there goes by its steady clock, and one that is
 * new believes what it finds for 300 s at most.
 */
export function createGate(clock: Clock, store: GateStore = createMemoryGateStore()): Gate {
  const state = createStore<GateState>(OPEN)
  let known = NEVER_CLOSED
  /** The end of the wait by the steady clock. */
  let steadyEnd = 0

  const keep = (next: GateRecord) => {
    known = next
    store.write(next)
  }

  /** Sets the deadline so many ms from now, for everybody. */
  const endIn = (ms: number, rest: Omit<GateRecord, 'until' | 'lastsMs'>) => {
    steadyEnd = clock.steady() + ms
    keep({ ...rest, until: Math.ceil(clock.now() + ms), lastsMs: Math.ceil(ms) })
  }

  const opened = (record: GateRecord): GateRecord =>
    record.until > clock.now() ? record : { ...record, until: 0, lastsMs: 0, automatic: true }

  const takeOver = (found: GateRecord) => {
    const joined = join(known, found)
    const left = joined.until - clock.now()
    const isNew = joined.until !== known.until && joined.until > 0
    if (isNew && left > joined.lastsMs + SAME_TIME_MS)
      return endIn(Math.min(joined.lastsMs, LONGEST_FOUND_MS), joined)
    if (isNew) steadyEnd = clock.steady() + left
    known = joined
  }

  const closedUntil = () => {
    const before = known.until
    const left = Math.max(0, Math.ceil(steadyEnd - clock.steady()))
    // The clock was set back since the deadline was set or taken over.
    if (known.until > clock.now() + left + SAME_TIME_MS)
      known = { ...known, until: Math.ceil(clock.now()) + left, lastsMs: left }
    known = opened(known)
    const { until: end, lastsMs } = known
    // Read before anything is written: another tab may know of a later deadline than this one.
    const found = store.read() ?? NEVER_CLOSED
    takeOver(opened(found.until === before ? { ...found, until: end, lastsMs } : found))
    // A deadline that has passed must not come back with a clock that is set back later, and what two
    // tabs wrote at the same time must not be lost.
    if (!isSame(known, found)) store.write(known)
    const until = known.until === 0 ? null : known.until
    const shown = state.get()
    if (until !== shown.until || known.automatic !== shown.automatic)
      state.set({ until, automatic: known.automatic })
    return until
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
    ticket() {
      closedUntil()
      return known.round
    },
    // Answers to requests that left before the last closing belong to that closing's round:
    // four calls in flight make one 429, not four, whichever tabs they are in.
    refusalsBefore(ticket) {
      closedUntil()
      return ticket === known.round ? known.refusals : Math.max(0, known.refusals - 1)
    },
    close(ticket, waitMs, automatic) {
      const before = closedUntil()
      const counted = ticket === known.round ? 1 : 0
      const leftBefore = before === null ? 0 : before - clock.now()
      endIn(Math.max(leftBefore, waitMs), {
        round: known.round + counted,
        refusals: known.refusals + counted,
        automatic: automatic && (before === null || known.automatic),
      })
      return closedUntil() ?? clock.now()
    },
    replied(ticket) {
      closedUntil()
      // An answer to a question asked before the closing proves nothing about the time after it.
      if (ticket === known.round && known.refusals > 0) keep({ ...known, refusals: 0 })
    },
  }
}

const isSame = (one: GateRecord, other: GateRecord) => writeGate(one) === writeGate(other)
