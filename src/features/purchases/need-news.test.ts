import { expect, it } from 'vitest'
import { CallFailure } from '@/api/envoy/failure'
import { NOON, status } from './fixtures'
import type { Knowledge } from './knowledge'
import { needNews } from './need-news'

const when = { at: NOON, shown: NOON }
const checked: Knowledge = { checked: { status: status({}), when }, failed: null, seen: [] }
const failed: Knowledge = {
  ...checked,
  failed: { failure: new CallFailure('not_enabled'), when },
}

it('[R-173] what could not be checked is not said as a fact', () => {
  expect(needNews([{ known: checked }, { known: checked }])).toBe('2 purchases need you.')
  expect(needNews([{ known: checked }])).toBe('1 purchase needs you.')
  expect(needNews([])).toBe('No purchase needs you.')
  for (const known of [failed, undefined]) {
    expect(needNews([{ known: checked }, { known }])).toBe('2 purchases may need you, as listed.')
  }
})
