import { expect, it } from 'vitest'
import { list, listed, purchaseId } from './fixtures'
import { lookAlikeNames } from './look-alike-names'
import { merchantName } from './names'

const named = (letter: string, name: string | null) =>
  listed({ purchaseId: purchaseId(letter), merchant: { name, domain: null } })

it('[SR-29] a listed name that looks like a better-known one is in doubt, and shown as such', () => {
  const spoof = named('c', 'Tamba Kitchen'.replace('a', '\u0251'))
  const alike = lookAlikeNames(
    list([named('a', 'Tamba Kitchen'), named('b', 'TAMBA KITCHEN'), spoof]),
  )
  expect([...alike]).toEqual([spoof.merchant.name])
  expect(merchantName(spoof, alike)).toMatchObject({ text: spoof.merchant.name, unusual: true })
  expect(merchantName(named('a', 'Tamba Kitchen'), alike).unusual).toBe(false)
})

it('[SR-29] a purchase that is looked at is compared with the list, and counted once', () => {
  const known = list([named('a', 'Paytm'), named('b', 'Paytm'), { unreadable: true }])
  expect([...lookAlikeNames(known, named('c', 'Paytrn'))]).toEqual(['Paytrn'])
  expect([...lookAlikeNames(known, named('a', 'Paytm'))]).toEqual([])
  expect([...lookAlikeNames(undefined, named('a', 'Paytm'))]).toEqual([])
})
