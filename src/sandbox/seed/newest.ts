import { fate } from '../life-steps'
import type { Funding, Question, UserAction } from '../purchase-rules'
import { wireMoney } from '../wire-money'
import { merchantNamed } from './merchants'
import { HOUR, MINUTE } from './moments'
import type { Random } from './random'
import { type Buyer, charged, type Seeded, type Step, seeded, type Told } from './seeded'

/** How many of the newest purchases stand in the history as well. */
export const NEWEST_WITH_LINES = 3

const SECOND = 1000

type Stage = {
  random: Random
  buyer: Buyer
  now: number
  /** Length of the stretch before now that belongs to these stories, in milliseconds. */
  stretch: number
}

/**
 * The newest purchases of the demo account: each of the ten states, and what else a page has
 * to show once. `withLines: false` gives everything back that was charged, so that none of
 * them stands in the history.
 */
export function newestPurchases(stage: Stage, withLines: boolean): Seeded[] {
  const stories = [
    ...moving(stage),
    ...needingSomeone(stage),
    ...attempts(stage, withLines),
    ...replaced(stage, withLines),
    ...givenBack(stage, withLines),
  ]
  return stories.sort((a, b) => a.row.created_at - b.row.created_at)
}

/** One that waits for an answer, for an account that shows little else. */
export function openQuestion(stage: Stage): Seeded {
  return story(
    stage,
    'Sehat Shelf',
    412_00,
    steps(stage, 40 * MINUTE, ['processing', 'needs_answer']),
    {
      question: question(stage, 'choice', 'Which strip size should I take?', [
        '10 tablets',
        '15 tablets',
      ]),
    },
  )
}

/** At work: the first reaches its end within the first minute, the others later. */
function moving(stage: Stage): Seeded[] {
  const { now } = stage
  const first = story(stage, 'Neem Mart', 2_499_00, steps(stage, 20 * SECOND, ['processing']), {
    next_move_at: now + 12 * SECOND,
  })
  while (fate(first.row.purchase_id) !== 'completed') {
    first.row.purchase_id = `pur_${stage.random.hex(32)}`
  }
  const setAside: Told = { money: 'set_aside', rail: 'one_time_card' }
  return [
    first,
    story(
      stage,
      'Musafir Satchel',
      1_285_00,
      steps(stage, 3 * MINUTE, ['processing', 'verifying']),
      {
        ...setAside,
        checkout_by: 'envoy',
        next_move_at: now + 4 * MINUTE,
      },
    ),
    story(stage, 'Charkha & Loom', 2_240_00, steps(stage, 6 * MINUTE, ['processing', 'ready']), {
      ...setAside,
      checkout_by: 'agent',
      next_move_at: now + 6 * MINUTE,
    }),
    story(stage, 'Hari Tokri Fresh', 684_50, steps(stage, part(stage, 0.03), ['processing']), {
      next_move_at: now + 12 * MINUTE,
    }),
  ]
}

/** Waiting for a person, or stuck until support helps. */
function needingSomeone(stage: Stage): Seeded[] {
  const { now } = stage
  const approval: UserAction = { message: 'Approve in the Envoy app.' }
  const payLink: Funding = {
    url: 'https://pay.example.test/gift-card/7c1e',
    amount: wireMoney(1_000_00),
    expires_at: new Date(now + 30 * MINUTE).toISOString(),
  }
  return [
    story(
      stage,
      'Rangrez Thread House',
      1_150_00,
      steps(stage, part(stage, 0.02), ['processing', 'needs_answer']),
      {
        question: question(stage, 'choice', 'Which size should I order?', [
          'Small',
          'Medium',
          'Large',
        ]),
      },
    ),
    story(
      stage,
      'Gulmohar Florist',
      847_00,
      steps(stage, part(stage, 0.1), ['processing', 'needs_details']),
      {
        question: question(
          stage,
          'text',
          'Which address and time should the flowers be delivered to?',
        ),
      },
    ),
    story(
      stage,
      'Bijli Basket',
      5_490_00,
      steps(stage, part(stage, 0.05), ['processing', 'waiting_for_user']),
      {
        user_action: JSON.stringify(approval),
        next_move_at: now + 8 * MINUTE,
      },
    ),
    story(
      stage,
      'shop.example.test',
      1_000_00,
      steps(stage, part(stage, 0.015), ['processing', 'waiting_for_user']),
      {
        rail: 'gift_card',
        checkout_by: 'agent',
        funding: JSON.stringify(payLink),
        next_move_at: now + 30 * MINUTE,
      },
    ),
    story(
      stage,
      'Pedal & Patri',
      3_799_00,
      steps(stage, part(stage, 0.2), ['processing', 'verifying']),
      {
        money: 'unknown',
        rail: 'one_time_card',
        checkout_by: 'envoy',
        needs_support: 1,
      },
    ),
  ]
}

/** One that failed and was tried again, and one that was called off. */
function attempts(stage: Stage, withLines: boolean): Seeded[] {
  const failed = story(
    stage,
    'Tamba Kitchen',
    1_899_00,
    steps(stage, part(stage, 0.32), ['processing', 'ready', 'verifying', 'failed']),
    {
      rail: 'one_time_card',
      checkout_by: 'agent',
    },
  )
  const again = story(
    stage,
    'Tamba Kitchen',
    1_899_00,
    steps(stage, part(stage, 0.3), ['processing', 'ready', 'verifying', 'completed']),
    {
      ...charged(1_899_00, withLines ? 0 : 1_899_00),
      retry_of: failed.row.purchase_id,
    },
  )
  const cancelled = story(
    stage,
    'Chhota Banyan',
    640_00,
    steps(stage, part(stage, 0.4), ['processing', 'waiting_for_user', 'cancelled']),
  )
  return [failed, again, cancelled]
}

/** One that was replaced by another, whose spending access is closed. */
function replaced(stage: Stage, withLines: boolean): Seeded[] {
  const replacement = story(
    stage,
    'Saanjh Lamps',
    2_249_00,
    steps(stage, part(stage, 0.54), ['processing', 'ready', 'verifying', 'completed']),
    {
      ...charged(2_249_00, withLines ? 750_00 : 2_249_00),
      revision: 5,
      spending_closed: 1,
    },
  )
  const before = story(
    stage,
    'Saanjh Lamps',
    2_399_00,
    steps(stage, part(stage, 0.56), ['processing', 'superseded']),
    {
      superseded_by: replacement.row.purchase_id,
    },
  )
  return [before, replacement]
}

/** Money on its way back, and money that all came back. */
function givenBack(stage: Stage, withLines: boolean): Seeded[] {
  const path = ['processing', 'verifying', 'completed'] as const
  return [
    story(stage, 'पतंग बुक्स', 745_00, steps(stage, part(stage, 0.7), path), {
      ...charged(745_00, withLines ? 0 : 745_00),
      ...(withLines ? { money: 'refunding' } : {}),
      revision: 4,
      checkout_by: 'envoy',
    }),
    story(stage, 'Gilehri Pet Supplies', 1_120_00, steps(stage, part(stage, 0.85), path), {
      ...charged(1_120_00, 1_120_00),
      revision: 5,
      checkout_by: 'envoy',
    }),
  ]
}

function story(
  stage: Stage,
  merchant: string,
  amountMinor: number,
  taken: Step[],
  told: Told = {},
): Seeded {
  return seeded(stage.random, stage.buyer, {
    merchant: merchantNamed(merchant),
    amountMinor,
    steps: taken,
    told,
  })
}

/** States reached one after the other, the first one `ago` milliseconds before now, all in its first half. */
function steps(stage: Stage, ago: number, states: readonly Step['state'][]): Step[] {
  const start = Math.floor((stage.now - ago) / SECOND) * SECOND
  const pace = Math.min(75 * SECOND, ago / (2 * states.length))
  return states.map((state, index) => ({ state, at: start + Math.round(index * pace) }))
}

function part(stage: Stage, share: number): number {
  return Math.min(stage.stretch, 48 * HOUR) * share
}

function question(
  stage: Stage,
  kind: Question['kind'],
  prompt: string,
  options?: readonly string[],
): string {
  const asked: Question = { id: `q_${stage.random.hex(16)}`, kind, prompt, options }
  return JSON.stringify(asked)
}
