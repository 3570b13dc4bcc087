import type Database from 'better-sqlite3'
import type { FaultBox } from './faults'
import type { WakeBoard } from './held'
import type { RequestLog } from './log'
import type { RateWindows } from './rate'

/** The sandbox's two clocks: the settable time of data, and the machine's monotonic time for windows, holds and time-outs. */
export type SandboxClock = {
  /** Time of data, epoch ms. */
  now(): number
  /** Sets the time of data; it runs on from there unless frozen. */
  set(now: number, freeze: boolean): void
  /** True while the time of data stands still. */
  frozen(): boolean
  /** Back to the time this clock was made with: `startAt`, or the machine's time; runs. */
  restart(): void
  /** Monotonic milliseconds; no `/control` call moves it. */
  mono(): number
  /** The machine's own time, epoch ms, which no `/control` call moves: tokens end by it. */
  wall(): number
  /** A pause of monotonic milliseconds that ends early, without an error, when `signal` fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export type SandboxSettings = {
  /** Requests a minute for each token; other values are for tests. */
  readonly rate: number
  /** Length of the rate window in seconds (60). */
  readonly windowSeconds: number
  /** Lines and seed a reset starts with. */
  readonly lines: number
  readonly seed: number
  /** Time of data at the start, epoch ms; null: the machine's. */
  readonly startAt: number | null
  /** Whether connections made by signing in need the installation proof. */
  readonly keyBound: boolean
}

/** Everything one running sandbox holds. Passed to every handler; nothing lives at module level. */
export type World = {
  readonly db: Database.Database
  readonly clock: SandboxClock
  readonly settings: SandboxSettings
  /** Signs cursors; kept in the database, so that a restart keeps them valid. */
  readonly secret: Buffer
  readonly wakes: WakeBoard
  readonly rate: RateWindows
  readonly log: RequestLog
  readonly faults: FaultBox
  /** Whether the demo account starts purchases of its own; a reset ends that, so that tests stay exact. */
  readonly demo: { buys: boolean }
}
