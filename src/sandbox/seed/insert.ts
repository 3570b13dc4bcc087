import type Database from 'better-sqlite3'
import { LINE_COLUMNS } from '../lines'
import { PURCHASE_COLUMNS, STEP_COLUMNS } from '../purchases'
import type { Seeded } from './seeded'

type PurchaseColumn = (typeof PURCHASE_COLUMNS)[number]
type Value = string | number | null

/** Rows per statement: fewer calls into SQLite, which is most of the time of a long seed. */
const BATCH = 32

/** Columns that no purchase of a finished history fills: SQLite's own defaults do. */
const UNTOLD: readonly string[] = [
  'connection',
  'question',
  'funding',
  'user_action',
  'needs_support',
  'spending_closed',
  'retry_of',
  'next_move_at',
] satisfies PurchaseColumn[]
const TOLD = PURCHASE_COLUMNS.filter((name) => !UNTOLD.includes(name))

/** Stores purchases of a history that is over. The caller opens the transaction. */
export function insertHistory(db: Database.Database, purchases: Iterable<Seeded>): void {
  insert(db, purchases, TOLD)
}

/** Stores any seeded purchases. The caller opens the transaction. */
export function insertSeeded(db: Database.Database, purchases: Iterable<Seeded>): void {
  insert(db, purchases, PURCHASE_COLUMNS)
}

function insert(
  db: Database.Database,
  purchases: Iterable<Seeded>,
  columns: readonly PurchaseColumn[],
): void {
  const purchaseRows = batched(db, 'purchases', columns)
  const stepRows = batched(db, 'timeline', STEP_COLUMNS)
  const lineRows = batched(db, 'lines', LINE_COLUMNS)
  for (const { row, steps, lineAt } of purchases) {
    purchaseRows.add(columns.map((name) => row[name]))
    let revision = 0
    for (const { state, at } of steps) stepRows.add([row.purchase_id, ++revision, state, at])
    if (lineAt !== null) {
      const sums = [row.charged_minor, row.refunded_minor]
      const names = [row.merchant, row.agent]
      lineRows.add([row.account, lineAt, ...names, ...sums, 'INR', null, row.purchase_id])
    }
  }
  for (const rows of [purchaseRows, stepRows, lineRows]) rows.end()
}

/** Runs `fill` without the secondary indexes of purchases and lines and builds them afterwards in one go. */
export function withoutIndexes(db: Database.Database, fill: () => void): void {
  const indexes = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master
       WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('purchases', 'lines')`,
    )
    .all()
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  fill()
  for (const { sql } of indexes) db.exec(sql)
}

function batched(db: Database.Database, table: string, columns: readonly string[]) {
  // OR FAIL: a failed statement need not be undone by itself, the transaction around it is.
  const head = `INSERT OR FAIL INTO ${table} (${columns.join(', ')}) VALUES `
  const one = `(${columns.map(() => '?').join(', ')})`
  const many = db.prepare(head + Array(BATCH).fill(one).join(', '))
  const single = db.prepare(head + one)
  const width = columns.length
  let waiting: Value[] = []
  return {
    add(values: readonly Value[]) {
      for (const value of values) waiting.push(value)
      if (waiting.length < width * BATCH) return
      many.run(waiting)
      waiting = []
    },
    end() {
      for (let at = 0; at < waiting.length; at += width) single.run(waiting.slice(at, at + width))
    },
  }
}
