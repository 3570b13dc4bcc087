import { expect, it } from 'vitest'
import type { Wait, WaitReason } from '@/api/core/waits'
import { waitToShow, waitWords } from './wait-words'

const UNTIL = Date.UTC(2026, 9, 29, 8, 32, 9)

function waitFor(reason: WaitReason, until: number | null = UNTIL, id = 1): Wait {
  return { id, reason, since: UNTIL - 42_000, until, tryNow: null }
}

it('[R-112, R-162] a wait Envoy asked for names Envoy and the real deadline, and no code', () => {
  expect(waitWords(waitFor('rate_limited'))).toEqual({
    title: 'Envoy asked us to wait. Trying again at 14:02:09.',
    text: 'Nothing was changed.',
  })
})

it('[product] without a deadline no time is made up', () => {
  expect(waitWords(waitFor('rate_limited', null)).title).toBe('Envoy asked us to wait.')
})

it('[R-163] while Envoy is away, nobody is sent to pay another way', () => {
  for (const reason of ['unavailable', 'breaker'] as const) {
    expect(waitWords(waitFor(reason)).text).toBe('Do not pay another way in the meantime.')
  }
})

it('[product] of several waits the most telling one is shown, and of equals the first to end', () => {
  const soon = waitFor('no_reply', UNTIL, 1)
  const later = waitFor('no_reply', UNTIL + 5_000, 2)
  const asked = waitFor('rate_limited', UNTIL + 60_000, 3)
  expect(waitToShow([])).toBeNull()
  expect(waitToShow([later, soon])).toBe(soon)
  expect(waitToShow([soon, asked, later])).toBe(asked)
  expect(waitToShow([asked, waitFor('offline', null, 4)])?.reason).toBe('offline')
})
