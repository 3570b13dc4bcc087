import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { WaitReason } from '@/api/core/waits'
import { CallFailure } from '@/api/envoy/failure'
import { ToldFailure } from './told-failure'
import { WaitNotice } from './wait-notice'

const UNTIL = Date.UTC(2026, 9, 29, 8, 32, 9)
const NOW = UNTIL - 60_000

function noticeOf(reason: WaitReason, tryNow: (() => void) | null) {
  const wait = { id: 1, reason, since: NOW, until: UNTIL, tryNow }
  return renderToStaticMarkup(createElement(WaitNotice, { waits: [wait], now: () => NOW }))
}

it('[R-117] a wait Envoy asked for has its deadline and no button; one of our own has one', () => {
  const asked = noticeOf('rate_limited', null)
  expect(asked).toContain('14:02:09')
  expect(asked).not.toContain('<button')
  expect(noticeOf('no_reply', () => {})).toContain('Try now')
})

it('[R-117] after the last 429 the button takes no press before the deadline', () => {
  const buttonFor = (until: number) => {
    const failure = new CallFailure('rate_limited', { until })
    return renderToStaticMarkup(createElement(ToldFailure, { failure, onRetry: () => {} }))
  }
  expect(buttonFor(Date.now() + 60_000)).toMatch(/<button[^>]* disabled=""/)
  expect(buttonFor(Date.now() - 1)).toMatch(/<button(?![^>]* disabled)/)
})
