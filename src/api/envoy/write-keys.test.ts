import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UnresolvedWrite } from '../core/journal'
import type { Locks } from '../core/locks'
import { createMemoryStorage, createStoredJournal, type TextStorage } from '../core/stored'
import { createTestClock, type TestClock } from '../core/test-clock'
import { createTestLocks } from '../core/test-locks'
import { createWriteKeys } from './write-keys'

const STORED_AT = 'passbook.writes.tag'

const write = (key: string, over: Partial<UnresolvedWrite> = {}): UnresolvedWrite => ({
  tool: 'submit_answer',
  key,
  purchaseId: 'pur_1',
  questionId: 'q1',
  createdAt: 1_000,
  ...over,
})
const sameQuestion = (one: UnresolvedWrite) => one.questionId === 'q1'

type Tab = { readonly storage: TextStorage; readonly locks?: Locks; readonly clock?: TestClock }

const tabOn = ({ storage, locks, clock = createTestClock() }: Tab) => {
  const journal = createStoredJournal(storage, 'tag')
  return { journal, keys: createWriteKeys({ journal, clock, locks }) }
}

type View = { readonly map: Map<string, string>; readonly lagMs: number; own: number }

/**
 * What tabs of different processes see of one storage: each its own copy. Changes reach the storage
 * late, and come from there late, in one order for all tabs.
 */
function laggingStorage(clock: TestClock) {
  const views: View[] = []
  const apply = ({ map }: View, key: string, value: string | null) =>
    value === null ? map.delete(key) : map.set(key, value)
  return (lagMs: number): TextStorage => {
    const view: View = { map: new Map(), lagMs, own: 0 }
    views.push(view)
    const change = async (key: string, value: string | null) => {
      apply(view, key, value)
      view.own += 1
      await clock.sleep(lagMs)
      for (const each of views) {
        void clock.sleep(each.lagMs).then(() => {
          if (each === view) view.own -= 1
          // A change of one's own that is under way will come later for everybody.
          else if (each.own === 0) apply(each, key, value)
        })
      }
    }
    return {
      getItem: (key) => view.map.get(key) ?? null,
      setItem: (key, value) => void change(key, value),
      removeItem: (key) => void change(key, null),
    }
  }
}

describe('[R-047] one key for all tabs', () => {
  it('the first tab makes it, the others find it there', async () => {
    const storage = createMemoryStorage()
    const locks = createTestLocks()
    const tabs = [1, 2, 3].map(() => tabOn({ storage, locks }))
    const taken = await Promise.all(
      tabs.map(({ keys }, n) => keys.take(write(`key_${n}`), sameQuestion)),
    )
    expect(taken.map((one) => one.write.key)).toEqual(['key_0', 'key_0', 'key_0'])
    expect(taken.filter((one) => !one.repeated).length).toBeLessThanOrEqual(1)
    expect(tabs[2]?.journal.unresolved()).toHaveLength(1)
  })

  it('[R-020] stands in the storage when it is handed out', async () => {
    const storage = createMemoryStorage()
    const { keys } = tabOn({ storage, locks: createTestLocks() })
    const { write: taken, repeated } = await keys.take(write('key_1'), sameQuestion)
    expect(repeated).toBe(false)
    expect(storage.getItem(STORED_AT)).toContain(taken.key)
  })

  it('without locks of the browser two tabs use the one that is in storage', async () => {
    const clock = createTestClock()
    const storage = createMemoryStorage()
    const locks = createTestLocks()
    locks.refuse(true)
    const tabs = [1, 2].map(() => tabOn({ storage, locks, clock }))
    const taken = tabs.map(({ keys }, n) => keys.take(write(`key_${n}`), sameQuestion))
    await clock.advance(2_000)
    const keysTaken = (await Promise.all(taken)).map((one) => one.write.key)
    expect(new Set(keysTaken)).toEqual(new Set(['key_0']))
  })

  it('[product] without locks, whenever the tabs begin and however late they hear of each other', async () => {
    const tab = fc.record({
      startMs: fc.integer({ min: 0, max: 400 }),
      lagMs: fc.integer({ min: 0, max: 60 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(tab, { minLength: 2, maxLength: 4 }), async (plans) => {
        const clock = createTestClock()
        const open = laggingStorage(clock)
        const locks = createTestLocks()
        locks.refuse(true)
        const tabs = plans.map(({ lagMs }) => tabOn({ storage: open(lagMs), locks, clock }))
        const taken = tabs.map(async ({ keys }, n) => {
          await clock.sleep(plans[n]?.startMs ?? 0)
          return keys.take(write(`key_${n}`, { createdAt: clock.now() }), sameQuestion)
        })
        await clock.advance(5_000)
        const all = await Promise.all(taken)
        expect(new Set(all.map((one) => one.write.key)).size).toBe(1)
        for (const { journal } of tabs) {
          expect(journal.unresolved().map(({ key }) => key)).toEqual([all[0]?.write.key])
        }
      }),
      { numRuns: 100 },
    )
  })

  it('an entry that another tab wrote over is put back before anything is sent', async () => {
    const storage = createMemoryStorage()
    const real = createTestLocks()
    let overwritten = false
    const locks: Locks = {
      async withLock(name, waitMs, work) {
        const held = await real.withLock(name, waitMs, work)
        if (!overwritten) storage.setItem(STORED_AT, '[]')
        overwritten = true
        return held
      },
    }
    const { keys, journal } = tabOn({ storage, locks })
    await keys.take(write('key_1'), sameQuestion)
    expect(journal.unresolved().map(({ key }) => key)).toEqual(['key_1'])
  })

  it('[R-020] a storage that keeps nothing hands out no key', async () => {
    const forgetful = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
    const { keys } = tabOn({ storage: forgetful, locks: createTestLocks() })
    await expect(keys.take(write('key_1'), sameQuestion)).rejects.toThrow()
  })
})

describe('what one tab knows is not what another one does not', () => {
  it('[R-039] a refusal here does not forget what another tab has sent with the same key', async () => {
    const storage = createMemoryStorage()
    const locks = createTestLocks()
    const [one, two] = [tabOn({ storage, locks }), tabOn({ storage, locks })]
    const mine = await one.keys.take(write('key_1'), sameQuestion)
    const theirs = await two.keys.take(write('key_2'), sameQuestion)
    expect(theirs).toMatchObject({ write: { key: 'key_1' }, repeated: true })
    await one.keys.giveBack(mine.write)
    expect(two.journal.unresolved().map(({ key }) => key)).toEqual(['key_1'])
    await two.keys.resolve('key_1')
    expect(one.journal.unresolved()).toEqual([])
  })

  it('[R-089] a refusal of what nobody else took is forgotten', async () => {
    const { keys, journal } = tabOn({ storage: createMemoryStorage(), locks: createTestLocks() })
    const { write: mine } = await keys.take(write('key_1'), sameQuestion)
    await keys.giveBack(mine)
    expect(journal.unresolved()).toEqual([])
  })

  it('[R-050] what is of unknown outcome here is kept, whoever forgot it meanwhile', async () => {
    const { keys, journal } = tabOn({ storage: createMemoryStorage(), locks: createTestLocks() })
    const { write: mine } = await keys.take(write('key_1'), sameQuestion)
    journal.resolve('key_1')
    await keys.keep(mine)
    expect(journal.unresolved()).toEqual([mine])
  })
})
