import type { PurchaseId } from '@/lib/ids'
import type { MoneyState, State, ToolName } from './contract'

/** 16–64 characters of our choice, never starting with `pur_`. */
export type IdempotencyKey = string & { readonly __idempotencyKey: true }

/** What one reply said about itself; ids only for Support. */
export type ReplyMeta = {
  readonly requestId: string | null
  readonly traceId: string | null
  /** Envoy's clock at the reply, epoch ms. */
  readonly serverTime: number | null
  readonly contract: string | null
  /** Our clock at the reply, epoch ms. */
  readonly receivedAt: number
  /** The whole reply for "For support"; card details are taken out before anything is kept. */
  readonly raw: unknown
}

/** Integer minor units; `display` is Envoy's own text, raw. */
export type WireMoney = {
  readonly minor: number
  readonly currency: string
  readonly display: string | null
}

/** The call Envoy asks for next; `args` are sent exactly as they came. */
export type NextCall = {
  readonly tool: ToolName
  readonly args: Readonly<Record<string, unknown>>
  readonly afterSeconds: number | null
  /** When it was said, epoch ms; `afterSeconds` counts from here. */
  readonly receivedAt?: number
}

export type UserAction = {
  readonly message: string
  readonly kind: string | null
  readonly url: string | null
  /** Epoch ms. */
  readonly expiresAt: number | null
}

export type FieldProblem = {
  readonly path: string
  readonly problem: string
  readonly expected: string
}

/** One line of history as the Envoy app words it (C1). */
export type ReadableLine = {
  readonly kind: 'line'
  readonly title: string
  readonly subtitle: string
  /** Net amount. */
  readonly amount: WireMoney
  /** Epoch ms. */
  readonly at: number
  readonly purchaseId: PurchaseId | null
  readonly refunded: WireMoney | null
}
export type Line = ReadableLine | { readonly kind: 'unreadable' }

export type Page = {
  readonly lines: readonly Line[]
  /** Follow it unchanged with `followPage`; null: nothing can be followed. */
  readonly next: NextCall | null
  /**
   * Whether Envoy said that older lines exist. True with `next` null means that they cannot be
   * loaded from here: totals must not be called final.
   */
  readonly more: boolean
  readonly meta: ReplyMeta
}

export type StateName = State | 'not_recognised'

export type ListedPurchase = {
  readonly purchaseId: PurchaseId
  readonly state: StateName
  readonly merchant: { readonly name: string | null; readonly domain: string | null }
  readonly amount: WireMoney | null
  readonly checkoutBy: 'agent' | 'envoy' | null
  /** Epoch ms. */
  readonly createdAt: number | null
}

type Unreadable = { readonly unreadable: true }

export type PurchaseList = {
  readonly purchases: readonly (ListedPurchase | Unreadable)[]
  /** More purchases exist than were returned. */
  readonly truncated: boolean
  readonly meta: ReplyMeta
}

export type Question = {
  readonly id: string
  readonly kind: string
  /** Shown word for word. */
  readonly prompt: string
  readonly options: readonly string[]
}

export type Funding = {
  readonly url: string
  readonly amount: WireMoney | null
  /** Epoch ms. */
  readonly expiresAt: number | null
}

export type TimelineStep = { readonly state: StateName; readonly at: number }

export type Purchase = ListedPurchase & {
  /** Opaque (C23). */
  readonly revision: string | number
  readonly agentName: string | null
  /** Null: not delivered, which is not the same as 'unknown'. */
  readonly money: MoneyState | null
  readonly charged: WireMoney | null
  readonly refunded: WireMoney | null
  readonly question: Question | null
  readonly funding: Funding | null
  readonly needsSupport: boolean
  readonly spendingClosed: boolean
  readonly supersededBy: PurchaseId | null
  readonly retryOf: PurchaseId | null
  readonly timeline: readonly TimelineStep[] | null
}

export type PurchaseStatus = {
  readonly purchase: Purchase
  /** A status read to follow unchanged; null when Envoy names none that we may follow. */
  readonly next: NextCall | null
  /** Envoy named a step that is no call: nothing is asked again by itself. */
  readonly saysStop?: boolean
  readonly userAction: UserAction | null
  readonly meta: ReplyMeta
}

export type WriteResult = PurchaseStatus & { readonly replayed: boolean }

export type GiftCardMerchant = {
  readonly name: string
  readonly domain: string | null
  readonly amounts: readonly WireMoney[]
  readonly amountRange: { readonly min: WireMoney; readonly max: WireMoney } | null
  /** A maximum: always "up to"; null: not reported. Out of 0–100 is null (C53). */
  readonly discountPercent: number | null
  readonly redeemAt: 'account' | 'checkout' | null
}

export type GiftCardMerchants = {
  readonly merchants: readonly (GiftCardMerchant | Unreadable)[]
  readonly meta: ReplyMeta
}
