import { describe, expect, it } from 'vitest'
import { NEVER_CLOSED } from './gate-record'
import { createMemoryJournal, createRequestLog } from './journal'
import { createRetryCap } from './retry-cap'
import { createSingleFlight } from './single-flight'
import { createStore } from './store'
import { createGateStore, createStoredJournal, openStorage, type TextStorage } from './stored'
import { createTestClock } from './test-clock'
import { outcomeOf } from './test-fetch'
import { createWaits } from './waits'

describe('a store', () => {
  it('tells every listener, even after one that throws', () => {
    const store = createStore(1)
    const heard: number[] = []
    store.subscribe(() => {
      throw new Error('broken listener')
    })
    const stop = store.subscribe(() => heard.push(store.get()))
    store.set(2)
    store.set(2)
    stop()
    store.set(3)
    expect(heard).toEqual([2])
  })
})

describe('waits', () => {
  it('shows what all calls share once, until the last of them goes on', () => {
    const waits = createWaits()
    const wait = { reason: 'rate_limited', since: 0, until: 60_000, tryNow: null } as const
    const [one, two] = [waits.begin(wait), waits.begin(wait)]
    expect(waits.store.get()).toHaveLength(1)
    two.update(90_000)
    expect(waits.store.get()[0]?.until).toBe(90_000)
    one.end()
    one.end()
    expect(waits.store.get()).toHaveLength(1)
    two.end()
    expect(waits.store.get()).toHaveLength(0)
  })

  it('shows waits of single calls one by one', () => {
    const waits = createWaits()
    const wait = { reason: 'no_reply', since: 0, until: 1, tryNow: null } as const
    waits.begin(wait)
    waits.begin(wait).end()
    expect(waits.store.get().map(({ id }) => id)).toEqual([1])
  })
})

describe('the request log', () => {
  it('keeps the last ones only', () => {
    const log = createRequestLog(3)
    for (let n = 1; n <= 5; n += 1) log.begin(`call ${n}`, 1, n)
    log.end(1, { outcome: 'done' })
    log.end(5, { outcome: 'done', endedAt: 9 })
    expect(log.entries.get().map(({ call, outcome }) => [call, outcome])).toEqual([
      ['call 3', 'in_flight'],
      ['call 4', 'in_flight'],
      ['call 5', 'done'],
    ])
  })
})

describe('the cap on automatic repetitions', () => {
  it('is 10 in any 10 minutes', async () => {
    const clock = createTestClock()
    const cap = createRetryCap(clock)
    for (let n = 0; n < 12; n += 1) cap.use()
    expect(cap.left()).toBe(0)
    await clock.advance(599_999)
    expect(cap.left()).toBe(0)
    await clock.advance(1)
    expect(cap.left()).toBe(10)
  })
})

describe('single flight', () => {
  const deferred = () => {
    let settle: (value: string) => void = () => {}
    const promise = new Promise<string>((resolve) => {
      settle = resolve
    })
    return { promise, settle }
  }

  it('shares one request, and starts anew after it', async () => {
    const share = createSingleFlight()
    let started = 0
    const flight = deferred()
    const start = () => {
      started += 1
      return flight.promise
    }
    const both = [share('a', undefined, start), share('a', undefined, start)]
    const other = share('b', undefined, start)
    flight.settle('x')
    expect(await Promise.all([...both, other])).toEqual(['x', 'x', 'x'])
    expect(started).toBe(2)
    await share('a', undefined, start)
    expect(started).toBe(3)
  })

  it('one may give up alone; the request ends with the last', async () => {
    const share = createSingleFlight()
    const flight = deferred()
    let seen: AbortSignal | undefined
    const start = (signal: AbortSignal) => {
      seen = signal
      return flight.promise
    }
    const [one, two] = [new AbortController(), new AbortController()]
    const first = outcomeOf(share('a', one.signal, start))
    const second = outcomeOf(share('a', two.signal, start))
    one.abort()
    await createTestClock().settle()
    expect(first.error()).toMatchObject({ name: 'AbortError' })
    expect(seen?.aborted).toBe(false)
    two.abort()
    await createTestClock().settle()
    expect(second.state()).toBe('failed')
    expect(seen?.aborted).toBe(true)
    let fresh = 0
    void share('a', undefined, async () => String(++fresh))
    expect(fresh).toBe(1)
  })

  it('a failure reaches everybody and is not kept', async () => {
    const share = createSingleFlight()
    const fails = async () => {
      throw new Error('no')
    }
    const both = [share('a', undefined, fails), share('a', undefined, fails)].map(outcomeOf)
    await createTestClock().settle()
    expect(both.map((one) => one.state())).toEqual(['failed', 'failed'])
    expect(await share('a', undefined, async () => 'yes')).toBe('yes')
  })
})

function memoryStorage(): TextStorage & { readonly map: Map<string, string> } {
  const map = new Map<string, string>()
  return {
    map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}
const brokenStorage: TextStorage = {
  getItem: () => {
    throw new Error('blocked')
  },
  setItem: () => {
    throw new Error('full')
  },
  removeItem: () => {
    throw new Error('blocked')
  },
}

describe('the browser’s storage', () => {
  it.each<[how: string, find: () => Storage]>([
    [
      'may not be named',
      () => {
        throw new DOMException('denied', 'SecurityError')
      },
    ],
    // Only what is called matters.
    ['may not be asked', () => brokenStorage as Storage],
  ])('[product] one that %s is replaced by one in memory: the page starts', (_, find) => {
    const storage = openStorage(find)
    storage.setItem('a', '1')
    expect([storage.getItem('a'), storage.keys()]).toEqual(['1', ['a']])
    storage.removeItem('a')
    expect([storage.getItem('a'), storage.keys()]).toEqual([null, []])
  })
})

describe('what outlives a reload', () => {
  const write = {
    tool: 't',
    key: 'k'.repeat(20),
    purchaseId: 'p',
    questionId: 'q',
    createdAt: 1,
  }

  it('[R-034] belongs to one account', () => {
    const storage = memoryStorage()
    const [mine, theirs] = ['mine', 'theirs'].map((tag) => createStoredJournal(storage, tag))
    mine?.record(write)
    expect(theirs?.unresolved()).toEqual([])
    theirs?.resolve(write.key)
    expect(mine?.unresolved()).toEqual([write])
    createGateStore(storage, 'mine').write({ ...NEVER_CLOSED, until: 5 })
    expect(createGateStore(storage, 'theirs').read()).toBeNull()
  })

  it('[B10] holds nothing of what was said', () => {
    const storage = memoryStorage()
    const journal = createStoredJournal(storage, 'mine')
    const said = { ...write, answer: 'the blue one', amount: 5 }
    journal.record(said)
    expect([...storage.map.values()].join()).not.toMatch(/blue|amount/)
    journal.resolve(write.key)
    expect(storage.map.size).toBe(0)
  })

  it('two entries of one key are one', () => {
    for (const journal of [createStoredJournal(memoryStorage(), 'a'), createMemoryJournal()]) {
      journal.record(write)
      journal.record(write)
      expect(journal.unresolved()).toEqual([write])
    }
  })

  it.each(['{', '[1, {"tool": 3}]', '{"a": 1}', 'null', '"x"'])('garbage %j is nothing', (text) => {
    const storage = memoryStorage()
    storage.setItem('passbook.writes.a', text)
    storage.setItem('passbook.gate.a', text)
    expect(createStoredJournal(storage, 'a').unresolved()).toEqual([])
    expect(createGateStore(storage, 'a').read()).toBeNull()
  })

  it('[R-020] a storage that fails lets the gate live, but refuses to pretend that a write is kept', () => {
    const gate = createGateStore(brokenStorage, 'a')
    gate.write({ ...NEVER_CLOSED, until: 5 })
    expect(gate.read()).toBeNull()
    const journal = createStoredJournal(brokenStorage, 'a')
    expect(() => journal.record(write)).toThrow()
    expect(journal.unresolved()).toEqual([])
    journal.resolve('k')
  })
})
