import type { State } from '@/api/envoy/contract'
import { hasLine } from '../lines'
import type { NewPurchaseRow } from '../purchase-change'
import type { Agents, Merchant } from './merchants'
import type { Random } from './random'

/** One entry of a purchase's timeline; `at` is epoch ms of the time of data. */
export type Step = { state: State; at: number }

/** A purchase as the seed makes it. */
export type Seeded = {
  row: NewPurchaseRow
  steps: readonly Step[]
  /** Epoch ms its history line is dated with; null when it has none. */
  lineAt: number | null
}

/** Who buys: the account and the names of its four agents. */
export type Buyer = { account: string; agents: Agents }

/** What a story may say about a purchase beyond its shop, its amount and its steps. */
export type Told = Partial<
  Pick<
    NewPurchaseRow,
    | 'revision'
    | 'money'
    | 'charged_minor'
    | 'refunded_minor'
    | 'rail'
    | 'checkout_by'
    | 'question'
    | 'funding'
    | 'user_action'
    | 'needs_support'
    | 'spending_closed'
    | 'superseded_by'
    | 'retry_of'
    | 'next_move_at'
  >
>

/** What is particular about a purchase. */
export type Story = {
  merchant: Merchant
  amountMinor: number
  steps: readonly Step[]
  told?: Told
}

/**
 * A purchase from its story; everything untold is as in any purchase. Written out instead of
 * spread: it runs once for each of up to a million purchases.
 */
export function seeded(random: Random, buyer: Buyer, story: Story): Seeded {
  const { merchant, steps, told = {} } = story
  const row: NewPurchaseRow = {
    purchase_id: `pur_${random.hex(32)}`,
    account: buyer.account,
    connection: null,
    revision: told.revision ?? steps.length,
    state: steps.at(-1)?.state ?? 'processing',
    money: told.money ?? 'not_charged',
    merchant: merchant.name,
    domain: merchant.domain,
    merchant_url: `https://${merchant.domain}/item/${random.int(1000, 99_999)}`,
    agent: buyer.agents[merchant.agent],
    amount_minor: story.amountMinor,
    charged_minor: told.charged_minor ?? null,
    refunded_minor: told.refunded_minor ?? 0,
    rail: told.rail ?? null,
    checkout_by: told.checkout_by ?? null,
    question: told.question ?? null,
    funding: told.funding ?? null,
    user_action: told.user_action ?? null,
    needs_support: told.needs_support ?? 0,
    spending_closed: told.spending_closed ?? 0,
    superseded_by: told.superseded_by ?? null,
    retry_of: told.retry_of ?? null,
    created_at: steps[0]?.at ?? 0,
    auto: 1,
    next_move_at: told.next_move_at ?? null,
  }
  return { row, steps, lineAt: hasLine(row) ? (steps.at(-1)?.at ?? row.created_at) : null }
}

/** What a purchase carries once its money was charged. */
export function charged(minor: number, refunded = 0): Told {
  return {
    money: refunded >= minor ? 'refunded' : 'charged',
    charged_minor: minor,
    refunded_minor: refunded,
    rail: 'one_time_card',
    checkout_by: 'agent',
  }
}
