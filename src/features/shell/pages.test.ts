import { expect, it } from 'vitest'
import { documentTitle, pageAt } from './pages'

const ID = 'pur_0123456789abcdef0123456789abcdef'

it.each([
  ['/history', 'History · Passbook'],
  ['/history/', 'History · Passbook'],
  [`/history/${ID}`, 'Purchase · Passbook'],
  ['/purchases', 'Purchases · Passbook'],
  [`/purchases/${ID}`, 'Purchase · Passbook'],
  ['/nowhere', 'Not found · Passbook'],
  ['/purchases/x/y', 'Not found · Passbook'],
])('[B9] %s is titled by its kind: %s', (pathname, title) => {
  expect(documentTitle(pageAt(pathname))).toBe(title)
})

it('[product] a detail beside the list is the list’s page, a full purchase is its own', () => {
  expect(pageAt(`/history/${ID}`).key).toBe(pageAt('/history').key)
  expect(pageAt(`/purchases/${ID}`).key).not.toBe(pageAt('/purchases').key)
})
