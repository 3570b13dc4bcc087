import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import Database from 'better-sqlite3'
import { createSandboxClock } from './clock'
import { createFaultBox } from './faults'
import { createWakeBoard } from './held'
import { createRequestLog } from './log'
import { createRateWindows } from './rate'
import { keptInMeta } from './store/meta'
import { createSchema } from './store/schema'
import type { SandboxClock, SandboxSettings, World } from './world'

/** What a sandbox is when nothing else is said: the documents' limits, the task's data. */
export const USUAL_SETTINGS: SandboxSettings = {
  rate: 120,
  windowSeconds: 60,
  lines: 600,
  seed: 1,
  startAt: null,
  keyBound: false,
}

export type WorldOptions = {
  /** A file that keeps the data; left out or null: in memory. */
  dbFile?: string | null
} & Partial<Machine>

/** The machine's clocks; left out: the real ones. Who brings one's own sleep owns all waiting here. */
export type Machine = Pick<SandboxClock, 'mono' | 'wall' | 'sleep'>

/** A world on a database, with its tables made and nothing else in it. Throws when the file is not a database. */
export function createWorld(settings: SandboxSettings, options: WorldOptions = {}): World {
  const { dbFile = null, mono = () => performance.now(), wall = () => Date.now() } = options
  const db = new Database(dbFile ?? ':memory:')
  prepare(db)
  const { sleep } = options
  const clock = createSandboxClock({
    wall,
    mono,
    startAt: settings.startAt,
    ...(sleep && { sleep }),
  })
  return {
    db,
    clock,
    settings,
    secret: secretOf(db),
    wakes: createWakeBoard(clock.sleep),
    rate: createRateWindows(mono, settings.rate, settings.windowSeconds),
    log: createRequestLog(db, clock.now),
    faults: createFaultBox(),
    demo: { buys: false },
  }
}

/** A file that is refused is let go of at once. */
function prepare(db: Database.Database): void {
  try {
    createSchema(db)
  } catch (error) {
    db.close()
    throw error
  }
}

/** Made once for a database, so that its cursors outlive a restart. */
function secretOf(db: Database.Database): Buffer {
  const secret = keptInMeta(db, 'secret', () => randomBytes(32).toString('hex'))
  return Buffer.from(secret, 'hex')
}
