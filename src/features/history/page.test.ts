import { describe, expect, it } from 'vitest'
import type { Line, NextCall } from '@/api/envoy/types'
import { aLine, aNext, aReply, NOON, purchaseId, unreadable } from './lines.fixture'
import { NOTHING_LOADED, toHistoryPage } from './page'

const loaded = (asked: (NextCall | null)[]) => ({ ...NOTHING_LOADED, asked })

describe('a page made ready to keep', () => {
  it('[R-057] keeps next as the very object that came', () => {
    const next = aNext('+/=%🧺')
    expect(toHistoryPage(aReply([aLine()], next), NOTHING_LOADED).next).toBe(next)
  })

  it('[R-065] is complete only when Envoy says that nothing more exists', () => {
    const full = aReply(Array.from({ length: 50 }, () => aLine()))
    expect(toHistoryPage(full, NOTHING_LOADED).more).toBe(false)
    expect(toHistoryPage(aReply([aLine()], aNext('a')), NOTHING_LOADED).more).toBe(true)
  })

  it('[cases] stops where the cursor repeats itself', () => {
    const page = toHistoryPage(aReply([aLine()], aNext('a')), loaded([null, aNext('a')]))
    expect(page.stop).toBe('repeated')
    expect(page.lines).toHaveLength(1)
  })

  it('[cases] stops where cursors go round in a circle', () => {
    const asked = [null, aNext('a'), aNext('b'), aNext('c')]
    expect(toHistoryPage(aReply([aLine()], aNext('a')), loaded(asked)).stop).toBe('repeated')
    expect(toHistoryPage(aReply([aLine()], aNext('d')), loaded(asked)).stop).toBeNull()
  })

  it('[cases] stops at an empty page that has a cursor', () => {
    expect(toHistoryPage(aReply([], aNext('a')), NOTHING_LOADED).stop).toBe('empty')
    expect(toHistoryPage(aReply([], null), NOTHING_LOADED).stop).toBeNull()
  })

  it('[R-055] stops where more exists without a way to it', () => {
    expect(toHistoryPage({ ...aReply([aLine()]), more: true }, NOTHING_LOADED).stop).toBe(
      'unreachable',
    )
  })

  it('[C5] takes Envoy’s clock for the time it was read', () => {
    const reply = aReply([], null, NOON)
    expect(toHistoryPage(reply, NOTHING_LOADED).at).toBe(NOON)
    const silent = { ...reply, meta: { ...reply.meta, serverTime: null, receivedAt: 5 } }
    expect(toHistoryPage(silent, NOTHING_LOADED).at).toBe(5)
  })

  it('[C15] [C16] [SR-31] drops Envoy’s wording of an amount, but not in a currency nobody knows', () => {
    const money = (currency: string) => ({ minor: 1, currency, display: 'as Envoy says' })
    const lines = [aLine({ amount: money('INR') }), aLine({ amount: money('ZZQ') }), unreadable]
    const kept = toHistoryPage(aReply(lines), NOTHING_LOADED).lines
    expect(kept.map((line) => (line.kind === 'line' ? line.amount.display : 'none'))).toEqual([
      null,
      'as Envoy says',
      'none',
    ])
  })

  describe('that repeats what is loaded, under a cursor that looks new', () => {
    const known = new Map([1, 2, 3].map((n) => [purchaseId(n), n]))
    const bought = (n: number, at: number) => aLine({ purchaseId: purchaseId(n), at })
    const page = (lines: Line[], next: NextCall | null = aNext('new')) =>
      toHistoryPage(aReply(lines, next), { asked: [null], known, lastAt: NOON })

    it('[cases] stops, and is kept without its lines', () => {
      expect(page([bought(2, NOON + 1), bought(3, NOON)])).toMatchObject({
        stop: 'repeated',
        lines: [],
      })
    })

    it('[cases] also when a new purchase has come in between', () => {
      expect(page([bought(9, NOON + 9), bought(1, NOON + 5)]).stop).toBe('repeated')
    })

    it('[C3] also without ids, unless the page is all of one instant', () => {
      expect(page([aLine({ at: NOON + 1 }), aLine({ at: NOON })]).stop).toBe('repeated')
      expect(page([aLine({ at: NOON }), aLine({ at: NOON })]).stop).toBeNull()
    })

    it('[cases] goes on within one instant as long as purchases are new', () => {
      expect(page([bought(4, NOON), bought(5, NOON)]).stop).toBeNull()
      expect(page([bought(2, NOON), bought(3, NOON)]).stop).toBe('repeated')
    })

    it('[C3] takes a purchase seen again further down for what it is', () => {
      expect(page([bought(3, NOON - 1)]).lines).toHaveLength(1)
      expect(page([bought(3, NOON)], null)).toMatchObject({ stop: null, lines: [bought(3, NOON)] })
    })
  })
})
