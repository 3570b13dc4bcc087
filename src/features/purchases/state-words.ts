import { FINAL_STATES, NEEDS_YOU_STATES, type State } from '@/api/envoy/contract'
import type { Purchase, StateName } from '@/api/envoy/types'

export type Section = 'needs_you' | 'in_progress' | 'finished'
export type StateTone = 'caution' | 'accent' | 'positive' | 'critical' | 'quiet'

const LABELS: Record<StateName, string> = {
  needs_details: 'Details needed',
  needs_answer: 'Question for you',
  waiting_for_user: 'Waiting for you',
  processing: 'Working on it',
  ready: 'Ready to pay',
  verifying: 'Confirming',
  completed: 'Done',
  failed: 'Did not go through',
  cancelled: 'Cancelled',
  superseded: 'Replaced',
  not_recognised: 'Status not recognised',
}

/** The name of a state; says nothing about money (Part D). */
export function stateLabel(state: StateName): string {
  return LABELS[state]
}

const TONES: Record<StateName, StateTone> = {
  needs_details: 'caution',
  needs_answer: 'caution',
  waiting_for_user: 'caution',
  processing: 'accent',
  ready: 'accent',
  verifying: 'accent',
  completed: 'positive',
  failed: 'critical',
  cancelled: 'quiet',
  superseded: 'quiet',
  not_recognised: 'quiet',
}

export function stateTone(state: StateName): StateTone {
  return TONES[state]
}

const isOneOf = (states: readonly State[], state: StateName) => states.some((one) => one === state)

export const isFinal = (state: StateName) => isOneOf(FINAL_STATES, state)

/** Where a purchase stands in the list. A state nobody knows is not known to be finished. */
export function sectionOf(state: StateName): Section {
  if (isOneOf(NEEDS_YOU_STATES, state)) return 'needs_you'
  return isFinal(state) ? 'finished' : 'in_progress'
}

type Told = Pick<Purchase, 'state' | 'money' | 'checkoutBy' | 'needsSupport'>

/** The one sentence under a checked state. Money is told elsewhere, from `money` alone. */
export function stateSentence(purchase: Told): string {
  switch (purchase.state) {
    case 'needs_details':
      return 'Envoy needs more details before it can go on.'
    case 'needs_answer':
      return `Envoy needs one answer from you before it can go on.${whileItWaits(purchase)}`
    case 'waiting_for_user':
      return `Envoy needs a step from you before it can go on.${whileItWaits(purchase)}`
    case 'processing':
      return 'Envoy is working on this purchase. Nothing is needed from you now.'
    case 'ready':
      return readySentence(purchase)
    case 'verifying':
      return 'Envoy is confirming the order with the shop. Do not buy it again in the meantime.'
    case 'completed':
      return purchase.needsSupport
        ? 'The shop confirmed the order.'
        : 'The shop confirmed the order. Nothing is left to do.'
    case 'failed':
      return 'This purchase did not go through. It has ended.'
    case 'cancelled':
      return 'This purchase was cancelled. It has ended.'
    case 'superseded':
      return 'Another purchase took the place of this one.'
    case 'not_recognised':
      return 'Envoy gave this purchase a status that this version of Passbook does not know. Reload Passbook to get the current version.'
  }
}

// "Nothing is paid" is about money, so it needs a `money` that says so (Part D).
function whileItWaits({ money }: Told) {
  return money === 'not_charged' || money === 'set_aside' ? ' Nothing is paid while it waits.' : ''
}

function readySentence({ checkoutBy }: Told) {
  if (checkoutBy === 'agent') {
    return 'Everything is ready. Your agent can check out once, with a one-time card.'
  }
  if (checkoutBy === 'envoy') return 'Everything is ready. Envoy checks out at the shop.'
  return 'Everything is ready for the checkout.'
}
