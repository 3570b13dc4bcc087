import type { Position } from '../cursor'
import { endOfIstDay, istInstant, startOfIstDay } from '../ist'
import type { AccountRow, LineRow } from '../store/schema'
import { type WireMoney, wireMoney } from '../wire-money'
import type { World } from '../world'

/** A history line as list_transactions shows it (C1, R-067…R-070); its shape is assumed. */
export type LineView = {
  title: string
  subtitle: string
  /** Net: what was charged less what came back. */
  amount: WireMoney
  date: string
  purchase_id?: string
  refunded?: WireMoney
}

export type Span = {
  from?: string | undefined
  to?: string | undefined
  limit: number
  /** Only lines older than this one; null: from the newest. */
  before: Position | null
}

export type LinePage = { rows: LineRow[]; more: boolean }

/** Outside every instant a JavaScript date can hold. */
const BEYOND_TIME = 8.64e15 + 1

/**
 * Reads pages of an account's lines, newest first, by (at, id): lines that come or go never
 * make another line stand twice or be passed over (C12). One prepared statement on the index
 * `lines_newest`, so that the depth of a page does not matter. Days are IST and inclusive (C5).
 */
export function createLinePages(world: World): (account: string, span: Span) => LinePage {
  const select = world.db.prepare<[string, number, number, number, number], LineRow>(
    `SELECT * FROM lines
     WHERE account = ? AND at >= ? AND (at, id) < (?, ?)
       AND (refunded_minor <= 0 OR refunded_minor < amount_minor)
     ORDER BY at DESC, id DESC LIMIT ?`,
  )
  return (account, { from, to, limit, before }) => {
    const oldest = (from === undefined ? null : startOfIstDay(from)) ?? -BEYOND_TIME
    const end = { at: (to === undefined ? null : endOfIstDay(to)) ?? BEYOND_TIME, id: 0 }
    const newest = before && before.at < end.at ? before : end
    const rows = select.all(account, oldest, newest.at, newest.id, limit + 1)
    return { rows: rows.slice(0, limit), more: rows.length > limit }
  }
}

/** The app's own words for a line: title, subtitle, net amount (R-068…R-072). */
export function lineView(account: AccountRow, row: LineRow): LineView {
  const net = wireMoney(row.amount_minor - row.refunded_minor, row.currency)
  return {
    title: row.title,
    subtitle: row.subtitle,
    amount: { ...net, display: row.display ?? net.display },
    date: istInstant(row.at),
    ...(account.lines_carry_purchase_id && row.purchase_id ? { purchase_id: row.purchase_id } : {}),
    ...(row.refunded_minor > 0 ? { refunded: wireMoney(row.refunded_minor, row.currency) } : {}),
  }
}
