/** What the tabs of an account know of its gate together. */
export type GateRecord = {
  /** The deadline, epoch ms of the wall clock; 0: open. */
  readonly until: number
  /** How far away the deadline was when it was written (ms): farther means a clock set back. */
  readonly lastsMs: number
  /** Counts closings: an answer to what was sent before the last one says nothing new. */
  readonly round: number
  /** 429s in a row, over all tabs. */
  readonly refusals: number
  /** False: nothing goes on by itself at the deadline; only a person does. */
  readonly automatic: boolean
}

/** Where it outlives a reload, shared by all tabs. */
export type GateStore = {
  read(): GateRecord | null
  write(record: GateRecord): void
}

export const NEVER_CLOSED: GateRecord = {
  until: 0,
  lastsMs: 0,
  round: 0,
  refusals: 0,
  automatic: true,
}

/** In memory, for tests and where there is no storage. */
export function createMemoryGateStore(): GateStore {
  let kept: GateRecord | null = null
  return {
    read: () => kept,
    write(record) {
      kept = record
    },
  }
}

/**
 * What follows from two tabs' knowledge, the same in whichever order they are heard: the later
 * deadline, the higher round, and in one round the lower count, which only a reply brings down.
 */
export function join(one: GateRecord, other: GateRecord): GateRecord {
  const later = one.until >= other.until ? one : other
  const [newer, older] = one.round >= other.round ? [one, other] : [other, one]
  return {
    until: later.until,
    lastsMs: later.lastsMs,
    round: newer.round,
    refusals: newer.round === older.round ? Math.min(one.refusals, other.refusals) : newer.refusals,
    automatic: one.automatic && other.automatic,
  }
}

/** No deadline is ever set farther away than this (ms): the longest wait, drawn longer. */
const LONGEST_MS = 4_500_000
/** Asked for by nobody we know (ms). */
const UNKNOWN_MS = 300_000

export function writeGate({ until, lastsMs, round, refusals, automatic }: GateRecord): string {
  return JSON.stringify([until, lastsMs, round, refusals, automatic])
}

/** Null: nothing that Passbook wrote. A bare number is a deadline. */
export function readGate(text: string | null): GateRecord | null {
  const parsed = parse(text)
  const [until, lastsMs = UNKNOWN_MS, round = 0, refusals = 0, automatic = true] = Array.isArray(
    parsed,
  )
    ? parsed
    : [parsed]
  const counts = [until, lastsMs, round, refusals].every(
    (value) => Number.isSafeInteger(value) && value >= 0,
  )
  if (!counts || lastsMs > LONGEST_MS || typeof automatic !== 'boolean') return null
  return { until, lastsMs, round, refusals, automatic }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
