import type Database from 'better-sqlite3'

/** One request as `GET /control/log` shows it. A bearer appears only as its hash. */
export type LogRow = {
  id: number
  /** RFC 3339, by the time of data. */
  at: string
  /** Monotonic milliseconds of the machine. */
  mono_ms: number
  service: 'envoy' | 'vene' | 'auth'
  transport: 'http' | 'mcp'
  tool: string | null
  account: string | null
  connection: string | null
  token_hash: string | null
  /** The parsed body; its text where it is not one JSON object; null where it was not read to its end. */
  body: unknown
  idempotency_key: string | null
  proof_jti: string | null
  /** Null while the request runs, and where no status was ever sent. */
  status: number | null
  code: string | null
  /** How long a held read was held; null where nothing was held. */
  held_ms: number | null
  /** The client left before the reply was out. */
  aborted: boolean
  fault: string | null
}

export type RequestLog = {
  /** Notes a request as it arrives and returns its id; ids grow, over restarts too. */
  add(row: Omit<LogRow, 'id'>): number
  update(id: number, change: Partial<Omit<LogRow, 'id'>>): void
  /** Rows with a greater id, oldest first. */
  since(id: number): LogRow[]
  clear(): void
}

/** Rows kept; older ones go. */
const KEPT = 20_000

type Stored = { id: number; row: string }

/** The request log in the sandbox's database. `now` is the time of data, epoch ms. */
export function createRequestLog(db: Database.Database, now: () => number): RequestLog {
  const insert = db.prepare('INSERT INTO log (at, row) VALUES (?, ?)')
  const replace = db.prepare('UPDATE log SET row = ? WHERE id = ?')
  const one = db.prepare<[number], Stored>('SELECT id, row FROM log WHERE id = ?')
  const after = db.prepare<[number], Stored>('SELECT id, row FROM log WHERE id > ? ORDER BY id')
  const forget = db.prepare('DELETE FROM log WHERE id <= ?')
  return {
    add(row) {
      const id = Number(insert.run(now(), JSON.stringify(row)).lastInsertRowid)
      if (id % 1_000 === 0) forget.run(id - KEPT)
      return id
    },
    update(id, change) {
      // A client may leave after the database was closed with the sandbox.
      if (!db.open) return
      const stored = one.get(id)
      if (stored) replace.run(JSON.stringify({ ...JSON.parse(stored.row), ...change }), id)
    },
    since: (id) => after.all(id).map((stored) => ({ id: stored.id, ...JSON.parse(stored.row) })),
    clear() {
      db.exec('DELETE FROM log')
    },
  }
}
