import { createHmac } from 'node:crypto'
import type { Success } from './envelope'
import type { NextStep } from './errors'
import {
  asksQuestion,
  type Funding,
  isFinal,
  type Question,
  type UserAction,
} from './purchase-rules'
import type { PurchaseRow } from './store/schema'
import { type WireMoney, wireMoney } from './wire-money'
import type { World } from './world'

// The shapes in this file are assumed where C17, C18 and C22 say so; list_purchases' fields are the documents' own.

/** A one-time card; its shape is assumed. */
type CardView = { number: string; expires: string; cvv: string }

/** A purchase as list_purchases shows it (R-169…R-178). */
export type ListedPurchaseView = {
  purchase_id: string
  state: string
  merchant: { name: string; domain?: string }
  amount: WireMoney
  checkout_by: 'agent' | 'envoy' | null
  created_at: string
}

/** A purchase as get_purchase_status shows it (C22). */
export type PurchaseView = ListedPurchaseView & {
  revision: number
  agent: { name: string }
  money: string
  charged: WireMoney | null
  refunded: WireMoney | null
  question: Question | null
  funding: Funding | null
  card: CardView | null
  needs_support: boolean
  spending_closed: boolean
  superseded_by: string | null
  retry_of: string | null
  timeline: { state: string; at: string }[]
}

export function listedView(row: PurchaseRow): ListedPurchaseView {
  return {
    purchase_id: row.purchase_id,
    state: row.state,
    merchant: { name: row.merchant, ...(row.domain === null ? {} : { domain: row.domain }) },
    amount: wireMoney(row.amount_minor),
    checkout_by: row.checkout_by,
    created_at: new Date(row.created_at).toISOString(),
  }
}

/** A purchase with everything get_purchase_status tells about it. */
export function purchaseView(world: World, row: PurchaseRow): PurchaseView {
  return {
    ...listedView(row),
    revision: row.revision,
    agent: { name: row.agent },
    money: row.money,
    charged: row.charged_minor === null ? null : wireMoney(row.charged_minor),
    refunded: row.refunded_minor > 0 ? wireMoney(row.refunded_minor) : null,
    question: asksQuestion(row.state) ? stored<Question>(row.question) : null,
    funding: stored<Funding>(row.funding),
    card: cardOf(world, row),
    needs_support: row.needs_support === 1,
    spending_closed: row.spending_closed === 1,
    superseded_by: row.superseded_by,
    retry_of: row.retry_of,
    timeline: timelineOf(world, row.purchase_id),
  }
}

/** The reply of every tool that is about one purchase: the purchase, and a held read of it while it can still move. */
export function purchaseReply(world: World, row: PurchaseRow, replayed = false): Success {
  return {
    ok: true,
    replayed,
    purchase: purchaseView(world, row),
    data: null,
    next: isFinal(row.state) ? null : heldRead(row),
    userAction: isFinal(row.state) ? null : stored<UserAction>(row.user_action),
  }
}

function heldRead(row: PurchaseRow): NextStep {
  return {
    action: 'call_tool',
    tool: 'get_purchase_status',
    args: { purchase: row.purchase_id, after_revision: row.revision },
    instruction: 'Call get_purchase_status with these args; it answers when the purchase changes.',
    after_seconds: null,
    by: null,
  }
}

/** Only while the agent is to pay with it; the same card for as long as it can be seen. */
function cardOf(world: World, row: PurchaseRow): CardView | null {
  if (row.state !== 'ready' || row.checkout_by !== 'agent' || row.spending_closed) return null
  const digits = createHmac('sha256', world.secret).update(row.purchase_id).digest()
  const tail = (digits.readUInt32BE(0) % 10 ** 9).toString().padStart(9, '0')
  const cvv = (digits.readUInt16BE(4) % 1000).toString().padStart(3, '0')
  return { number: `4000001${tail}`, expires: '12/29', cvv }
}

function timelineOf(world: World, purchaseId: string): { state: string; at: string }[] {
  return world.db
    .prepare<[string], { state: string; at: number }>(
      'SELECT state, at FROM timeline WHERE purchase_id = ? ORDER BY revision',
    )
    .all(purchaseId)
    .map(({ state, at }) => ({ state, at: new Date(at).toISOString() }))
}

function stored<T>(json: string | null): T | null {
  // The sandbox itself wrote the column, in the shape the wire shows (schema.ts).
  return json === null ? null : (JSON.parse(json) as T)
}
