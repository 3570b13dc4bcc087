import type { LineRow, PurchaseRow } from './store/schema'
import type { World } from './world'

/** A history line to add. Amounts in paise before refunds; `at` is epoch ms. */
export type LineDraft = {
  title: string
  subtitle: string
  amountMinor: number
  at: number
  currency?: string | undefined
  /** What the wire displays instead of the formatted net amount (C15). */
  display?: string | null | undefined
  purchaseId?: string | null | undefined
  refundedMinor?: number | null | undefined
}

export const LINE_COLUMNS = [
  'account',
  'at',
  'title',
  'subtitle',
  'amount_minor',
  'refunded_minor',
  'currency',
  'display',
  'purchase_id',
] as const satisfies readonly (keyof LineRow)[]

const REPLACE_LINE = `
  INSERT INTO lines (${LINE_COLUMNS.join(', ')}) VALUES (${LINE_COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (purchase_id) WHERE purchase_id IS NOT NULL DO UPDATE SET
    ${LINE_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`

/** Adds lines as given, all or none; one that names a purchase replaces that purchase's line (R-067). Returns how many. */
export function addLines(world: World, account: string, lines: readonly LineDraft[]): number {
  const insert = world.db.prepare(REPLACE_LINE)
  world.db.transaction(() => {
    for (const line of lines) {
      insert.run(
        account,
        line.at,
        line.title,
        line.subtitle,
        line.amountMinor,
        line.refundedMinor ?? 0,
        line.currency ?? 'INR',
        line.display ?? null,
        line.purchaseId ?? null,
      )
    }
  })()
  return lines.length
}

/**
 * Keeps a purchase's line in step with its money: the line appears when the money first is
 * charged, shows what came back, and is gone once everything did (R-070, R-071). `at` dates
 * a new line; a line that exists keeps its date.
 */
export function syncLine(world: World, purchase: PurchaseRow, at: number): void {
  if (!hasLine(purchase)) {
    world.db.prepare('DELETE FROM lines WHERE purchase_id = ?').run(purchase.purchase_id)
    return
  }
  const changed = world.db
    .prepare('UPDATE lines SET amount_minor = ?, refunded_minor = ? WHERE purchase_id = ?')
    .run(purchase.charged_minor, purchase.refunded_minor, purchase.purchase_id).changes
  if (changed === 0) {
    addLines(world, purchase.account, [
      {
        title: purchase.merchant,
        subtitle: purchase.agent,
        amountMinor: purchase.charged_minor ?? 0,
        refundedMinor: purchase.refunded_minor,
        at,
        purchaseId: purchase.purchase_id,
      },
    ])
  }
}

/** Whether a purchase stands in the history: something was charged, and not all of it came back (R-071). */
export function hasLine(purchase: Pick<PurchaseRow, 'charged_minor' | 'refunded_minor'>): boolean {
  return purchase.charged_minor !== null && purchase.refunded_minor < purchase.charged_minor
}

/** The account's number of lines; list_transactions shows exactly these. */
export function countLines(world: World, account: string): number {
  const row = world.db
    .prepare<[string], Pick<LineRow, 'id'>>('SELECT count(*) AS id FROM lines WHERE account = ?')
    .get(account)
  return row?.id ?? 0
}
