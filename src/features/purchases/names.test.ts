import { describe, expect, it } from 'vitest'
import { purchase } from './fixtures'
import { domainText, merchantName } from './names'

describe('domainText', () => {
  it.each([
    ['tambakitchen.example.test', 'tambakitchen.example.test'],
    ['TambaKitchen.example.test', 'tambakitchen.example.test'],
    // A Cyrillic а: shown in punycode.
    ['p\u0430ypal.example', 'xn--pypal-4ve.example'],
    ['shop.test/path?x=1', 'shop.test/path?x=1'],
    ['user@shop.test', 'user@shop.test'],
    ['not a host', 'not a host'],
    ['shop\u202e.test', 'shop.test'],
    ['', null],
    [null, null],
  ])('[SR-27] [SR-29] %j is %j', (raw, text) => {
    expect(domainText(raw)).toBe(text)
  })
})

describe('merchantName', () => {
  it('[C17] a missing name is "Unknown merchant"', () => {
    expect(merchantName(purchase({ merchant: { name: null, domain: null } })).text).toBe(
      'Unknown merchant',
    )
  })
})
