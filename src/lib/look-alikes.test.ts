import { describe, expect, it } from 'vitest'
import { createLookAlikes, skeleton } from './look-alikes'

function foundAmong(counts: Readonly<Record<string, number>>): string[] {
  const alikes = createLookAlikes()
  for (const [name, times] of Object.entries(counts)) {
    for (let n = 0; n < times; n += 1) alikes.add(name)
  }
  return [...alikes.found()].sort()
}

describe('skeleton', () => {
  it.each([
    ['Amazon', '\u0410m\u0430z\u043en'],
    ['Amazon', 'Arnazon'],
    ['Amazon', 'Amaz\u200don'],
    ['apple', '\u0430\u0440\u0440\u04cf\u0435'],
    ['Paytm', 'Paytrn'],
    ['PayPal', 'PayPaI'],
    ['Google', 'Goog1e'],
    ['Zomato', '\u{1d419}omato'],
    ['Flipkart', '\uff26lipkart'],
    ['OYO', '0Y0'],
    ['\u0924\u0930\u0902\u0917', '\u0924\u0930\u0902\u0917'],
  ])('[SR-29] %s and %s look the same', (one, other) => {
    expect(skeleton(one)).toBe(skeleton(other))
  })

  it.each([
    ['Caf\u00e9', 'Cafe'],
    ['Neem Mart', 'Neem Mall'],
    ['\u0926\u093f\u0932\u094d\u0932\u0940', '\u0926\u0932\u094d\u0932\u0940'],
    ['Store 1', 'Store 2'],
    ['Bata', 'Beta'],
  ])('[SR-29] %s and %s do not', (one, other) => {
    expect(skeleton(one)).not.toBe(skeleton(other))
  })
})

describe('look-alikes', () => {
  it('[SR-29] the less known of two is one, whichever came first', () => {
    expect(foundAmong({ Amazon: 3, Arnazon: 1 })).toEqual(['Arnazon'])
    expect(foundAmong({ '\u0430\u0440\u0440\u04cf\u0435': 1, apple: 2 })).toEqual([
      '\u0430\u0440\u0440\u04cf\u0435',
    ])
    expect(foundAmong({ AMAZ0N: 1, Amazon: 2 })).toEqual(['AMAZ0N'])
    expect(foundAmong({ paypaI: 1, PayPal: 2 })).toEqual(['paypaI'])
  })

  it('[SR-29] both are, where neither is better known', () => {
    expect(foundAmong({ Paytm: 2, Paytrn: 2 })).toEqual(['Paytm', 'Paytrn'])
    expect(foundAmong({ Paytm: 2, Paytrn: 2, 'P\u0430ytm': 1 })).toEqual([
      'Paytm',
      'Paytrn',
      'P\u0430ytm',
    ])
  })

  it('[SR-29] another case is no other shop, and counts for the same one', () => {
    expect(foundAmong({ 'Neem Mart': 1, 'NEEM MART': 1, 'neem mart': 1 })).toEqual([])
    expect(foundAmong({ OYO: 1, Oyo: 1, oyo: 1, '0YO': 2 })).toEqual(['0YO'])
  })

  it('[SR-29] ordinary shops are none', () => {
    const shops = [
      'Neem Mart',
      'Hari Tokri Fresh',
      'Tamba Kitchen',
      '\u092a\u0924\u0902\u0917 \u092c\u0941\u0915\u094d\u0938',
      'Caf\u00e9',
      'Cafe',
      '7-Eleven',
    ]
    expect(foundAmong(Object.fromEntries(shops.map((shop) => [shop, 1])))).toEqual([])
  })

  it('[SR-29] a name that becomes better known clears itself; the set stays the same until then', () => {
    const alikes = createLookAlikes()
    for (const name of ['Paytm', 'Paytm', 'Paytrn']) alikes.add(name)
    const before = alikes.found()
    alikes.add('Neem Mart')
    expect(alikes.found()).toBe(before)
    for (const name of ['Paytrn', 'Paytrn', 'Paytrn']) alikes.add(name)
    expect([...alikes.found()]).toEqual(['Paytm'])
  })

  it('[SR-29] a hundred thousand names are compared in a moment', () => {
    const alikes = createLookAlikes()
    const started = performance.now()
    for (let n = 0; n < 100_000; n += 1) alikes.add(`Shop ${n % 20_000}`)
    alikes.found()
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
