import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Day } from '@/lib/days'
import type { PurchaseId } from '@/lib/ids'
import { CallFailure } from './failure'
import {
  frozenBody,
  getPurchaseStatusArgs,
  listPurchasesArgs,
  listTransactionsArgs,
  startPurchaseArgs,
  submitAnswerArgs,
} from './inputs'
import { isIdempotencyKey, newIdempotencyKey } from './keys'
import { PURCHASE } from './test-replies'
import type { IdempotencyKey } from './types'

// Tests hand in what types forbid: that is what is checked here.
const day = (text: string) => text as Day
const purchase = PURCHASE as PurchaseId
const key = newIdempotencyKey()

function pathsOf(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (error instanceof CallFailure && error.kind === 'invalid_input')
      return error.fields.map(({ path }) => path)
    throw error
  }
  return []
}

describe('[R-016] checked before sending', () => {
  it('[R-003, R-051] sends the fields that are given, and no others', () => {
    expect(listTransactionsArgs({ limit: 50 })).toEqual({ limit: 50 })
    expect(Object.keys(listTransactionsArgs({ limit: 50 }))).toEqual(['limit'])
    expect(listTransactionsArgs({ from: day('2026-09-01'), limit: 50 })).toEqual({
      from: '2026-09-01',
      limit: 50,
    })
    expect(
      listTransactionsArgs({ from: day('2026-09-01'), to: day('2026-09-01'), limit: 1 }),
    ).toEqual({
      from: '2026-09-01',
      to: '2026-09-01',
      limit: 1,
    })
  })

  it.each(['2026-02-30', '2026-9-1', '01-09-2026', '', '2026-09-01T00:00:00Z'])(
    '[R-052] %j is no day',
    (text) => {
      expect(pathsOf(() => listTransactionsArgs({ from: day(text), limit: 50 }))).toContain('from')
      expect(pathsOf(() => listTransactionsArgs({ to: day(text), limit: 50 }))).toContain('to')
    },
  )

  it('[R-014, R-053] names all problems at once', () => {
    expect(
      pathsOf(() =>
        listTransactionsArgs({ from: day('2026-10-02'), to: day('2026-10-01'), limit: 51 }),
      ),
    ).toEqual(['from', 'limit'])
  })

  it.each([0, -1, 51, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    '[R-054] limit %d is out of 1…50',
    (limit) => {
      expect(pathsOf(() => listTransactionsArgs({ limit }))).toEqual(['limit'])
    },
  )

  it('[R-168] purchases: 1…20', () => {
    expect(listPurchasesArgs({ limit: 20 })).toEqual({ limit: 20 })
    expect(pathsOf(() => listPurchasesArgs({ limit: 21 }))).toEqual(['limit'])
    expect(pathsOf(() => listPurchasesArgs({ limit: 0 }))).toEqual(['limit'])
  })

  it('[R-021, R-030] a purchase is a purchase id or a key, never a support reference', () => {
    expect(pathsOf(() => getPurchaseStatusArgs({ purchase: key }))).toEqual([])
    expect(getPurchaseStatusArgs({ purchase })).toEqual({ purchase })
    expect(getPurchaseStatusArgs({ purchase: key })).toEqual({ purchase: key })
    for (const text of [
      'req_synthetic_0123456789',
      '4bf92f3577b34da6a3ce929d0e0e4736',
      'pur_short',
      '',
      PURCHASE.toUpperCase(),
    ])
      expect(pathsOf(() => getPurchaseStatusArgs({ purchase: text as PurchaseId }))).toEqual([
        'purchase',
      ])
  })

  it('[R-010, R-011] amounts are rupees as text made of whole paise', () => {
    const start = (amountMinor: number) =>
      startPurchaseArgs({
        idempotencyKey: key,
        merchantUrl: 'https://neem.example.test/x',
        amountMinor,
      })
    expect(start(249_900)).toEqual({
      idempotency_key: key,
      merchant_url: 'https://neem.example.test/x',
      amount: '2499.00',
    })
    expect(start(5)['amount']).toBe('0.05')
    for (const amount of [0, -1, 0.5, Number.NaN, 2 ** 53])
      expect(pathsOf(() => start(amount))).toEqual(['amount'])
  })

  it.each(['', 'neem.example.test', 'javascript:alert(1)', 'ftp://x.test'])(
    '%j is no shop',
    (merchantUrl) => {
      expect(
        pathsOf(() => startPurchaseArgs({ idempotencyKey: key, merchantUrl, amountMinor: 1 })),
      ).toEqual(['merchant_url'])
    },
  )

  it('[R-040] retry_of and rail only when given', () => {
    const args = startPurchaseArgs({
      idempotencyKey: key,
      merchantUrl: 'https://x.test',
      amountMinor: 1,
      rail: 'gift_card',
      retryOf: purchase,
    })
    expect(args).toMatchObject({ rail: 'gift_card', retry_of: purchase })
  })

  it('[R-196] the rail "gift_card" goes out as it is; where none is wanted, none is named', () => {
    const start = (rail?: string) =>
      startPurchaseArgs({
        idempotencyKey: key,
        merchantUrl: 'https://x.test',
        amountMinor: 1,
        ...(rail && { rail }),
      })
    expect(start('gift_card')['rail']).toBe('gift_card')
    expect(start()).not.toHaveProperty('rail')
  })

  it('[C30] an answer is not empty, and goes out as it was written', () => {
    const answer = (text: string) =>
      submitAnswerArgs({ purchase, questionId: 'q', answer: text, idempotencyKey: key })
    expect(pathsOf(() => answer('  '))).toEqual(['answer'])
    expect(answer(' Größe M ')).toEqual({
      purchase,
      question_id: 'q',
      answer: ' Größe M ',
      idempotency_key: key,
    })
  })

  it('[R-006, R-008, B16] counts bytes, not characters', () => {
    expect(pathsOf(() => frozenBody({ a: 'x'.repeat(63_992) }))).toEqual([])
    expect(pathsOf(() => frozenBody({ a: 'x'.repeat(63_993) }))).toEqual([''])
    expect(pathsOf(() => frozenBody({ a: '₹'.repeat(22_000) }))).toEqual([''])
  })
})

describe('idempotency keys', () => {
  it('[R-018, R-019, C25] are made well and never twice', () => {
    const keys = Array.from({ length: 500 }, () => newIdempotencyKey())
    expect(new Set(keys).size).toBe(500)
    expect(keys.every((one) => isIdempotencyKey(one) && one.length >= 36 && one.length <= 43)).toBe(
      true,
    )
  })

  it.each([
    'short',
    'x'.repeat(15),
    'x'.repeat(65),
    `pur_${'a'.repeat(32)}`,
    'with space 0123456789',
    'ключ-ключ-ключ-ключ',
    'req_synthetic_0123456789',
  ])('[R-018, R-019, R-029, R-030] %j is none', (text) => {
    expect(isIdempotencyKey(text)).toBe(false)
  })

  it('anything accepted obeys the rules', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const accepted: IdempotencyKey | null = isIdempotencyKey(text) ? text : null
        expect(
          accepted === null ||
            (accepted.length >= 16 && accepted.length <= 64 && !accepted.startsWith('pur_')),
        ).toBe(true)
      }),
    )
  })
})

describe('[R-030] types', () => {
  it('a request id is not accepted as a purchase', () => {
    const requestId: string = 'req_synthetic'
    // @ts-expect-error plain text is neither a purchase id nor a key
    expect(pathsOf(() => getPurchaseStatusArgs({ purchase: requestId }))).toEqual(['purchase'])
  })
})
