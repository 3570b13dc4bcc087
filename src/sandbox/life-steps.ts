import type { State } from '@/api/envoy/contract'
import { type Funding, isFinal } from './purchase-rules'
import type { PurchaseRow } from './store/schema'

/** One step of a purchase that moves by itself; its money follows from the state. */
export type Step = { state: State; checkoutBy?: 'agent' | 'envoy' }

type Moving = Pick<
  PurchaseRow,
  'purchase_id' | 'revision' | 'state' | 'auto' | 'needs_support' | 'funding' | 'checkout_by'
>

/** Shortest and longest stay in a state, in milliseconds of the time of data: 20–40 s from start to end. */
const STAYS: Record<string, readonly [number, number] | undefined> = {
  processing: [8_000, 14_000],
  ready: [6_000, 13_000],
  verifying: [6_000, 12_000],
  waiting_for_user: [240_000, 360_000],
}

/** How a purchase will end: decided by its id, so that the same seed tells the same story. */
export function fate(purchaseId: string): 'completed' | 'failed' {
  return idNumber(purchaseId) % 8 === 0 ? 'failed' : 'completed'
}

/** When the purchase moves next by itself, epoch ms of the time of data; null: never, or only when someone acts. */
export function nextMoveAt(row: Moving, now: number): number | null {
  const stay = STAYS[row.state]
  if (!row.auto || row.needs_support || isFinal(row.state) || !stay) return null
  if (row.state === 'waiting_for_user' && row.funding) return payLinkEnd(row.funding)
  const spread = (idNumber(row.purchase_id) + row.revision * 0x9e3779b9) % 1000
  return now + Math.round(stay[0] + ((stay[1] - stay[0]) * spread) / 1000)
}

/** The next step, or null when the purchase stays where it is. An unpaid pay link runs out into `cancelled`. */
export function nextStep(row: Moving): Step | null {
  switch (row.state) {
    case 'waiting_for_user':
      return { state: row.funding ? 'cancelled' : 'processing' }
    case 'processing':
      return afterProcessing(row)
    case 'ready':
      return { state: 'verifying' }
    case 'verifying':
      return { state: fate(row.purchase_id) }
    default:
      return null
  }
}

/** A card is made ready for the agent, or Envoy checks out itself and only confirms. */
function afterProcessing(row: Moving): Step {
  const checkoutBy = row.checkout_by ?? (idNumber(row.purchase_id) % 3 === 0 ? 'envoy' : 'agent')
  return { state: checkoutBy === 'envoy' ? 'verifying' : 'ready', checkoutBy }
}

function payLinkEnd(funding: string): number | null {
  // Stored by createPurchase or the seed in exactly this shape.
  const { expires_at } = JSON.parse(funding) as Funding
  const end = Date.parse(expires_at)
  return Number.isNaN(end) ? null : end
}

function idNumber(purchaseId: string): number {
  return Number.parseInt(purchaseId.slice(4, 12), 16)
}
