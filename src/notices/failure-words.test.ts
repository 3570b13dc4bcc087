import { describe, expect, it } from 'vitest'
import { CallFailure, type FailureDetails, type FailureKind } from '@/api/envoy/failure'
import { failureWords } from './failure-words'

const KINDS = Object.keys({
  signed_out: 0,
  not_allowed: 0,
  not_enabled: 0,
  not_found: 0,
  invalid_input: 0,
  cursor_refused: 0,
  idempotency_conflict: 0,
  active_purchase: 0,
  state_conflict: 0,
  no_rail: 0,
  rate_limited: 0,
  unavailable: 0,
  update_needed: 0,
  no_reply: 0,
  offline: 0,
  refused: 0,
  not_recognised: 0,
} satisfies Record<FailureKind, 0>) as FailureKind[] // Object.keys forgets the names of the keys.

const words = (kind: FailureKind, details: FailureDetails = {}) =>
  failureWords(new CallFailure(kind, details))
const textOf = (kind: FailureKind, details?: FailureDetails) => {
  const { title, text, step, act } = words(kind, details)
  return [title, text, step, act?.label ?? ''].join(' ')
}
const ENVOY_SAYS = 'The shop does not take this card. Code ERR_77, trace 4f1c.'

it.each(['not_found', 'state_conflict', 'active_purchase'] as const)(
  '[product] %s in the place of a list says nothing of a purchase',
  (kind) => {
    const { title, text, step } = failureWords(new CallFailure(kind), 'list')
    expect([title, text, step].join(' ')).not.toMatch(/purchase|under this account/)
  },
)

describe.each(KINDS)('%s', (kind) => {
  const variants = (['nothing', 'unknown'] as const).map((changed) => textOf(kind, { changed }))

  it('[product] says what happened and what to do next', () => {
    const { title, text, step } = words(kind)
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    expect(text).toMatch(/\.$/)
    expect(step).toMatch(/^[A-Z].*\.$/)
  })

  it('[product] is calm: no exclamation, no apology, no blame', () => {
    for (const each of variants)
      expect(each).not.toMatch(/!|sorry|apolog|unfortunately|oops|fault/i)
  })

  it('[D] claims nothing about money', () => {
    for (const each of variants) expect(each).not.toMatch(/\b(paid|charged|refunded|refund)\b/i)
  })

  it('[R-029] shows no code, identifier, status number or tool name', () => {
    for (const each of variants) {
      expect(each).not.toMatch(/[A-Z]{3,}|_|\b[45]\d\d\b/)
      expect(each).not.toMatch(/request id|trace|cursor|\bkey\b/i)
    }
  })

  it('[R-161] [R-159] repeats Envoy’s own message only where the rules ask for it', () => {
    const says = textOf(kind, { says: ENVOY_SAYS })
    expect(says.includes(ENVOY_SAYS)).toBe(kind === 'no_rail')
    const userAction = { message: ENVOY_SAYS, kind: null, url: null, expiresAt: null }
    expect(textOf(kind, { userAction }).includes(ENVOY_SAYS)).toBe(kind === 'active_purchase')
  })
})

it('[product] every kind has a title of its own', () => {
  expect(new Set(KINDS.map((kind) => words(kind).title)).size).toBe(KINDS.length)
})

it('[R-163] while Envoy is not available, nobody is sent to pay another way', () => {
  expect(textOf('unavailable')).toContain('Do not buy it elsewhere')
})

it('[R-049] after a lost reply of a write, the purchase is checked before anything is bought again', () => {
  expect(textOf('no_reply', { changed: 'unknown' })).toMatch(
    /not known yet whether anything changed.*Do not buy it again elsewhere.*Check the purchase first/,
  )
  expect(textOf('no_reply', { changed: 'nothing' })).not.toContain('buy')
})

it('[R-033] not found says nothing about the purchase itself', () => {
  expect(textOf('not_found')).toMatch(
    /No such purchase under this account.*says nothing about the purchase itself.*Do not start it again/,
  )
})

it('[R-112] after a 429 it is said that nothing was changed', () => {
  expect(textOf('rate_limited')).toContain('Nothing was changed.')
})

it('[R-162] the time to try again is the real deadline, in IST', () => {
  const until = Date.UTC(2026, 9, 29, 8, 32, 9)
  expect(words('rate_limited', { until }).step).toBe('Try again from 14:02:09 IST.')
  expect(words('rate_limited').step).toBe('Try again later.')
  // 1,000 s are not "a minute": the button takes no press before that.
  expect(words('unavailable', { until }).step).toBe('Try again from 14:02:09 IST.')
})

it('[SR-28] Envoy’s message is cleaned before it is shown', () => {
  expect(words('no_rail', { says: 'No\u202e card\u0007 here' }).text).toBe('No card here')
})

it('[R-161] a refusal without a reason still says that nothing was created', () => {
  expect(words('no_rail').text).toBe('No purchase was created.')
  expect(words('no_rail', { says: '\u202e' }).text).toBe('No purchase was created.')
})

it.each([
  ['[R-153]', 'invalid_input', null],
  ['[R-154]', 'signed_out', 'Reconnect'],
  ['[R-155]', 'not_allowed', null],
  ['[R-156]', 'not_enabled', null],
  ['[R-157]', 'not_found', null],
  ['[R-158]', 'idempotency_conflict', 'Check again'],
  ['[R-159]', 'active_purchase', null],
  ['[R-160]', 'state_conflict', 'Check again'],
  ['[R-161]', 'no_rail', null],
  ['[R-164]', 'update_needed', 'Reload'],
] as const)('%s after %s the way on is %s, and no plain retry', (_, kind, label) => {
  expect(words(kind).act?.label ?? null).toBe(label)
})

it.each([
  ['[R-155]', 'not_allowed', 'Ask whoever connected Passbook to your Envoy account.'],
  ['[R-156]', 'not_enabled', 'Ask whoever set up your Envoy account.'],
  ['[R-157]', 'not_found', 'Do not start it again.'],
  ['[R-161]', 'no_rail', 'Do not try it again and do not split it into parts.'],
] as const)('%s after %s the step is: %s', (_, kind, step) => {
  expect(words(kind).step).toBe(step)
})
