import { describe, expect, it } from 'vitest'
import { checked, failed, NOON } from './fixtures'
import { lastTried, learn } from './knowledge'

describe('learn', () => {
  it('[product] a failed check keeps what was known, with its time', () => {
    const known = learn(learn(undefined, checked({ state: 'ready' })), failed('no_reply', NOON + 1))
    expect(known.checked?.status.purchase.state).toBe('ready')
    expect(known.checked?.when.at).toBe(NOON)
    expect(known.failed?.failure.kind).toBe('no_reply')
  })

  it('a check that works ends the failure before it', () => {
    const known = learn(learn(undefined, failed()), checked({ state: 'ready' }, NOON + 1))
    expect(known.failed).toBeNull()
    expect(known.checked?.when.at).toBe(NOON + 1)
  })

  it('never goes back to an older revision', () => {
    const newer = learn(undefined, checked({ state: 'completed', revision: 9 }))
    const known = learn(newer, checked({ state: 'processing', revision: 8 }, NOON + 1))
    expect(known).toBe(newer)
  })

  it('[C23] takes a revision that cannot be put in order as it comes', () => {
    const before = learn(undefined, checked({ state: 'processing', revision: 'z' }))
    const known = learn(before, checked({ state: 'completed', revision: 'a' }))
    expect(known.checked?.status.purchase.state).toBe('completed')
  })

  it('[R-074] the state is what a status read said, and nothing before there was one', () => {
    expect(learn(undefined, failed()).checked).toBeNull()
    const known = learn(undefined, checked({ state: 'processing', money: 'set_aside' }))
    expect(known.checked?.status.purchase).toMatchObject({
      state: 'processing',
      money: 'set_aside',
    })
  })

  it('[R-205] who checks out is what the latest reply says, also when that is nobody yet', () => {
    const words = [null, 'agent', 'envoy', null] as const
    let known = learn(undefined, checked({ revision: 0 }))
    for (const [at, checkoutBy] of words.entries()) {
      known = learn(known, checked({ checkoutBy, revision: at + 1 }))
      expect(known.checked?.status.purchase.checkoutBy).toBe(checkoutBy)
    }
  })

  it('[C22] remembers when it first saw each state and each money, once for each change', () => {
    const known = [
      checked({ state: 'processing', money: 'not_charged' }, NOON),
      checked({ state: 'processing', money: 'not_charged' }, NOON + 1),
      failed('no_reply', NOON + 2),
      checked({ state: 'processing', money: 'set_aside' }, NOON + 3),
      checked({ state: 'verifying', money: 'set_aside' }, NOON + 4),
    ].reduce(learn, learn(undefined, checked({ state: 'ready' }, NOON - 1)))
    expect(known.seen.map(({ state, money, when }) => [state, money, when.at - NOON])).toEqual([
      ['ready', null, -1],
      ['processing', 'not_charged', 0],
      ['processing', 'set_aside', 3],
      ['verifying', 'set_aside', 4],
    ])
  })
})

describe('lastTried', () => {
  it('is the later of the last check and the last failure', () => {
    expect(lastTried(undefined)).toBeNull()
    expect(lastTried(learn(undefined, failed('no_reply', 5)))).toBe(5)
    const both = learn(learn(undefined, checked({}, NOON)), failed('no_reply', NOON + 3))
    expect(lastTried(both)).toBe(NOON + 3)
  })
})
