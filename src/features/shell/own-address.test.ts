import { expect, it } from 'vitest'
import { ownAddress } from './own-address'

const ID = `pur_${'a'.repeat(32)}`

it.each([
  ['/', null],
  ['/history', null],
  ['/purchases', null],
  ['/purchases/', null],
  [`/history/${ID}`, '/history'],
  [`/purchases/${ID}`, '/purchases'],
  ['/history/not-an-id', '/history'],
])('[R-033] another account’s pages begin, instead of at %s, at %s', (pathname, address) => {
  expect(ownAddress(pathname)).toBe(address)
})
