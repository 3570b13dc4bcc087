import { expect, it } from 'vitest'
import type { LoggedAttempt } from '@/api/core/journal'
import { isRefusedAgain } from './refused-again'

type Outcome = LoggedAttempt['outcome']

/** Attempts by outcome, start and end (s), oldest first. */
function attempts(...rows: [Outcome, number, number | null][]): LoggedAttempt[] {
  return rows.map(([outcome, startedAt, endedAt], id) => ({
    id,
    call: 'list_transactions',
    attempt: 1,
    startedAt,
    endedAt,
    outcome,
    status: null,
    requestId: null,
    traceId: null,
    raw: null,
  }))
}

it('[B4] one refusal is a wait and nothing more', () => {
  expect(isRefusedAgain(attempts(['done', 0, 1], ['rate_limited', 2, 3]))).toBe(false)
})

it('[R-115, B4] two rounds without a success offer to reconnect', () => {
  const twice = attempts(['rate_limited', 0, 1], ['rate_limited', 60, 61])
  expect(isRefusedAgain(twice)).toBe(true)
  expect(isRefusedAgain([...twice, ...attempts(['in_flight', 120, null])])).toBe(true)
})

it('[B4] what was under way together is one round', () => {
  expect(isRefusedAgain(attempts(['rate_limited', 0, 2], ['rate_limited', 1, 3]))).toBe(false)
})

it.each(['done', 'stop', 'retry_after'] as const)('[B4] a reply (%s) begins anew', (outcome) => {
  const rows = attempts(['rate_limited', 0, 1], [outcome, 60, 61], ['rate_limited', 62, 63])
  expect(isRefusedAgain(rows)).toBe(false)
})

it.each(['no_reply', 'aborted'] as const)(
  '[B4] what is no reply (%s) proves nothing',
  (outcome) => {
    const rows = attempts(['rate_limited', 0, 1], [outcome, 60, 61], ['rate_limited', 62, 63])
    expect(isRefusedAgain(rows)).toBe(true)
  },
)
