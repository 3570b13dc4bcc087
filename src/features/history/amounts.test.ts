import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Amount } from '@/ui/amount'
import { wordedAmount } from './currency'
import { aLine, aReply } from './lines.fixture'
import { NOTHING_LOADED, toHistoryPage } from './page'

const src = resolve(import.meta.dirname, '../..')
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const wording = fc.oneof(
  fc.constantFrom('₹1,000.00\u202e', '\u2066₹1.00\u2069', '₹24.99', '-₹2,499.00', '<b>₹0</b>', ''),
  fc.string({ unit: 'binary' }),
)

/** What the history keeps of a line's amount, and the page draws of it. */
function drawn(minor: number, display: string | null): { kept: unknown; html: string } {
  const line = aLine({ amount: { minor, currency: 'INR', display } })
  const [kept] = toHistoryPage(aReply([line]), NOTHING_LOADED).lines
  if (kept?.kind !== 'line') throw new Error('The line was not kept.')
  return { kept, html: renderToStaticMarkup(createElement(Amount, { money: kept.amount })) }
}

describe('an amount on the page', () => {
  it.each(['₹1,000.00\u202e', '₹24.99', 'FREE', null])(
    '[SR-31] [C15] has its digits from the minor units, whatever the wording says: %j',
    (display) => {
      const { html } = drawn(249_900, display)
      expect(html).toBe('<bdi class="amt">₹2,499<span class="p">.00</span></bdi>')
    },
  )

  it('[SR-31] no wording changes what is kept or drawn, and no bidi control gets there', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), wording, (minor, display) => {
        const told = drawn(minor, display)
        expect(told).toEqual(drawn(minor, null))
        expect(told.html).not.toMatch(BIDI)
        expect(told.html.replace(/\D/g, '')).toBe(String(Math.abs(minor)).padStart(3, '0'))
      }),
    )
  })

  it("[SR-31] Envoy's wording is read where it is dropped, and where a currency is not known (C16)", () => {
    const readers = ['features', 'notices', 'routes', 'ui', 'lib', 'api'].flatMap((room) =>
      readdirSync(join(src, room), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
        .filter((file) => /\.display\b/.test(readFileSync(join(src, room, file), 'utf8')))
        .map((file) => `${room}/${file}`),
    )
    expect(readers.sort()).toEqual(['features/history/ledger-row.tsx', 'features/history/page.ts'])
  })

  it('[SR-31] in a currency nobody knows the wording has no bidi control left', () => {
    fc.assert(
      fc.property(wording, (display) => {
        expect(wordedAmount(display)).not.toMatch(BIDI)
      }),
    )
  })
})
