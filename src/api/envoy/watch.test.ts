import { describe, expect, it } from 'vitest'
import type { PurchaseId } from '@/lib/ids'
import type { HeldSlots } from '../core/held-slots'
import { createTestClock } from '../core/test-clock'
import type { Answer, SentRequest } from '../core/test-fetch'
import {
  callTool,
  createTestEnvoy,
  failedBody,
  limitedBody,
  next,
  okBody,
  PURCHASE,
  purchaseBody,
  respond,
} from './test-replies'
import { type Sighting, watchPurchase } from './watch'

const purchase = PURCHASE as PurchaseId // its shape is a purchase id's

/** A status reply as the local Envoy gives it: not final → a held read is named. */
function at(revision: unknown, state = 'processing', over: object = {}): Response {
  return respond(
    okBody('get_purchase_status', {
      purchase: purchaseBody({ revision, state }),
      next: callTool('get_purchase_status', {
        purchase: PURCHASE,
        after_revision: revision,
        odd: [null],
      }),
      ...over,
    }),
  )
}
const held = (ms: number, answer: Response | 'network'): Answer => ({ afterMs: ms, answer })

async function watch(
  answer: (n: number, request: SentRequest) => Answer,
  ms: number,
  over: { heldSlots?: HeldSlots } = {},
) {
  const clock = createTestClock()
  const { envoy, sent } = createTestEnvoy(answer, { clock, ...over })
  const stop = new AbortController()
  const seen: Sighting[] = []
  let ended = false
  const start = clock.now()
  const run = (async () => {
    for await (const sighting of watchPurchase(envoy, purchase, { signal: stop.signal, clock }))
      seen.push(sighting)
    ended = true
  })()
  await clock.advance(ms)
  const told = seen.map((one) =>
    one.kind === 'checked'
      ? `${one.status.purchase.revision} ${one.status.purchase.state}`
      : one.kind === 'failed'
        ? one.failure.kind
        : 'checking',
  )
  return {
    clock,
    sent,
    stop,
    seen,
    told,
    run,
    ended: () => ended,
    times: () => sent.map((one) => one.at - start),
  }
}

describe('watching a purchase', () => {
  it('[R-027, R-057, R-086, R-110] one plain read, then held reads by next.args unchanged, to a final state', async () => {
    const { told, sent, ended } = await watch(
      (n) =>
        n === 0
          ? at(1)
          : n === 1
            ? held(10_000, at(2, 'verifying'))
            : held(20_000, at(3, 'completed')),
      60_000,
    )
    expect(told).toEqual(['checking', '1 processing', '2 verifying', '3 completed'])
    expect(ended()).toBe(true)
    expect(sent.map(({ body }) => body)).toEqual([
      JSON.stringify({ purchase: PURCHASE }),
      JSON.stringify({ purchase: PURCHASE, after_revision: 1, odd: [null] }),
      JSON.stringify({ purchase: PURCHASE, after_revision: 2, odd: [null] }),
    ])
  })

  it('[product] while other tabs hold all that may be held, reads plainly and rarely', async () => {
    const heldSlots = { take: async () => null }
    const { sent, told, times } = await watch((n) => at(n < 3 ? 1 : 2), 90_000, { heldSlots })
    expect(sent.map(({ body }) => body)).toEqual(sent.map(() => `{"purchase":"${PURCHASE}"}`))
    expect(told.at(-1)).toBe('2 processing')
    expect(times()).toEqual([0, 21_000, 42_000, 64_000, 85_000])
  })

  it('[product] gives its slot back with every held reply, and when nobody watches any more', async () => {
    let taken = 0
    const heldSlots = {
      take: async () => {
        taken += 1
        return () => {
          taken -= 1
        }
      },
    }
    const { clock, stop } = await watch(
      (n) => (n === 0 ? at(1) : held(20_000, at(n + 1))),
      30_000,
      { heldSlots },
    )
    expect(taken).toBe(1)
    stop.abort()
    await clock.settle()
    expect(taken).toBe(0)
  })

  it.each(['completed', 'failed', 'cancelled', 'superseded'])(
    'ends at once at %s, even with a next',
    async (state) => {
      const { told, sent, ended } = await watch(() => at(1, state), 600_000)
      expect(told).toEqual(['checking', `1 ${state}`])
      expect(sent).toHaveLength(1)
      expect(ended()).toBe(true)
    },
  )

  it('goes on at a state it does not know', async () => {
    const { told } = await watch(
      (n) => (n === 0 ? at(1, 'levitating') : held(6_000, at(2, 'completed'))),
      60_000,
    )
    expect(told).toEqual(['checking', '1 not_recognised', '2 completed'])
  })

  it('a hold that ends unchanged is asked again at once, and is a new check', async () => {
    const { told, times } = await watch((n) => (n === 0 ? at(1) : held(25_000, at(1))), 80_000)
    expect(told).toEqual([
      'checking',
      '1 processing',
      '1 processing',
      '1 processing',
      '1 processing',
    ])
    expect(times()).toEqual([0, 1_000, 26_000, 51_000, 76_000])
  })
})

describe('[C23] revisions', () => {
  it('an older whole number is never shown', async () => {
    const { told } = await watch(
      (n) => (n === 0 ? at(5) : n === 1 ? at(4, 'needs_answer') : held(6_000, at(6, 'completed'))),
      60_000,
    )
    expect(told).toEqual(['checking', '5 processing', '6 completed'])
  })

  it('an older final state does not end the watch', async () => {
    const { told, ended } = await watch(
      (n) => (n === 0 ? at(5) : n === 1 ? at(4, 'failed') : held(60_000, 'network')),
      20_000,
    )
    expect(told).toEqual(['checking', '5 processing'])
    expect(ended()).toBe(false)
  })

  it('anything else goes by the order of arrival', async () => {
    const { told } = await watch(
      (n) =>
        n === 0 ? at('b') : n === 1 ? at('a') : n === 2 ? at(2.5) : held(6_000, at(1, 'completed')),
      60_000,
    )
    expect(told).toEqual([
      'checking',
      'b processing',
      'a processing',
      '2.5 processing',
      '1 completed',
    ])
  })
})

describe('never in circles', () => {
  it('holds that come back at once are paced', async () => {
    const { times } = await watch(() => at(1), 600_000)
    expect(times().length).toBeLessThan(30)
    expect(times().slice(0, 6)).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000])
  })

  it('a purchase that moves with every reply is read once a second at most', async () => {
    const { sent } = await watch((n) => at(n), 60_000)
    expect(sent.length).toBeLessThanOrEqual(61)
  })

  it('holds that get lost at once are paced', async () => {
    const { sent } = await watch(
      (_, { body }) => (body.includes('after_revision') ? 'network' : at(1)),
      600_000,
    )
    expect(sent.length).toBeLessThan(60)
  })

  it('[R-092] a next that is missing: plain reads, rarer and rarer, and not for ever', async () => {
    const { times, ended, sent } = await watch(
      () => at(1, 'processing', { next: null }),
      2 * 3_600_000,
    )
    expect(times().slice(0, 4)).toEqual([0, 20_000, 50_000, 95_000])
    expect(ended()).toBe(true)
    expect(sent.length).toBeLessThanOrEqual(31)
    expect(sent.every(({ body }) => body === JSON.stringify({ purchase: PURCHASE }))).toBe(true)
  })

  it('[R-091] a next that is a write, or another tool, is not followed', async () => {
    for (const tool of ['submit_answer', 'start_purchase', 'list_purchases']) {
      const { sent } = await watch(
        () => at(1, 'needs_answer', { next: callTool(tool, { purchase: PURCHASE }) }),
        25_000,
      )
      expect(sent.every(({ url }) => url.endsWith('/get_purchase_status'))).toBe(true)
      expect(sent).toHaveLength(2)
    }
  })

  it.each(['stop', 'reconnect', 'dance'])('[R-083] a next that says %s ends it', async (action) => {
    const { told, ended, sent } = await watch(
      () => at(1, 'processing', { next: next(action) }),
      600_000,
    )
    expect(told).toEqual(['checking', '1 processing'])
    expect(ended()).toBe(true)
    expect(sent).toHaveLength(1)
  })

  it('[R-134] waits as long as next says; [C35] not if that is too long', async () => {
    const args = { purchase: PURCHASE, after_revision: 1 }
    const short = await watch(
      (n) =>
        n === 0
          ? at(1, 'processing', { next: callTool('get_purchase_status', args, 40) })
          : at(2, 'completed'),
      60_000,
    )
    expect(short.times()).toEqual([0, 40_000])
    const long = await watch(
      () => at(1, 'processing', { next: callTool('get_purchase_status', args, 301) }),
      600_000,
    )
    expect(long.sent).toHaveLength(1)
    expect(long.ended()).toBe(true)
  })
})

describe('[C21] an unanswered hold', () => {
  it('is a plain read again, not an error', async () => {
    const { told, times, sent } = await watch(
      (n) => (n === 1 ? 'hang' : n === 0 ? at(1) : at(2, 'completed')),
      120_000,
    )
    expect(told).toEqual(['checking', '1 processing', '2 completed'])
    expect(times()).toEqual([0, 1_000, 61_000])
    expect(sent[2]?.body).toBe(JSON.stringify({ purchase: PURCHASE }))
  })
})

describe('failures are told as they are', () => {
  it.each([
    ['NOT_FOUND', 'not_found'],
    ['NOT_ALLOWED', 'not_allowed'],
    ['SERVICE_NOT_ENABLED', 'not_enabled'],
    ['UNAUTHENTICATED', 'signed_out'],
    ['CLIENT_UPDATE_REQUIRED', 'update_needed'],
    ['UNAVAILABLE', 'unavailable'],
    ['SOMETHING_NEW', 'not_recognised'],
  ])('%s: one call, then the end', async (code, kind) => {
    const { told, sent, ended } = await watch(
      () => respond(failedBody('get_purchase_status', code), 400),
      600_000,
    )
    expect(told).toEqual(['checking', kind])
    expect(sent).toHaveLength(1)
    expect(ended()).toBe(true)
  })

  it('a failure during a hold is told too, and does not take back what was seen', async () => {
    const { told, ended } = await watch(
      (n) => (n === 0 ? at(1) : respond(failedBody('get_purchase_status', 'NOT_FOUND'), 404)),
      60_000,
    )
    expect(told).toEqual(['checking', '1 processing', 'not_found'])
    expect(ended()).toBe(true)
  })

  it('lost replies: told after the retries, tried again later, a bounded number of times', async () => {
    const { told, ended, sent } = await watch(() => 'network', 3_600_000)
    expect(told.filter((one) => one === 'no_reply')).toHaveLength(5)
    expect(ended()).toBe(true)
    expect(sent.length).toBeLessThanOrEqual(15)
  })

  it('goes on when the reply comes again', async () => {
    const { told } = await watch((n) => (n < 3 ? 'network' : at(2, 'completed')), 300_000)
    expect(told).toEqual(['checking', 'no_reply', 'checking', '2 completed'])
  })

  it('[R-105] four 429s in a row end automatic work; the failure says until when', async () => {
    const { seen, ended, sent } = await watch(
      () => respond(limitedBody('get_purchase_status', 10), 429),
      3_600_000,
    )
    expect(seen.at(-1)).toMatchObject({
      kind: 'failed',
      failure: { kind: 'rate_limited', until: expect.any(Number) },
    })
    expect(sent).toHaveLength(4)
    expect(ended()).toBe(true)
  })
})

describe('giving up', () => {
  it('ends quietly, wherever it is', async () => {
    const scripts: ((n: number) => Answer)[] = [
      () => 'hang',
      (n) => (n === 0 ? at(1) : 'hang'),
      () => at(1, 'processing', { next: null }),
      () => respond(limitedBody('get_purchase_status'), 429),
      () => 'network',
    ]
    for (const script of scripts) {
      const { clock, stop, run, sent, ended } = await watch(script, 12_000)
      const before = sent.length
      stop.abort()
      await clock.settle()
      await run
      expect(ended()).toBe(true)
      await clock.advance(600_000)
      expect(sent).toHaveLength(before)
      expect(clock.sleepers()).toBe(0)
    }
  })
})
