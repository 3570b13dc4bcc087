import type { FailureKind } from '@/api/envoy/failure'
import type { Cell, Row, Waiting } from './cells'

/* What several faults lead to, as docs/retries.md and the rules have it. Seconds. */

type Cells = Required<Row['cells']>

/** The reply is as good as any. A held read lasts its 25 s, and the next one sees the purchase move. */
export const NOTHING_HAPPENS: Cells = {
  read: { sent: ['page 0'], told: ['3 lines'] },
  held: { sent: ['hold 0', 'hold 25'], told: ['seen processing', 'seen completed'] },
  answer: { sent: ['answer 0'], told: ['recorded'], effects: 1 },
  start: { sent: ['start 0'], told: ['recorded'], effects: 1 },
}

/** Envoy said no, for good: one call, one notice. */
export function refused(kind: FailureKind): Cells {
  return {
    read: { sent: ['page 0'], told: [kind] },
    held: { sent: ['hold 0'], told: [kind] },
    answer: { sent: ['answer 0'], told: [kind], effects: 0 },
    start: { sent: ['start 0'], told: [kind], effects: 0 },
  }
}

/** Envoy named a wait, and it was waited out: the same bytes again. */
export function waitedOut(reason: 'rate_limited' | 'unavailable', seconds: number): Cells {
  const waits: readonly Waiting[] = [`${reason} ${seconds}`]
  return {
    read: { sent: ['page 0', `page ${seconds}`], waits, told: ['3 lines'] },
    held: { sent: ['hold 0', `hold ${seconds}`], waits, told: ['seen completed'] },
    answer: { sent: ['answer 0', `answer ${seconds}`], waits, told: ['recorded'], effects: 1 },
    start: { sent: ['start 0', `start ${seconds}`], waits, told: ['recorded'], effects: 1 },
  }
}

/** Envoy named a time, and only a person goes on. */
export function againFrom(kind: 'rate_limited' | 'unavailable', seconds: number): Cells {
  const told = [`${kind}, again from ${seconds}`] as const
  return {
    read: { sent: ['page 0'], told },
    held: { sent: ['hold 0'], told },
    answer: { sent: ['answer 0'], told, effects: 0 },
    start: { sent: ['start 0'], told, effects: 0 },
  }
}

const UNKNOWN = 'no_reply, maybe done'

/** Writes of which nothing usable came back `after` so many seconds: read, never sent again. */
function lostWrites(after: number, effects: 0 | 1): Pick<Cells, 'answer' | 'start'> {
  const told = [UNKNOWN, effects === 1 ? 'known' : 'still unknown'] as const
  return {
    answer: { sent: ['answer 0', `status ${after}`], told, effects },
    start: { sent: ['start 0', `status ${after}`], told, effects },
  }
}

const READ_AGAIN: Cell = { sent: ['page 0', 'page 1'], waits: ['no_reply 1'], told: ['3 lines'] }

/** Nothing came back, at once: the call never reached Envoy. */
export const LOST_ON_THE_WAY: Cells = {
  read: READ_AGAIN,
  held: {
    sent: ['hold 0', 'status 1', 'hold 2'],
    told: ['seen processing', 'seen completed'],
  },
  ...lostWrites(0, 0),
}

/** What came back cannot be used, and Envoy did what it was asked; a held read was held. */
export const LOST_ON_THE_WAY_BACK: Cells = {
  read: READ_AGAIN,
  held: {
    sent: ['hold 0', 'status 25', 'hold 26'],
    told: ['seen processing', 'seen completed'],
  },
  ...lostWrites(0, 1),
}

/** Nobody answers: 20 s of patience, and 60 s for what may be held. */
export function noAnswer(effects: 0 | 1): Cells {
  return {
    read: { sent: ['page 0', 'page 21'], waits: ['no_reply 1'], told: ['3 lines'] },
    held: {
      sent: ['hold 0', 'status 60', 'hold 61'],
      told: ['seen processing', 'seen completed'],
    },
    ...lostWrites(20, effects),
  }
}
