import { describe, expect, it } from 'vitest'
import { checked, failed, list, listed, NOON, purchaseId } from './fixtures'
import { type Knowledge, learn, type News } from './knowledge'
import { needsYouCount } from './needs-you'
import { arrange, firstFailure, toCheck } from './sections'
import { waited } from './waited'

const [A, B, C] = [purchaseId('a'), purchaseId('b'), purchaseId('c')]

function knowing(news: Record<string, News>) {
  const all = new Map<string, Knowledge>(
    Object.entries(news).map(([id, one]) => [id, learn(undefined, one)]),
  )
  return (id: string) => all.get(id)
}

const nothing = () => undefined
const three = list([
  listed({ purchaseId: A, state: 'needs_answer' }),
  listed({ purchaseId: B, state: 'processing' }),
  listed({ purchaseId: C, state: 'completed' }),
])

const ids = (entries: readonly { purchase: { purchaseId: string } }[]) =>
  entries.map((entry) => entry.purchase.purchaseId)

describe('arrange', () => {
  it('[product] puts what needs you first, then what moves, then what is over', () => {
    const sections = arrange(three, nothing)
    expect([sections.needs_you, sections.in_progress, sections.finished].map(ids)).toEqual([
      [A],
      [B],
      [C],
    ])
  })

  it('[R-172] a check that shows another state than listed wins', () => {
    const known = knowing({
      [A]: checked({ purchaseId: A, state: 'completed' }),
      [B]: checked({ purchaseId: B, state: 'waiting_for_user' }),
    })
    const sections = arrange(three, known)
    expect(ids(sections.needs_you)).toEqual([B])
    expect(ids(sections.finished)).toEqual([A, C])
  })

  it('[product] a failed check moves nothing', () => {
    const known = knowing({ [B]: failed() })
    expect(ids(arrange(three, known).in_progress)).toEqual([B])
    expect(firstFailure(arrange(three, known).in_progress)?.kind).toBe('no_reply')
  })

  it('[R-167] keeps the order of Envoy', () => {
    const two = list([listed({ purchaseId: B }), listed({ purchaseId: A })])
    expect(ids(arrange(two, nothing).in_progress)).toEqual([B, A])
  })

  it('[C1] counts what could not be read instead of dropping it', () => {
    const broken = list([listed(), { unreadable: true }, { unreadable: true }])
    expect(arrange(broken, nothing)).toMatchObject({ unreadable: 2 })
  })
})

describe('toCheck', () => {
  it('[R-173] is everything not known to be final', () => {
    expect(toCheck(three, nothing)).toEqual([A, B])
  })

  it('[R-172] leaves out what a check found final, takes in what a check contradicts', () => {
    const known = knowing({
      [A]: checked({ state: 'completed' }),
      [C]: checked({ state: 'processing' }),
    })
    expect(toCheck(three, known)).toEqual([B, C])
  })
})

describe('needsYouCount', () => {
  it('[product] counts the listed ones until they are checked', () => {
    expect(needsYouCount(three, nothing, NOON)).toEqual({ count: 1, checked: false })
  })

  it('[product] a checked state counts before a listed one', () => {
    const known = knowing({ [A]: checked({ purchaseId: A, state: 'ready' }) })
    expect(needsYouCount(three, known, NOON)).toEqual({ count: 0, checked: true })
  })

  it('[R-173] is called checked only while every check in it is fresh', () => {
    const known = knowing({ [A]: checked({ purchaseId: A, state: 'needs_answer' }) })
    expect(needsYouCount(three, known, NOON).checked).toBe(true)
    expect(needsYouCount(three, known, NOON + 31_000).checked).toBe(false)
  })
})

describe('waited', () => {
  const MINUTE = 60_000
  const waiting = listed({ state: 'needs_answer' })

  it('[product] by the timeline of Envoy', () => {
    const timeline = [{ state: 'needs_answer' as const, at: NOON - 32 * MINUTE }]
    const known = learn(undefined, checked({ state: 'needs_answer', timeline }))
    expect(waited(waiting, known, NOON)).toBe('for 32 min')
  })

  it('[C22] at least since Passbook first saw it so, where there is no timeline', () => {
    const known = [
      checked({ state: 'needs_answer' }, NOON - 90 * MINUTE),
      checked({ state: 'processing' }, NOON - 60 * MINUTE),
      checked({ state: 'needs_answer' }, NOON - 5 * MINUTE),
      checked({ state: 'needs_answer' }, NOON),
    ].reduce<Knowledge | undefined>(learn, undefined)
    expect(waited(waiting, known, NOON)).toBe('for at least 5 min')
  })

  it('[product] not at all for what is only listed', () => {
    expect(waited(waiting, undefined, NOON)).toBeNull()
  })
})
