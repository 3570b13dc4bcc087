import Database from 'better-sqlite3'
import { type ShownLine, shortened } from './ledger'

const NET = 'amount_minor - refunded_minor'
const SHOWN = `account = ? AND NOT (refunded_minor > 0 AND ${NET} = 0)`

/** What the sandbox's database holds, by SQL of the tests' own. */
export function truthOf(file: string, account = 'demo'): { lines: ShownLine[]; days: number[] } {
  const db = new Database(file, { readonly: true })
  try {
    const lines = db
      .prepare<[string], ShownLine>(
        `SELECT title, subtitle, ${NET} AS minor FROM lines WHERE ${SHOWN} ORDER BY at DESC, id DESC`,
      )
      .all(account)
    const days = db
      .prepare<[string], { minor: number }>(
        `SELECT sum(${NET}) AS minor FROM lines WHERE ${SHOWN}
         GROUP BY date(at / 1000 + 19800, 'unixepoch') ORDER BY date(at / 1000 + 19800, 'unixepoch') DESC`,
      )
      .all(account)
    const shown = lines.map((line) => ({ ...line, title: shortened(line.title) }))
    return { lines: shown, days: days.map((day) => day.minor) }
  } finally {
    db.close()
  }
}
