import { CallFailure, type FailureKind } from '@/api/envoy/failure'
import type {
  ListedPurchase,
  Purchase,
  PurchaseList,
  PurchaseStatus,
  ReplyMeta,
  WireMoney,
} from '@/api/envoy/types'
import { isPurchaseId, type PurchaseId } from '@/lib/ids'
import type { Moment, News } from './knowledge'

/* What the tests of this feature are written with. */

/** 29 Oct 2026, 14:32 IST. */
export const NOON = Date.parse('2026-10-29T09:02:00Z')

export function purchaseId(letter: string): PurchaseId {
  const id = `pur_${letter.repeat(32)}`
  if (!isPurchaseId(id)) throw new Error(`${letter} makes no purchase id`)
  return id
}

export const rupees = (amount: number): WireMoney => ({
  minor: Math.round(amount * 100),
  currency: 'INR',
  display: null,
})

const meta = (at = NOON): ReplyMeta => ({
  requestId: 'req_1',
  traceId: 'e198ce201f10ce6117eff93a52d09b7e',
  serverTime: at,
  contract: 'envoy@2026-10',
  receivedAt: at,
  raw: {},
})

export const listed = (more: Partial<ListedPurchase> = {}): ListedPurchase => ({
  purchaseId: purchaseId('a'),
  state: 'processing',
  merchant: { name: 'Tamba Kitchen', domain: 'tambakitchen.example.test' },
  amount: rupees(2149),
  checkoutBy: 'envoy',
  createdAt: NOON - 30 * 60_000,
  ...more,
})

export const purchase = (more: Partial<Purchase> = {}): Purchase => ({
  ...listed(),
  revision: 7,
  agentName: 'Homekeeper agent',
  money: null,
  charged: null,
  refunded: null,
  question: null,
  funding: null,
  needsSupport: false,
  spendingClosed: false,
  supersededBy: null,
  retryOf: null,
  timeline: null,
  ...more,
})

export const status = (more: Partial<Purchase> = {}, at = NOON): PurchaseStatus => ({
  purchase: purchase(more),
  next: null,
  userAction: null,
  meta: meta(at),
})

export const list = (
  purchases: PurchaseList['purchases'],
  more: Partial<PurchaseList> = {},
): PurchaseList => ({ purchases, truncated: false, meta: meta(), ...more })

const moment = (at = NOON): Moment => ({ at, shown: at })

export const checked = (more: Partial<Purchase> = {}, at = NOON): News => ({
  kind: 'checked',
  status: status(more, at),
  when: moment(at),
})

export const failed = (kind: FailureKind = 'no_reply', at = NOON): News => ({
  kind: 'failed',
  failure: new CallFailure(kind),
  when: moment(at),
})
