import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Facts } from './facts'
import { NOON, purchase, status } from './fixtures'
import { MoneySection } from './money-section'
import { Figure, Identity } from './purchase-head'
import { PurchaseNotes } from './purchase-notes'
import { SupportDetails } from './support-details'

const one = purchase({ state: 'completed', money: 'charged', needsSupport: true })
const check = { status: status(one), when: { at: NOON, shown: NOON } }
const { requestId, traceId } = check.status.meta

const parts: [string, ReactElement][] = [
  ['who sold it', createElement(Identity, { purchase: one, alike: new Set<string>(), level: 1 })],
  ['the amount', createElement(Figure, { purchase: one })],
  ['the facts', createElement(Facts, { purchase: one, place: 'page' })],
  ['the money', createElement(MoneySection, { check, solid: true, today: NOON })],
  [
    'the notes',
    createElement(PurchaseNotes, {
      status: check.status,
      serverNow: () => NOON,
      linkHosts: [],
      onOpenSupport: () => {},
    }),
  ],
]

it.each(parts)('[R-204] no identifier stands in %s, shown or hidden', (_, part) => {
  const html = renderToStaticMarkup(part)
  expect(html).not.toBe('')
  for (const id of [one.purchaseId, requestId, traceId]) expect(html).not.toContain(id)
})

it('[R-213] what is for support stays closed until a person opens it', () => {
  const html = renderToStaticMarkup(
    createElement(SupportDetails, {
      purchaseId: one.purchaseId,
      revision: 7,
      meta: check.status.meta,
      place: 'page',
    }),
  )
  const [outside, inside] = html.split('</summary>')
  expect(outside).toMatch(/^<details class="support"><summary>/)
  for (const id of [one.purchaseId, requestId, traceId]) {
    expect(outside).not.toContain(id)
    expect(inside).toContain(id)
  }
  expect(html.endsWith('</details>')).toBe(true)
})
