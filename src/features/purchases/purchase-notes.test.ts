import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Purchase } from '@/api/envoy/types'
import { ContainedText } from './contained-text'
import { NOON, status } from './fixtures'
import { PurchaseNotes } from './purchase-notes'

const notesOf = (more: Partial<Purchase>) =>
  renderToStaticMarkup(
    createElement(PurchaseNotes, {
      status: status(more),
      serverNow: () => NOON,
      linkHosts: [],
      onOpenSupport: () => {},
    }),
  )

it('[R-202] closed spending is not told as a blocked card', () => {
  const notes = notesOf({ spendingClosed: true })
  expect(notes).toContain('No more card details will be released.')
  expect(notes).toContain('That alone does not prove that a card is blocked.')
  expect(notesOf({ spendingClosed: false })).toBe('')
})

it('[R-203] closed spending is told as apart from getting money back', () => {
  expect(notesOf({ spendingClosed: true })).toContain('Getting money back carries on separately.')
})

it('[R-208] a prompt stands on the page word for word: nothing trimmed, linked or marked up', () => {
  const prompt = '  Which **size**?\nSee https://shop.example.test   '
  const shown = renderToStaticMarkup(createElement(ContainedText, { text: prompt }))
  expect(shown).toBe(`<bdi dir="auto" class="verbatim">${prompt}</bdi>`)
})
