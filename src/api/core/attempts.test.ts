import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCaller } from './attempts'
import { createBreaker } from './breaker'
import type { Call, Reading } from './call'
import type { Lost, Reply } from './exchange'
import { createGate } from './gate'
import { createMemoryGateStore, NEVER_CLOSED } from './gate-record'
import { createRequestLog } from './journal'
import { createLimiter } from './limiter'
import { ALWAYS_HERE, type Presence } from './presence'
import { createRetryCap } from './retry-cap'
import { createTestClock } from './test-clock'
import { type Answer, createScriptedFetch, outcomeOf, type SentRequest } from './test-fetch'
import { createTestPresence } from './test-presence'
import type { Verdict } from './verdict'
import { createWaits } from './waits'

/** A toy service: its replies are verdicts, its failures plain text. */
type Toy = { readonly why: string; readonly until: number | null }
const toy = (why: string, until: number | null = null): Toy => ({ why, until })
const reply = (verdict: object) => new Response(JSON.stringify(verdict))
const ok = (value = 'v') => reply({ kind: 'done', value })
const limited = (baseSeconds = 60) =>
  reply({ kind: 'rate_limited', baseSeconds, automatic: true, failure: toy('limited') })
const busy = (seconds: number) => reply({ kind: 'retry_after', seconds, failure: toy('busy') })

function read(got: Reply | Lost): Reading<string, Toy> {
  const verdict: Verdict<string, Toy> =
    'lost' in got
      ? { kind: 'no_reply', cause: got.lost, failure: toy('lost') }
      : JSON.parse(got.text)
  return { verdict, note: null }
}

function callOf(name: string, over: Partial<Call<string, Toy>> = {}): Call<string, Toy> {
  const request = { url: `/x/${name}`, headers: {}, body: `{"call":"${name}"}` }
  return { name, request, readOnly: true, held: false, timeoutMs: 20_000, read, ...over }
}

function setUp(
  answer: (n: number, request: SentRequest) => Answer,
  over: {
    online?: () => boolean
    random?: () => number
    requestsPerMinute?: number
    presence?: Presence
    ready?: () => Promise<void> | null
  } = {},
) {
  const clock = createTestClock(over.random ? { random: over.random } : {})
  const { fetch, sent } = createScriptedFetch(clock, answer)
  const limiter = createLimiter(clock, { requestsPerMinute: over.requestsPerMinute ?? 120 })
  const waits = createWaits()
  const log = createRequestLog()
  const store = createMemoryGateStore()
  const call = createCaller<Toy>({
    fetch,
    clock,
    gate: createGate(clock, store),
    limiter,
    breaker: createBreaker(clock),
    retries: createRetryCap(clock),
    waits,
    log,
    presence: over.presence ?? ALWAYS_HERE,
    online: over.online ?? (() => true),
    ready: over.ready ?? (() => null),
    failures: {
      heldUntil: (until) => toy('held', until),
      withUntil: (failure, until) => ({ ...failure, until }),
      offline: () => toy('offline'),
      notTried: () => toy('not tried'),
      givenUp: () => toy('given up'),
    },
  })
  const start = clock.now()
  const times = () => sent.map(({ at }) => at - start)
  return { clock, call, sent, times, waits, log, limiter, store, start }
}

describe('a call that gets through', () => {
  it('is sent once and logged', async () => {
    const { call, sent, log } = setUp(() => ok())
    expect(await call(callOf('a'))).toBe('v')
    expect(sent).toHaveLength(1)
    expect(log.entries.get()).toMatchObject([
      { call: 'a', attempt: 1, outcome: 'done', status: 200 },
    ])
  })
})

describe('[R-103] a 429 stops every call of the scope', () => {
  it('nothing is sent before the deadline, not even what was queued already', async () => {
    const { clock, call, times, limiter } = setUp((n) =>
      n === 0 ? { afterMs: 1000, answer: limited(60) } : { afterMs: 2000, answer: ok() },
    )
    const all = Array.from({ length: 12 }, (_, n) => outcomeOf(call(callOf(`c${n}`))))
    // 4 in flight, 8 in the limiter's queue; the first answer is the 429.
    await clock.advance(1_000)
    const before = times().length
    expect(before).toBe(4)
    // Turns that were given back are not counted as starts.
    expect(limiter.usage().used).toBe(4)
    await clock.advance(59_999)
    expect(
      times()
        .slice(before)
        .every((at) => at >= 61_000),
    ).toBe(true)
    await clock.advance(60_000)
    expect(all.every((one) => one.state() === 'done')).toBe(true)
  })

  it('[R-046, R-109] repeats the same bytes', async () => {
    const { clock, call, sent } = setUp((n) => (n < 2 ? limited(10) : ok()))
    const one = outcomeOf(call(callOf('a', { readOnly: false })))
    await clock.advance(60_000)
    expect(one.value()).toBe('v')
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ body, url }) => body + url)).size).toBe(1)
  })

  it('[R-105] doubles, stops after the fourth in a row, and says until when', async () => {
    const { clock, call, times, start } = setUp(() => limited(10))
    const one = outcomeOf(call(callOf('a')))
    await clock.advance(300_000)
    expect(times()).toEqual([0, 10_000, 30_000, 70_000])
    expect(one.error()).toEqual(toy('limited', start + 70_000 + 80_000))
  })

  it('a lost reply in between does not end the row', async () => {
    const { clock, call, times } = setUp((n) => (n === 1 ? 'network' : n < 3 ? limited(10) : ok()))
    outcomeOf(call(callOf('a')))
    await clock.advance(60_000)
    expect(times()).toEqual([0, 10_000, 11_000, 31_000])
  })

  it('any other reply does', async () => {
    const { clock, call, times } = setUp((n) => (n === 1 ? busy(5) : n < 3 ? limited(10) : ok()))
    outcomeOf(call(callOf('a')))
    await clock.advance(60_000)
    expect(times()).toEqual([0, 10_000, 15_000, 25_000])
  })

  it('the fourth also sends away whoever waits at the gate', async () => {
    const { clock, call } = setUp(() => limited(10))
    const first = outcomeOf(call(callOf('a')))
    await clock.advance(35_000)
    const second = outcomeOf(call(callOf('b')))
    await clock.advance(36_000)
    expect(first.state()).toBe('failed')
    expect(second.error()).toMatchObject({ why: expect.stringMatching(/held|limited/) })
  })

  it('[octokit#442, aws#4754] counters are not shared: after one call gave up, others still retry', async () => {
    const { clock, call, sent } = setUp((_, { body }) =>
      body.includes('bad')
        ? 'network'
        : sent.filter((r) => r.body === body).length === 1
          ? 'network'
          : ok(),
    )
    const bad = outcomeOf(call(callOf('bad')))
    await clock.advance(10_000)
    expect(bad.state()).toBe('failed')
    await clock.advance(60_000)
    const good = outcomeOf(call(callOf('good')))
    await clock.advance(60_000)
    expect(good.value()).toBe('v')
  })

  it('[octokit#442] each of 20 parallel calls counts its own attempts', async () => {
    const { clock, call, log } = setUp((n) => (n === 0 ? limited(5) : ok()))
    const all = Array.from({ length: 20 }, (_, n) => outcomeOf(call(callOf(`c${n}`))))
    await clock.advance(60_000)
    expect(all.every((one) => one.state() === 'done')).toBe(true)
    expect(log.entries.get().filter(({ attempt }) => attempt > 1)).toHaveLength(1)
  })

  it('[ky#603] an absurd wait is not waited out, and is no zero', async () => {
    const { clock, call, sent, start } = setUp(() => limited(1e9))
    const one = outcomeOf(call(callOf('a')))
    await clock.advance(0)
    expect(one.error()).toEqual(toy('limited', start + 3_600_000))
    const next = outcomeOf(call(callOf('b')))
    await clock.advance(1)
    expect(next.error()).toMatchObject({ why: 'held', until: start + 3_600_000 })
    expect(sent).toHaveLength(1)
  })

  it('an answer on its way when the gate closes may still come', async () => {
    const { clock, call } = setUp((_, { url }) =>
      url.endsWith('held') ? { afterMs: 25_000, answer: ok('moved') } : limited(60),
    )
    const held = outcomeOf(call(callOf('held', { held: true, timeoutMs: 60_000 })))
    await clock.settle()
    const other = outcomeOf(call(callOf('a')))
    await clock.advance(25_000)
    expect(held.value()).toBe('moved')
    expect(other.state()).toBe('pending')
  })

  it('[CT-2] a deadline left by another tab holds the very next send', async () => {
    const { clock, call, times, store } = setUp(() => ok())
    store.write({ ...NEVER_CLOSED, until: clock.now() + 30_000, lastsMs: 30_000 })
    const one = outcomeOf(call(callOf('a')))
    await clock.advance(30_000)
    expect(one.value()).toBe('v')
    expect(times()).toEqual([30_000])
  })

  it('[R-103] whatever mixture of answers: nothing is sent while the gate is closed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('ok', 'limited', 'network', 'busy'), {
          minLength: 30,
          maxLength: 30,
        }),
        fc.array(fc.nat({ max: 4_000 }), { minLength: 3, maxLength: 12 }),
        fc.array(fc.nat({ max: 3_000 }), { minLength: 30, maxLength: 30 }),
        async (script, arrivals, delays) => {
          const refusedAt: number[] = []
          const world = setUp((n, { at }) => {
            const answer = {
              ok,
              limited: () => limited(7),
              busy: () => busy(1),
              network: () => 'network' as const,
            }
            const kind = script[n % script.length] as keyof typeof answer
            const afterMs = delays[n % delays.length] ?? 0
            if (kind === 'limited') refusedAt.push(at + afterMs)
            return { afterMs, answer: answer[kind]() }
          })
          const all = []
          for (const [n, gap] of arrivals.entries()) {
            await world.clock.advance(gap)
            all.push(outcomeOf(world.call(callOf(`c${n}`))))
          }
          await world.clock.advance(3_600_000)
          expect(all.every((one) => one.state() !== 'pending')).toBe(true)
          for (const { at } of world.sent)
            expect(refusedAt.some((closed) => at > closed && at < closed + 7_000)).toBe(false)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a named wait for one call', () => {
  it('holds that call only', async () => {
    const { clock, call, times } = setUp((n) => (n === 0 ? busy(30) : ok()))
    const one = outcomeOf(call(callOf('a')))
    await clock.advance(10_000)
    expect(await call(callOf('b'))).toBe('v')
    await clock.advance(20_000)
    expect(one.value()).toBe('v')
    expect(times()).toEqual([0, 10_000, 30_000])
  })
})

describe('a lost reply', () => {
  it('[C40] a read is tried twice more', async () => {
    const { clock, call, times } = setUp(() => 'network')
    const one = outcomeOf(call(callOf('a')))
    await clock.advance(60_000)
    expect(times()).toEqual([0, 1_000, 4_000])
    expect(one.error()).toEqual(toy('lost'))
  })

  it('[R-049] a write is not', async () => {
    const { clock, call, sent } = setUp(() => 'network')
    const one = outcomeOf(call(callOf('a', { readOnly: false })))
    await clock.advance(600_000)
    expect(sent).toHaveLength(1)
    expect(one.error()).toEqual(toy('lost'))
  })

  it('a reply that never comes is given up on time, and the request with it', async () => {
    const { clock, call, sent } = setUp(() => 'hang')
    const one = outcomeOf(call(callOf('a', { readOnly: false })))
    await clock.advance(19_999)
    expect(one.state()).toBe('pending')
    await clock.advance(1)
    expect(one.state()).toBe('failed')
    expect(sent[0]?.signal.aborted).toBe(true)
  })

  it('a body that stalls after its headers is given up as well', async () => {
    const stalled = () =>
      new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array([123])) }))
    const { clock, call } = setUp(() => stalled())
    const one = outcomeOf(call(callOf('a', { readOnly: false })))
    await clock.advance(20_000)
    expect(one.error()).toEqual(toy('lost'))
  })

  it('"Try now" ends the wait', async () => {
    const { clock, call, times, waits } = setUp((n) => (n === 0 ? 'network' : ok()))
    const one = outcomeOf(call(callOf('a')))
    await clock.advance(100)
    const [wait] = waits.store.get()
    expect(wait).toMatchObject({ reason: 'no_reply', until: clock.now() + 900 })
    wait?.tryNow?.()
    await clock.settle()
    expect(one.value()).toBe('v')
    expect(times()).toEqual([0, 100])
    expect(waits.store.get()).toEqual([])
  })

  it('not more than 10 repetitions in 10 minutes over all calls', async () => {
    const { clock, call, log } = setUp((n) => (n % 2 === 0 ? limited(1) : ok()))
    const states: string[] = []
    for (let n = 0; n < 12; n += 1) {
      const one = outcomeOf(call(callOf(`c${n}`)))
      await clock.advance(30_000)
      states.push(one.state())
    }
    expect(states.slice(0, 10).every((state) => state === 'done')).toBe(true)
    expect(states[10]).toBe('failed')
    expect(log.entries.get().filter(({ attempt }) => attempt > 1)).toHaveLength(10)
  })
})

describe('without a network', () => {
  it('a read waits for it, then has one try', async () => {
    let online = false
    const { clock, call, times, waits } = setUp((n) => (n === 0 ? 'network' : ok()), {
      online: () => online,
    })
    const one = outcomeOf(call(callOf('a')))
    await clock.advance(90_000)
    expect(waits.store.get()).toMatchObject([{ reason: 'offline', until: null, tryNow: null }])
    online = true
    await clock.advance(1_000)
    expect(one.value()).toBe('v')
    expect(times()).toHaveLength(2)
  })

  it.each([
    [false, 'offline'],
    [true, 'lost'],
  ])('that one try failing ends it (online again: %s)', async (stays, why) => {
    const states = [false, false, true, stays]
    const { clock, call, sent } = setUp(() => 'network', { online: () => states.shift() ?? stays })
    const one = outcomeOf(call(callOf('a')))
    await clock.advance(60_000)
    expect(sent).toHaveLength(2)
    expect(one.error()).toEqual(toy(why))
  })

  it('a write is of unknown outcome: it may have left', async () => {
    const { clock, call, sent } = setUp(() => 'network', { online: () => false })
    const one = outcomeOf(call(callOf('a', { readOnly: false })))
    await clock.advance(60_000)
    expect(sent).toHaveLength(1)
    expect(one.error()).toEqual(toy('lost'))
  })
})

describe('the breaker at work', () => {
  it('opens after three, shows its own deadline with a button, and one probe goes first', async () => {
    const { clock, call, times, waits } = setUp((n) =>
      n < 3 ? 'network' : { afterMs: 500, answer: ok() },
    )
    outcomeOf(call(callOf('a')))
    await clock.advance(4_000)
    const both = [outcomeOf(call(callOf('b'))), outcomeOf(call(callOf('c')))]
    await clock.settle()
    const [wait] = waits.store.get()
    expect(waits.store.get()).toHaveLength(1)
    expect(wait).toMatchObject({ reason: 'breaker', until: clock.now() + 30_000 })
    wait?.tryNow?.()
    await clock.advance(499)
    expect(times()).toEqual([0, 1_000, 4_000, 4_000])
    await clock.advance(1_000)
    expect(both.every((one) => one.state() === 'done')).toBe(true)
    expect(waits.store.get()).toEqual([])
  })
})

describe('a probe that does not get sent', () => {
  /** Three lost writes: the breaker is open for 30 s, the limiter's three starts are used for 60 s. */
  async function stalled() {
    const world = setUp((n) => (n < 3 ? 'network' : ok()), { requestsPerMinute: 4 })
    for (let n = 0; n < 3; n += 1) outcomeOf(world.call(callOf(`w${n}`, { readOnly: false })))
    await world.clock.settle()
    return world
  }

  it('passes its turn on when it is given up in the limiter', async () => {
    const { clock, call, times } = await stalled()
    const stop = new AbortController()
    const probe = outcomeOf(call(callOf('probe'), stop.signal))
    const other = outcomeOf(call(callOf('other')))
    await clock.advance(40_000)
    stop.abort()
    await clock.advance(21_000)
    expect(probe.error()).toMatchObject({ name: 'AbortError' })
    expect(other.state()).toBe('done')
    expect(times().at(-1)).toBe(61_000)
  })

  it('tries again when the gate closed meanwhile', async () => {
    const { clock, call, times, store } = await stalled()
    const probe = outcomeOf(call(callOf('probe')))
    await clock.advance(50_000)
    store.write({ ...NEVER_CLOSED, until: clock.now() + 20_000, lastsMs: 20_000 })
    await clock.advance(20_000)
    expect(probe.state()).toBe('done')
    expect(times().at(-1)).toBe(70_000)
  })

  it('passes its turn on when it is given up on its way', async () => {
    const { clock, call } = setUp((n) => (n < 3 ? 'network' : n === 3 ? 'hang' : ok()))
    for (let n = 0; n < 3; n += 1) outcomeOf(call(callOf(`w${n}`, { readOnly: false })))
    await clock.settle()
    const stop = new AbortController()
    outcomeOf(call(callOf('probe'), stop.signal))
    const other = outcomeOf(call(callOf('other')))
    await clock.advance(31_000)
    stop.abort()
    await clock.settle()
    expect(other.state()).toBe('done')
  })

  it('what was queued before the breaker opened waits like everybody', async () => {
    const { clock, call, sent } = setUp((n) => ({ afterMs: 1_000 * (n + 1), answer: 'network' }))
    for (let n = 0; n < 8; n += 1) outcomeOf(call(callOf(`w${n}`, { readOnly: false })))
    await clock.advance(20_000)
    // Four at once, one more for each of the first two that failed; the third failure opens it.
    expect(sent).toHaveLength(6)
  })
})

describe('waiting at the gate', () => {
  it('[R-117] is shown once, with the real deadline and no button', async () => {
    const { clock, call, waits, start } = setUp((n) => (n === 0 ? limited(60) : ok()), {
      random: () => 0.5,
    })
    outcomeOf(call(callOf('a')))
    outcomeOf(call(callOf('b')))
    await clock.advance(1)
    outcomeOf(call(callOf('c')))
    await clock.settle()
    expect(waits.store.get()).toMatchObject([
      { reason: 'rate_limited', until: start + 67_500, tryNow: null },
    ])
    await clock.advance(67_500)
    expect(waits.store.get()).toEqual([])
  })
})

describe('giving up', () => {
  const places: [string, (n: number) => Answer, number][] = [
    ['during the request', () => 'hang', 1_000],
    ['in the wait after a lost reply', () => 'network', 500],
    ['in a named wait', () => busy(30), 5_000],
    ['at the gate', () => limited(60), 5_000],
  ]

  it.each(places)(
    '%s frees everything: nothing more is sent, nothing is left waiting',
    async (_, answer, at) => {
      const { clock, call, sent, waits } = setUp(answer)
      const stop = new AbortController()
      const one = outcomeOf(call(callOf('a'), stop.signal))
      await clock.advance(at)
      stop.abort()
      await clock.settle()
      expect(one.error()).toMatchObject({ name: 'AbortError' })
      await clock.advance(600_000)
      expect(sent).toHaveLength(1)
      expect(waits.store.get()).toEqual([])
      expect(clock.sleepers()).toBe(0)
    },
  )

  it('in the limiter frees the place in the queue', async () => {
    const { clock, call, sent } = setUp(() => ({ afterMs: 1_000, answer: ok() }))
    const stop = new AbortController()
    for (let n = 0; n < 4; n += 1) outcomeOf(call(callOf(`c${n}`)))
    const queued = outcomeOf(call(callOf('queued'), stop.signal))
    await clock.settle()
    stop.abort()
    await clock.settle()
    expect(queued.error()).toMatchObject({ name: 'AbortError' })
    await clock.advance(10_000)
    expect(sent).toHaveLength(4)
    expect(
      await Promise.race([call(callOf('next')), clock.advance(2_000).then(() => 'late')]),
    ).toBe('v')
  })

  it('a slot given up in flight is free for the next', async () => {
    const { clock, call, sent } = setUp(() => 'hang')
    const stop = new AbortController()
    for (let n = 0; n < 4; n += 1) outcomeOf(call(callOf(`c${n}`), stop.signal))
    outcomeOf(call(callOf('next')))
    await clock.settle()
    expect(sent).toHaveLength(4)
    stop.abort()
    await clock.settle()
    expect(sent).toHaveLength(5)
  })

  it('before anything left, nothing is sent', async () => {
    const { call, sent } = setUp(() => ok())
    await expect(call(callOf('a'), AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(sent).toEqual([])
  })

  it('a write on its way is of unknown outcome; one that waits at the gate is not', async () => {
    const { clock, call } = setUp((n) => (n === 0 ? 'hang' : limited(60)))
    const stop = new AbortController()
    const onItsWay = outcomeOf(call(callOf('a', { readOnly: false }), stop.signal))
    await clock.settle()
    const waiting = outcomeOf(call(callOf('b', { readOnly: false }), stop.signal))
    await clock.advance(1_000)
    stop.abort()
    await clock.settle()
    expect(onItsWay.error()).toEqual(toy('given up'))
    expect(waiting.error()).toMatchObject({ name: 'AbortError' })
  })

  it('works although fetch takes no notice', async () => {
    const clock = createTestClock()
    const { call } = setUp(() => new Response(new ReadableStream({})))
    const stop = new AbortController()
    const one = outcomeOf(call(callOf('a'), stop.signal))
    await clock.settle()
    stop.abort()
    await clock.settle()
    expect(one.error()).toMatchObject({ name: 'AbortError' })
  })
})

describe('a page that nobody sees', () => {
  it('[CT-4] repeats no read before it is looked at, and then at once', async () => {
    const page = createTestPresence()
    const { clock, call, sent } = setUp((n) => (n === 0 ? 'network' : ok()), page)
    const one = outcomeOf(call(callOf('a')))
    await clock.settle()
    page.set({ hidden: true })
    await clock.advance(3_600_000)
    expect(sent).toHaveLength(1)
    page.set({ hidden: false })
    await clock.settle()
    expect(one.value()).toBe('v')
    expect(sent).toHaveLength(2)
  })

  it('[CT-4] what a person did goes on', async () => {
    const page = createTestPresence()
    const { clock, call, sent } = setUp((n) => (n === 0 ? limited(10) : ok()), page)
    const write = outcomeOf(call(callOf('a', { readOnly: false })))
    await clock.settle()
    page.set({ hidden: true })
    await clock.advance(60_000)
    expect(write.value()).toBe('v')
    expect(sent).toHaveLength(2)
  })
})

describe('[CT-6] a page that is put away', () => {
  it('gives up what is under way, and reads it once more when it is back', async () => {
    const page = createTestPresence()
    const { clock, call, sent } = setUp((n) => (n < 4 ? 'hang' : ok()), page)
    const calls = ['a', 'b', 'c', 'd'].map((name) => outcomeOf(call(callOf(name))))
    await clock.settle()
    page.set({ away: true })
    await clock.settle()
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true, true, true])
    expect(sent).toHaveLength(4)
    page.set({ away: false })
    await clock.settle()
    // Nobody took it for an illness: the breaker is closed.
    expect(calls.map(({ value }) => value())).toEqual(['v', 'v', 'v', 'v'])
    expect(sent).toHaveLength(8)
    expect(page.listeners()).toBe(0)
  })

  it('[R-049] leaves a write in doubt, and does not send it again', async () => {
    const page = createTestPresence()
    const { clock, call, sent } = setUp(() => 'hang', page)
    const write = outcomeOf(call(callOf('a', { readOnly: false })))
    await clock.settle()
    page.set({ away: true })
    await clock.settle()
    page.set({ away: false })
    await clock.advance(60_000)
    expect(write.state()).toBe('failed')
    expect(sent).toHaveLength(1)
  })

  it('sends nothing new, and is not dead if nobody says that it is back', async () => {
    let away = true
    const presence = { ...ALWAYS_HERE, away: () => away }
    const { clock, call, sent } = setUp(() => ok(), { presence })
    const one = outcomeOf(call(callOf('a')))
    await clock.advance(5_000)
    expect(sent).toHaveLength(0)
    away = false
    await clock.advance(1_000)
    expect(one.value()).toBe('v')
  })

  it('a caller that gives up meanwhile is not kept', async () => {
    const page = createTestPresence()
    const { clock, call, sent } = setUp(() => 'hang', page)
    const stop = new AbortController()
    const one = outcomeOf(call(callOf('a'), stop.signal))
    await clock.settle()
    page.set({ away: true })
    stop.abort()
    await clock.settle()
    expect(one.error()).toMatchObject({ name: 'AbortError' })
    expect(sent).toHaveLength(1)
  })
})

describe('what has to be done before a call can leave', () => {
  it('[CT-2] is done before its turn: a gate that closes meanwhile holds it', async () => {
    let done = () => {}
    let getting: Promise<void> | null = new Promise<void>((resolve) => {
      done = () => {
        getting = null
        resolve()
      }
    })
    const ready = () => getting
    const { clock, call, sent, store } = setUp(() => ok(), { ready })
    void call(callOf('a'))
    await clock.settle()
    store.write({ ...NEVER_CLOSED, until: clock.now() + 30_000, lastsMs: 30_000 })
    done()
    await clock.advance(29_999)
    expect(sent).toHaveLength(0)
    await clock.advance(1)
    expect(sent).toHaveLength(1)
  })

  it('[CT-2] what became due while a call waited is done before it leaves, and the gate asked again', async () => {
    let getting: Promise<void> | null = null
    let done = () => {}
    const { clock, call, sent, store } = setUp(() => ok(), { ready: () => getting })
    store.write({ ...NEVER_CLOSED, until: clock.now() + 1_000, lastsMs: 1_000 })
    void call(callOf('a'))
    await clock.settle()
    getting = new Promise<void>((resolve) => {
      done = () => {
        getting = null
        resolve()
      }
    })
    await clock.advance(1_000)
    expect(sent).toHaveLength(0)
    store.write({ ...NEVER_CLOSED, until: clock.now() + 30_000, lastsMs: 30_000 })
    done()
    await clock.advance(29_999)
    expect(sent).toHaveLength(0)
    await clock.advance(1)
    expect(sent).toHaveLength(1)
  })

  it('holds nobody who gives up', async () => {
    const stop = new AbortController()
    const { clock, call } = setUp(() => ok(), { ready: () => new Promise(() => {}) })
    const one = outcomeOf(call(callOf('a'), stop.signal))
    await clock.settle()
    stop.abort()
    await clock.settle()
    expect(one.error()).toMatchObject({ name: 'AbortError' })
  })
})
