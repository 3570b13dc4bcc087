import { z } from 'zod'
import type { Funding } from '../purchase-rules'
import { wireMoney } from '../wire-money'
import {
  flag,
  funding,
  money,
  purchaseId,
  question,
  state,
  sumOfPaise,
  text,
  userAction,
} from './fields'

const HALF_AN_HOUR = 30 * 60_000

/** What creating and advancing a purchase have in common. */
export const purchaseFields = {
  state: state.optional(),
  money: money.optional(),
  refunded_minor: sumOfPaise.optional(),
  charged_minor: sumOfPaise.nullish(),
  rail: z
    .enum(['one_time_card', 'gift_card'], { error: 'must be one_time_card or gift_card' })
    .nullish(),
  checkout_by: z.enum(['agent', 'envoy'], { error: 'must be agent or envoy' }).nullish(),
  question: question.nullish(),
  funding: funding.nullish(),
  user_action: userAction.nullish(),
  needs_support: flag.optional(),
  spending_closed: flag.optional(),
  superseded_by: purchaseId.nullish(),
  auto: flag.optional(),
}

const shape = z.strictObject(purchaseFields)

/** The fields in the words of purchases.ts. `amountMinor` and `now` complete a pay link that leaves them out. */
export function purchaseDetails(input: z.output<typeof shape>, amountMinor: number, now: number) {
  return {
    state: input.state,
    money: input.money,
    refundedMinor: input.refunded_minor,
    chargedMinor: input.charged_minor,
    rail: input.rail,
    checkoutBy: input.checkout_by,
    question: input.question,
    funding: input.funding && payLink(input.funding, amountMinor, now),
    userAction: input.user_action,
    needsSupport: input.needs_support,
    spendingClosed: input.spending_closed,
    supersededBy: input.superseded_by,
    auto: input.auto,
  }
}

function payLink(input: z.output<typeof funding>, amountMinor: number, now: number): Funding {
  return {
    url: input.url,
    amount: wireMoney(input.amount_minor ?? amountMinor),
    expires_at: new Date(input.expires_at ?? now + HALF_AN_HOUR).toISOString(),
  }
}

/** A merchant's, domain's or agent's name; any text, so that hostile ones can be tried. */
export const name = text(4_000)
