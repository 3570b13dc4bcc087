import { randomBytes } from 'node:crypto'
import type { MoneyState, State } from '@/api/envoy/contract'
import {
  checkMoneyMove,
  checkQuestion,
  checkStateMove,
  type Funding,
  moneyOnReaching,
  type Question,
  settleRail,
  settleSums,
  type UserAction,
  usualQuestion,
  usualUserAction,
} from './purchase-rules'
import type { PurchaseRow } from './store/schema'

/** A question as given; without an id it gets one. */
type QuestionDraft = Omit<Question, 'id'> & { id?: string | undefined }

/** What the caller may say about a purchase on top of its state; left out: kept, or the usual. */
type Details = {
  money?: MoneyState | undefined
  /** Paise; null while nothing is charged. */
  chargedMinor?: number | null | undefined
  /** Paise that came back. */
  refundedMinor?: number | undefined
  rail?: string | null | undefined
  checkoutBy?: 'agent' | 'envoy' | null | undefined
  question?: QuestionDraft | null | undefined
  funding?: Funding | null | undefined
  userAction?: UserAction | null | undefined
  needsSupport?: boolean | undefined
  spendingClosed?: boolean | undefined
  supersededBy?: string | null | undefined
  /** Whether the purchase moves by itself from here on (life.ts). */
  auto?: boolean | undefined
}

/** A purchase to create. `at` is epoch ms of the time of data (left out: now), amounts are paise. */
export type PurchaseDraft = Details & {
  account: string
  merchant: string
  agent: string
  amountMinor: number
  state?: State | undefined
  domain?: string | null | undefined
  merchantUrl?: string | null | undefined
  connection?: string | null | undefined
  retryOf?: string | null | undefined
  at?: number | undefined
  purchaseId?: string | undefined
}

/** What advancePurchase may change. */
export type PurchaseChange = Details & { state?: State | undefined }

/** A purchase that is not stored yet. */
export type NewPurchaseRow = Omit<PurchaseRow, 'seq'>

/** A new purchase id: `pur_` and 32 lowercase hex digits. */
function newPurchaseId(): string {
  return `pur_${randomBytes(16).toString('hex')}`
}

/** A new id for a question. */
function newQuestionId(): string {
  return `q_${randomBytes(8).toString('hex')}`
}

/** The first revision of a purchase; throws RefusedChange when what was said about it does not fit. */
export function freshRow(draft: PurchaseDraft, at: number): NewPurchaseRow {
  const state = draft.state ?? 'processing'
  const money = draft.money ?? moneyOnReaching(state, 'not_charged')
  checkQuestion(state, draft.question)
  const funding = draft.funding ?? null
  return {
    purchase_id: draft.purchaseId ?? newPurchaseId(),
    account: draft.account,
    connection: draft.connection ?? null,
    revision: 1,
    state,
    money,
    merchant: draft.merchant,
    domain: draft.domain ?? null,
    merchant_url: draft.merchantUrl ?? null,
    agent: draft.agent,
    amount_minor: draft.amountMinor,
    ...settleSums({
      money,
      amount: draft.amountMinor,
      charged: draft.chargedMinor,
      refunded: draft.refundedMinor,
    }),
    ...settleRail(state, {
      rail: draft.rail ?? (funding ? 'gift_card' : null),
      checkout_by: draft.checkoutBy ?? (funding ? 'agent' : null),
    }),
    question: asJson(withId(draft.question ?? usualQuestion(state))),
    funding: asJson(funding),
    user_action: asJson(draft.userAction ?? usualUserAction(state, funding)),
    needs_support: draft.needsSupport ? 1 : 0,
    spending_closed: draft.spendingClosed ? 1 : 0,
    superseded_by: draft.supersededBy ?? null,
    retry_of: draft.retryOf ?? null,
    created_at: at,
    auto: draft.auto ? 1 : 0,
    next_move_at: null,
  }
}

/** The next revision of a purchase; throws RefusedChange when it may not change so. */
export function changedRow(before: PurchaseRow, change: PurchaseChange): PurchaseRow {
  const state = change.state ?? before.state
  checkStateMove(before.state, state)
  checkQuestion(state, change.question)
  const money = change.money ?? (change.state ? moneyOnReaching(state, before.money) : before.money)
  checkMoneyMove(before.money, money)
  return {
    ...before,
    revision: before.revision + 1,
    state,
    money,
    ...changedSums(before, change, money),
    ...settleRail(state, {
      rail: given(change.rail, before.rail),
      checkout_by: given(change.checkoutBy, before.checkout_by),
    }),
    ...changedRequests(before, change, state),
    needs_support: flag(change.needsSupport, before.needs_support),
    spending_closed: flag(change.spendingClosed, before.spending_closed),
    superseded_by: given(change.supersededBy, before.superseded_by),
    auto: flag(change.auto, before.auto),
  }
}

function changedSums(before: PurchaseRow, change: PurchaseChange, money: string) {
  const unpaid = money === 'not_charged' || money === 'set_aside'
  const allBack = money === 'refunded' && before.money !== 'refunded'
  return settleSums({
    money,
    amount: before.amount_minor,
    charged: change.chargedMinor ?? (unpaid ? null : before.charged_minor),
    refunded: change.refundedMinor ?? (unpaid ? 0 : allBack ? undefined : before.refunded_minor),
  })
}

/** Question, pay link and request to the person: kept within a state, gone or renewed with the next. */
function changedRequests(before: PurchaseRow, change: PurchaseChange, state: string) {
  const same = state === before.state
  const funding =
    change.funding === undefined ? (same ? before.funding : null) : asJson(change.funding)
  const question = withId(change.question ?? (same ? null : usualQuestion(state)))
  const action = change.userAction ?? (same ? null : usualUserAction(state, funding))
  return {
    funding,
    question: asJson(question) ?? (same && change.question === undefined ? before.question : null),
    user_action:
      asJson(action) ?? (same && change.userAction === undefined ? before.user_action : null),
  }
}

function withId(question: QuestionDraft | null): Question | null {
  return question && { ...question, id: question.id ?? newQuestionId() }
}

function asJson(value: unknown): string | null {
  return value == null ? null : JSON.stringify(value)
}

function given<T>(wanted: T | undefined, before: T): T {
  return wanted === undefined ? before : wanted
}

function flag(wanted: boolean | undefined, before: 0 | 1): 0 | 1 {
  return wanted === undefined ? before : wanted ? 1 : 0
}
