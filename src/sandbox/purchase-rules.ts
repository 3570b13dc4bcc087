import { FINAL_STATES, type MoneyState, type State } from '@/api/envoy/contract'
import type { PurchaseRow } from './store/schema'
import type { WireMoney } from './wire-money'

/** A change that the life of a purchase does not allow; `field` names what was wrong with it. */
export class RefusedChange extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.name = 'RefusedChange'
    this.field = field
  }
}

/** The open question as the wire shows it. */
export type Question = {
  id: string
  kind: 'choice' | 'text'
  prompt: string
  options?: readonly string[] | undefined
}

/** A gift-card pay link as the wire shows it; never an approval. */
export type Funding = { url: string; amount: WireMoney; expires_at: string }

/** What Envoy asks of the person, as the wire shows it (C31). */
export type UserAction = {
  message: string
  kind?: string | undefined
  url?: string | undefined
  expires_at?: string | undefined
}

type Rail = { rail: string | null; checkout_by: PurchaseRow['checkout_by'] }

const CHARGED: readonly string[] = ['charged', 'refunding', 'refunded'] satisfies MoneyState[]
const ASKING: readonly string[] = ['needs_details', 'needs_answer'] satisfies State[]
const PAYING: readonly string[] = ['ready', 'verifying', 'completed'] satisfies State[]
const STOPPED: readonly string[] = ['failed', 'cancelled', 'superseded'] satisfies State[]

/** True for the four states that nothing follows. */
export function isFinal(state: string): boolean {
  return FINAL_STATES.some((final) => final === state)
}

/** True for the two states that carry a question. */
export function asksQuestion(state: string): boolean {
  return ASKING.includes(state)
}

/** Refuses to leave a final state. */
export function checkStateMove(before: string, after: string): void {
  if (isFinal(before) && after !== before) {
    throw new RefusedChange(
      'state',
      `A purchase that is ${before} stays ${before}; only its money can still move.`,
    )
  }
}

/**
 * Where the money stands when a state is reached and nobody said otherwise: set aside once
 * there is something to pay with, charged when done, released when nothing came of it.
 * Money that is charged, on its way back or unknown is left alone.
 */
export function moneyOnReaching(state: string, before: string): string {
  if (before !== 'not_charged' && before !== 'set_aside') return before
  if (state === 'completed') return 'charged'
  if (state === 'ready' || state === 'verifying') return 'set_aside'
  return STOPPED.includes(state) ? 'not_charged' : before
}

/** Money that was charged can only come back by `refunding` or `refunded`, or become unknown. */
export function checkMoneyMove(before: string, after: string): void {
  if (CHARGED.includes(before) && (after === 'not_charged' || after === 'set_aside')) {
    throw new RefusedChange(
      'money',
      `Money that is ${before} cannot become ${after}; it comes back through refunding or refunded.`,
    )
  }
}

/** The two sums that go with a money state, in paise; what is not given follows from it. */
export function settleSums(input: {
  money: string
  amount: number
  charged: number | null | undefined
  refunded: number | undefined
}): { charged_minor: number | null; refunded_minor: number } {
  const unpaid = input.money === 'not_charged' || input.money === 'set_aside'
  if (unpaid && input.charged != null) {
    throw new RefusedChange(
      'charged_minor',
      `charged_minor must be null while the money is ${input.money}.`,
    )
  }
  const charged = input.charged ?? (CHARGED.includes(input.money) ? input.amount : null)
  const refunded = input.refunded ?? (input.money === 'refunded' ? (charged ?? 0) : 0)
  if (refunded > (charged ?? 0)) {
    throw new RefusedChange(
      'refunded_minor',
      'refunded_minor must not be more than what was charged.',
    )
  }
  return { charged_minor: charged, refunded_minor: refunded }
}

/** The rail and who checks out; both null until there is something to pay with. */
export function settleRail(state: string, known: Rail): Rail {
  if (!PAYING.includes(state)) return known
  return {
    rail: known.rail ?? 'one_time_card',
    checkout_by: known.checkout_by ?? 'agent',
  }
}

/** A question stands only while details or an answer are needed. */
export function checkQuestion(state: string, question: unknown): void {
  if (question != null && !asksQuestion(state)) {
    throw new RefusedChange(
      'question',
      'question is only for a purchase that needs_details or needs_answer.',
    )
  }
}

/** The question asked when a test does not care which. */
export function usualQuestion(state: string): Omit<Question, 'id'> | null {
  if (state === 'needs_answer') {
    return { kind: 'choice', prompt: 'Which size?', options: ['Small', 'Large'] }
  }
  if (state === 'needs_details') {
    return { kind: 'text', prompt: 'Which address should it be delivered to?' }
  }
  return null
}

/** What a waiting person is told when nothing else was given; a pay link speaks for itself. */
export function usualUserAction(state: string, funding: unknown): UserAction | null {
  if (state !== 'waiting_for_user') return null
  return funding == null
    ? { message: 'Approve in the Envoy app.' }
    : { message: 'Pay for the gift card with the link.' }
}
