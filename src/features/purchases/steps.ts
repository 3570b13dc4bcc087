import type { Purchase, StateName } from '@/api/envoy/types'
import { formatDay, formatTime, istDay, relativeInstant } from '@/lib/days'
import { formatMoney } from '@/lib/money'
import { safeName } from '@/lib/names'
import type { Knowledge, Sight } from './knowledge'
import { isKnownMoney, moneySaysCharged } from './money-words'
import { isFinal, stateLabel } from './state-words'

export type Step = {
  readonly at: 'was' | 'now' | 'next'
  /** The state of the step, for its glyph; null for steps that are no states. */
  readonly state: StateName | null
  readonly label: string
  readonly note: string | null
  /** Epoch milliseconds on Envoy's clock; null where nobody knows. */
  readonly time: number | null
  /** Money: when Passbook saw it so; when it happened is not known. Epoch milliseconds. */
  readonly seenAt: number | null
}

const PAST_LABELS: Record<StateName, string> = {
  needs_details: 'Details asked',
  needs_answer: 'Question asked',
  waiting_for_user: 'Waiting for you',
  processing: 'Working on it',
  ready: 'Ready to pay',
  verifying: 'Confirming',
  completed: stateLabel('completed'),
  failed: stateLabel('failed'),
  cancelled: stateLabel('cancelled'),
  superseded: stateLabel('superseded'),
  not_recognised: stateLabel('not_recognised'),
}

const NOW_NOTES: Partial<Record<StateName, string>> = {
  needs_details: 'Waiting for details',
  needs_answer: 'Waiting for your answer',
}

type Reached = { state: StateName; time: number }

/** The steps of a checked purchase: what happened, what is now, what is still to come. */
export function purchaseSteps(purchase: Purchase, seen: Knowledge['seen']): Step[] {
  const reached = reachedStates(purchase, seen)
  const past = reached.filter(
    (one, index) => index < reached.length - 1 || one.state !== purchase.state,
  )
  const now = reached.at(-1)?.state === purchase.state ? reached.at(-1) : undefined
  return [
    askedFor(purchase),
    ...past.map(({ state, time }) => wasStep(PAST_LABELS[state], { state, time })),
    ...moneySteps(purchase, seen),
    nowStep(purchase.state, now?.time ?? null),
    ...stepsToCome(purchase),
  ]
}

/** Envoy's own timeline where there is one (C22), else the states as Passbook first saw them. */
function reachedStates({ timeline }: Purchase, seen: readonly Sight[]): Reached[] {
  if (timeline) return timeline.map(({ state, at }) => ({ state, time: at }))
  return seen
    .filter((sight, index) => seen[index - 1]?.state !== sight.state)
    .map(({ state, when }) => ({ state, time: when.shown }))
}

function wasStep(label: string, more: Partial<Step>): Step {
  return { at: 'was', state: null, label, note: null, time: null, seenAt: null, ...more }
}

function askedFor({ agentName, createdAt }: Purchase): Step {
  const note =
    agentName === null ? null : `By ${safeName(agentName, 'an agent that is not named').text}`
  return wasStep('Asked for', { note, time: createdAt })
}

function nowStep(state: StateName, time: number | null): Step {
  const note = NOW_NOTES[state] ?? null
  return { at: 'now', state, label: stateLabel(state), note, time, seenAt: null }
}

// Money is never in the timeline: it has the time at which Passbook saw it in `money`.
function moneySteps(purchase: Purchase, seen: readonly Sight[]): Step[] {
  return seen
    .filter(({ money }, index) => money !== seen[index - 1]?.money)
    .flatMap(({ money, when }) => {
      if (!isKnownMoney(money) || money === 'not_charged') return []
      const told = moneyStep(money, purchase)
      return [wasStep(told.label, { note: told.note, seenAt: when.shown })]
    })
}

function moneyStep(money: 'set_aside' | 'charged' | 'refunding' | 'refunded', purchase: Purchase) {
  const words = (amount: Purchase['amount']) => amount && formatMoney(amount)
  switch (money) {
    case 'set_aside':
      return { label: 'Money set aside', note: words(purchase.amount) }
    case 'charged':
      return { label: 'Charged', note: words(purchase.charged) }
    case 'refunding':
      return { label: 'Refund on its way', note: null }
    case 'refunded':
      return { label: 'Refunded', note: words(purchase.refunded) }
  }
}

function stepsToCome({ state, money, needsSupport, spendingClosed }: Purchase): Step[] {
  if (isFinal(state) || state === 'not_recognised' || needsSupport || spendingClosed) return []
  const labels = [
    ...(state === 'verifying' || moneySaysCharged(money) ? [] : ['Pay the shop']),
    ...(state === 'verifying' ? [] : ['Confirm with the shop']),
    stateLabel('completed'),
  ]
  return labels.map((label) => ({
    at: 'next',
    state: null,
    label,
    note: null,
    time: null,
    seenAt: null,
  }))
}

/** The time of a step, `14:02`; with its day where the steps do not share one. */
export function stepTime(step: Step, steps: readonly Step[], today: number): string {
  return step.time === null ? '' : timeAmong(step.time, steps, today)
}

/** What stands under a step: whose it was, how much, when it was seen. */
export function stepNote(step: Step, steps: readonly Step[], today: number): string | null {
  if (step.seenAt === null) return step.note
  const seen = `seen ${timeAmong(step.seenAt, steps, today)}`
  return step.note ? `${step.note} · ${seen}` : `S${seen.slice(1)}`
}

function timeAmong(at: number, steps: readonly Step[], today: number) {
  return sharedDay(steps) ? formatTime(at) : relativeInstant(at, today)
}

function sharedDay(steps: readonly Step[]) {
  const times = steps.flatMap(({ time, seenAt }) => time ?? seenAt ?? [])
  const days = new Set(times.map(istDay))
  return days.size === 1 ? [...days][0] : undefined
}

/** Where the times come from, and their day and zone, once for the block. */
export function stepsNote(purchase: Purchase, steps: readonly Step[], today: number): string {
  const shared = sharedDay(steps)
  const day = shared && (shared === istDay(today) ? 'Today, IST.' : `${formatDay(shared)}, IST.`)
  const source = purchase.timeline
    ? 'Times come from Envoy.'
    : 'Times are when Passbook first saw each step; the first is from Envoy.'
  return `${source} ${day ?? 'All in IST.'}`
}
