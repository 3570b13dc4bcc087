import { describe, expect, it } from 'vitest'
import { aLine, aNext, aReply, NOON, unreadable } from './lines.fixture'
import { toHistoryPage } from './page'

describe('a page made ready to keep', () => {
  it('[R-057] keeps next as the very object that came', () => {
    const next = aNext('+/=%🧺')
    expect(toHistoryPage(aReply([aLine()], next), []).next).toBe(next)
  })

  it('[R-065] is complete only when Envoy says that nothing more exists', () => {
    const full = aReply(Array.from({ length: 50 }, () => aLine()))
    expect(toHistoryPage(full, []).more).toBe(false)
    expect(toHistoryPage(aReply([aLine()], aNext('a')), []).more).toBe(true)
  })

  it('[cases] stops where the cursor repeats itself', () => {
    const page = toHistoryPage(aReply([aLine()], aNext('a')), [null, aNext('a')])
    expect(page.stop).toBe('repeated')
    expect(page.lines).toHaveLength(1)
  })

  it('[cases] stops where cursors go round in a circle', () => {
    const asked = [null, aNext('a'), aNext('b'), aNext('c')]
    expect(toHistoryPage(aReply([aLine()], aNext('a')), asked).stop).toBe('repeated')
    expect(toHistoryPage(aReply([aLine()], aNext('d')), asked).stop).toBeNull()
  })

  it('[cases] stops at an empty page that has a cursor', () => {
    expect(toHistoryPage(aReply([], aNext('a')), []).stop).toBe('empty')
    expect(toHistoryPage(aReply([], null), []).stop).toBeNull()
  })

  it('[R-055] stops where more exists without a way to it', () => {
    expect(toHistoryPage({ ...aReply([aLine()]), more: true }, []).stop).toBe('unreachable')
  })

  it('[C5] takes Envoy’s clock for the time it was read', () => {
    const reply = aReply([], null, NOON)
    expect(toHistoryPage(reply, []).at).toBe(NOON)
    const silent = { ...reply, meta: { ...reply.meta, serverTime: null, receivedAt: 5 } }
    expect(toHistoryPage(silent, []).at).toBe(5)
  })

  it('[C15] [C16] drops Envoy’s wording of an amount, but not in a currency nobody knows', () => {
    const money = (currency: string) => ({ minor: 1, currency, display: 'as Envoy says' })
    const lines = [aLine({ amount: money('INR') }), aLine({ amount: money('ZZQ') }), unreadable]
    const kept = toHistoryPage(aReply(lines), []).lines
    expect(kept.map((line) => (line.kind === 'line' ? line.amount.display : 'none'))).toEqual([
      null,
      'as Envoy says',
      'none',
    ])
  })
})
