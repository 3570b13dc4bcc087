import { ensureAccount } from './accounts'
import { nextMoveAt } from './life-steps'
import { syncLine } from './lines'
import {
  changedRow,
  freshRow,
  type NewPurchaseRow,
  type PurchaseChange,
  type PurchaseDraft,
} from './purchase-change'
import { RefusedChange } from './purchase-rules'
import type { PurchaseRow } from './store/schema'
import type { World } from './world'

export type { PurchaseChange, PurchaseDraft } from './purchase-change'

export const PURCHASE_COLUMNS = [
  'purchase_id',
  'account',
  'connection',
  'revision',
  'state',
  'money',
  'merchant',
  'domain',
  'merchant_url',
  'agent',
  'amount_minor',
  'charged_minor',
  'refunded_minor',
  'rail',
  'checkout_by',
  'question',
  'funding',
  'user_action',
  'needs_support',
  'spending_closed',
  'superseded_by',
  'retry_of',
  'created_at',
  'auto',
  'next_move_at',
] as const satisfies readonly (keyof PurchaseRow)[]

const INSERT_PURCHASE = `INSERT INTO purchases (${PURCHASE_COLUMNS.join(', ')})
  VALUES (${PURCHASE_COLUMNS.map(() => '?').join(', ')})`
const UPDATE_PURCHASE = `UPDATE purchases SET ${PURCHASE_COLUMNS.map((name) => `${name} = ?`).join(', ')}
  WHERE purchase_id = ?`
export const STEP_COLUMNS = ['purchase_id', 'revision', 'state', 'at'] as const
const INSERT_STEP = `INSERT INTO timeline (${STEP_COLUMNS.join(', ')}) VALUES (?, ?, ?, ?)`

/** A purchase's values in the order of INSERT_PURCHASE. */
function purchaseValues(row: NewPurchaseRow): (string | number | null)[] {
  return PURCHASE_COLUMNS.map((name) => row[name])
}

/**
 * Stores a purchase with its first timeline entry and, if something was charged, its
 * history line. Throws RefusedChange when state, money and sums do not fit together.
 */
export function createPurchase(world: World, draft: PurchaseDraft): PurchaseRow {
  const row = freshRow(draft, draft.at ?? world.clock.now())
  row.next_move_at = nextMoveAt(row, world.clock.now())
  return world.db.transaction(() => {
    ensureAccount(world, row.account)
    world.db.prepare(INSERT_PURCHASE).run(...purchaseValues(row))
    world.db.prepare(INSERT_STEP).run(row.purchase_id, 1, row.state, row.created_at)
    const stored = stillThere(world, row.purchase_id)
    syncLine(world, stored, row.created_at)
    return stored
  })()
}

/**
 * Moves a purchase on: next revision, timeline entry when the state changed, history line in
 * step, held reads woken. What belonged to the old state (question, pay link, request to the
 * person) goes with it. `money: "refunded"` without a sum means that all of it came back.
 * Throws RefusedChange: unknown id, leaving a final state, money or sums that do not fit.
 */
export function advancePurchase(
  world: World,
  purchaseId: string,
  change: PurchaseChange,
): PurchaseRow {
  const now = world.clock.now()
  const stored = world.db.transaction(() => {
    const before = purchaseById(world, purchaseId)
    if (!before) throw new RefusedChange('id', 'There is no purchase with this id.')
    const after = changedRow(before, change)
    after.next_move_at = nextMoveAt(after, now)
    world.db.prepare(UPDATE_PURCHASE).run(...purchaseValues(after), purchaseId)
    if (after.state !== before.state) {
      world.db.prepare(INSERT_STEP).run(purchaseId, after.revision, after.state, now)
    }
    syncLine(world, after, now)
    return after
  })()
  world.wakes.wake(purchaseId)
  return stored
}

/** The account's purchase by its id or by the key it was started with (R-021, R-022); null for anyone else's (R-157). */
export function findPurchase(world: World, account: string, reference: string): PurchaseRow | null {
  const purchaseId = reference.startsWith('pur_')
    ? reference
    : startedWith(world, account, reference)
  const row = purchaseId === null ? null : purchaseById(world, purchaseId)
  return row?.account === account ? row : null
}

/** The purchase whoever owns it; for control and life, never for a tool. */
export function purchaseById(world: World, purchaseId: string): PurchaseRow | null {
  return (
    world.db
      .prepare<[string], PurchaseRow>('SELECT * FROM purchases WHERE purchase_id = ?')
      .get(purchaseId) ?? null
  )
}

function startedWith(world: World, account: string, key: string): string | null {
  const row = world.db
    .prepare<[string, string], { purchase_id: string }>(
      `SELECT purchase_id FROM idempotency
       WHERE account = ? AND tool = 'start_purchase' AND key = ?`,
    )
    .get(account, key)
  return row?.purchase_id ?? null
}

function stillThere(world: World, purchaseId: string): PurchaseRow {
  const row = purchaseById(world, purchaseId)
  if (!row) throw new Error(`The purchase ${purchaseId} could not be stored.`)
  return row
}
