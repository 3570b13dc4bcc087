import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { isPurchaseId } from '@/lib/ids'
import { newProofKey, readProofKey } from '@/server/proof'
import { signedSend } from '@/server/signed-send'
import { UPSTREAM_TIMEOUT_MS } from '@/server/tools'
import { createEnvoy } from '@/server/upstream'
import { HOLD_SECONDS, REQUESTS_PER_MINUTE, type ToolName } from '../envoy/contract'
import { CallFailure } from '../envoy/failure'
import { newIdempotencyKey } from '../envoy/keys'
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
} from '../envoy/test-replies'
import { createPace, pauseAfterFailure, UNHELD_PAUSE_MS } from '../envoy/watch-pace'
import { createRenewal } from '../session/renewal'
import { createBreaker } from './breaker'
import { createGate } from './gate'
import { createHeldSlots } from './held-slots'
import { createLimiter } from './limiter'
import { webLocks } from './locks'
import { parseRetryAfter } from './retry-after'
import { createRetryCap } from './retry-cap'
import { LATE_MS } from './starts'
import { createGateStore, createMemoryStorage } from './stored'
import { createTestClock } from './test-clock'
import { type Answer, outcomeOf } from './test-fetch'
import { lengthen, namedWaitMs, noReplyWaitMs, rateLimitWait } from './wait'

const text = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'docs/retries.md'), 'utf8')
const rows = [...text.matchAll(/^\|(.*)\|$/gm)].map(([, cells = '']) =>
  cells.split('|').map((cell) => cell.trim()),
)

const HOUR_MS = 3_600_000
const purchase = isPurchaseId(PURCHASE) ? PURCHASE : null

/** The largest whole number from 0 on for which it still holds. */
function last(holds: (number: number) => boolean, from = 0): number {
  let number = from
  while (holds(number)) number += 1
  return number - 1
}

type Way = 'read' | 'write'
type Options = { times?: number; onlineAgainAfterMs?: number; abort?: boolean }

/** What a call does when Envoy's first replies are `answer`, and everything after that is well. */
async function follow(way: Way, answer: (tool: ToolName) => Answer, options: Options = {}) {
  const { times = 1, onlineAgainAfterMs = 0, abort = false } = options
  const clock = createTestClock()
  const start = clock.now()
  const tool: ToolName = way === 'read' ? 'get_purchase_status' : 'start_purchase'
  const fine = (name: string) => respond(okBody(nameOf(name), { purchase: purchaseBody() }))
  const { envoy, tools } = createTestEnvoy((n, { url }) => (n < times ? answer(tool) : fine(url)), {
    clock,
    online: () => clock.now() - start >= onlineAgainAfterMs,
  })
  if (purchase === null) throw new Error('The purchase of the tests has no id.')
  const aborting = new AbortController()
  const { signal } = aborting
  const outcome = outcomeOf<unknown>(
    way === 'read'
      ? envoy.getPurchaseStatus({ purchase }, { signal })
      : envoy.startPurchase(
          {
            idempotencyKey: newIdempotencyKey(),
            merchantUrl: 'https://neem.example.test/x',
            amountMinor: 249_900,
          },
          { signal },
        ),
  )
  // The code to write with is fetched first.
  for (let turn = 0; tools().length === 0 && turn < 5_000; turn += 1) {
    await new Promise((done) => setTimeout(done, 1))
  }
  if (abort) aborting.abort()
  await clock.advance(HOUR_MS)
  return { state: outcome.state(), error: outcome.error(), tools: tools(), tool }
}

const nameOf = (url: string): ToolName =>
  url.endsWith('start_purchase') ? 'start_purchase' : 'get_purchase_status'

/** The same in the words of the page. */
function wordsOf({ state, error, tools, tool }: Awaited<ReturnType<typeof follow>>): string {
  const sent = tools.filter((name) => name === tool).length
  if (state === 'done') return sent === 1 ? 'done' : 'waits, then sent again'
  if (!(error instanceof CallFailure)) return 'dropped'
  if (sent > 1) return `sent again ${sent - 1} times at most`
  if (tools.length > 1) return 'the purchase is read; never sent again'
  if (error.changed === 'unknown') return 'outcome not known; never sent again'
  if (error.kind === 'signed_out') return 'fails, until a person signs in'
  return error.until === null ? 'fails' : 'fails, with a time'
}

const retry =
  (code: string, afterSeconds: number | null, retryable = true) =>
  (tool: ToolName) =>
    respond(
      failedBody(tool, code, {
        next: next('retry', { after_seconds: afterSeconds }),
        error: { retryable },
      }),
    )

type Case = { answer: (tool: ToolName) => Answer } & Options

const CASES: Readonly<Record<string, readonly Case[]>> = {
  '`ok`': [{ answer: (tool) => respond(okBody(tool, { purchase: purchaseBody() })) }],
  'RATE_LIMITED, and `next` says to retry, after at most 300 s': [
    { answer: (tool) => respond(limitedBody(tool, 300)) },
    { answer: (tool) => respond(limitedBody(tool, 1)), times: 3 },
  ],
  'RATE_LIMITED, and `next` says to retry later than that': [
    { answer: (tool) => respond(limitedBody(tool, 301)) },
  ],
  'RATE_LIMITED without a `next` that says so': [
    { answer: (tool) => respond(failedBody(tool, 'RATE_LIMITED')) },
    { answer: (tool) => respond(failedBody(tool, 'RATE_LIMITED', { next: null })) },
    { answer: retry('RATE_LIMITED', null) },
  ],
  'UNAVAILABLE, `retryable`, and `next` says to retry within 300 s': [
    { answer: retry('UNAVAILABLE', 300) },
    { answer: retry('UNAVAILABLE', 0) },
  ],
  'UNAVAILABLE, `retryable`, and `next` says to retry later than that': [
    { answer: retry('UNAVAILABLE', 301) },
  ],
  'UNAVAILABLE otherwise': [
    { answer: retry('UNAVAILABLE', 5, false) },
    { answer: retry('UNAVAILABLE', null) },
    { answer: (tool) => respond(failedBody(tool, 'UNAVAILABLE', { error: { retryable: true } })) },
  ],
  'a failure whose `next` names a call to read': [
    {
      answer: (tool) =>
        respond(
          failedBody(tool, 'STATE_CONFLICT', {
            next: callTool('get_purchase_status', { purchase: PURCHASE }),
          }),
        ),
    },
  ],
  UNAUTHENTICATED: [{ answer: (tool) => respond(failedBody(tool, 'UNAUTHENTICATED'), 401) }],
  'any other code, known or not': [
    'INVALID_INPUT',
    'NOT_ALLOWED',
    'SERVICE_NOT_ENABLED',
    'NOT_FOUND',
    'IDEMPOTENCY_CONFLICT',
    'ACTIVE_PURCHASE_EXISTS',
    'STATE_CONFLICT',
    'NO_RAIL',
    'CLIENT_UPDATE_REQUIRED',
    'MADE_UP_LATER',
  ].map((code) => ({ answer: (tool) => respond(failedBody(tool, code)) })),
  'no usable reply': [
    { answer: () => 'network', times: 9 },
    { answer: () => 'hang', times: 9 },
    { answer: () => respond('<h1>Bad gateway</h1>', 502), times: 9 },
    { answer: () => respond(''), times: 9 },
    { answer: () => respond(okBody('list_purchases')), times: 9 },
    { answer: (tool) => respond(okBody(tool)), times: 9 },
  ],
  'no network': [
    {
      answer: () => 'network',
      times: 1,
      onlineAgainAfterMs: 60_000,
    },
  ],
  'given up while it is under way': [{ answer: () => 'hang', abort: true }],
}

/** Cells that say more than the number of sendings tells. */
const SAID: Readonly<Record<string, string>> = {
  'goes on with that call': 'waits, then sent again',
  'waits for it, then one try': 'waits, then sent again',
}

describe('what follows a reply', () => {
  const table = rows.filter(([first = '']) => first in CASES)

  it('[SR-16] the page has a row for each, and no other but the one for refusals in a row', () => {
    const inTable = text.split('## ').find((part) => part.startsWith('What follows a reply')) ?? ''
    const listed = [...inTable.matchAll(/^\| (.*?) +\|/gm)].map(([, first]) => first ?? '')
    const others = listed.filter((first) => !(first in CASES) && !/^what came|^-+$/.test(first))
    expect(table).toHaveLength(Object.keys(CASES).length)
    expect(others).toEqual([expect.stringMatching(/^RATE_LIMITED for the \dth time in a row$/)])
  })

  it.each(Object.entries(CASES))(
    '[SR-16] %s: the client does what the page says',
    async (first, cases) => {
      const [, read = '', write = ''] = table.find(([cell]) => cell === first) ?? []
      for (const { answer, ...options } of cases) {
        for (const [way, said] of [
          ['read', read],
          ['write', write],
        ] as const) {
          const happened = wordsOf(await follow(way, answer, options))
          expect([way, happened]).toEqual([way, SAID[said] ?? said])
        }
      }
    },
  )

  it('[SR-16] a refusal too many in a row ends automatic work', async () => {
    const [row = []] = rows.filter(([first = '']) => /^RATE_LIMITED for the/.test(first))
    const most = last((inARow) => rateLimitWait(1, inARow, 0).automatic) + 2
    expect(row[0]).toBe(`RATE_LIMITED for the ${most}th time in a row`)
    for (const [way, said] of [
      ['read', row[1]],
      ['write', row[2]],
    ] as const) {
      const { error, tools } = await follow(way, (tool) => respond(limitedBody(tool, 1)), {
        times: 9,
      })
      expect(tools).toHaveLength(most)
      expect(said).toBe('fails, with a time')
      expect(error).toMatchObject({ kind: 'rate_limited', until: expect.any(Number) })
    }
  })
})

describe('the numbers', () => {
  const facts: string[] = []

  beforeAll(async () => {
    facts.push(
      ...waits(),
      ...admission(),
      ...(await sharing()),
      ...(await patience()),
      ...watching(),
      ...(await server()),
    )
  })

  it('[SR-16] every number on the page is the one of the code', () => {
    const plain = text.replace(/\s+/g, ' ')
    expect(facts.filter((fact) => !plain.includes(fact))).toEqual([])
    const covered = facts.flatMap((fact) => {
      const at = plain.indexOf(fact)
      return Array.from({ length: fact.length }, (_, index) => at + index)
    })
    const known = new Set([
      ...covered,
      ...[...plain.matchAll(/ \d\. /g)].map(({ index }) => index + 1),
    ])
    const unknown = [...plain.matchAll(/\d/g)].filter(({ index }) => !known.has(index))
    expect(unknown.map(({ index }) => plain.slice(index - 20, index + 20))).toEqual([])
  })
})

const s = (ms: number) => `${ms / 1000} s`

function waits(): string[] {
  const longest = last((seconds) => namedWaitMs(seconds, 0) !== null)
  const inARow = last((n) => rateLimitWait(1, n, 0).automatic) + 2
  const header = last((seconds) => parseRetryAfter(String(seconds), 0) !== null)
  const doubled = rateLimitWait(1, 30, 0).waitMs
  const [first, second] = [0, 1].map((earlier) =>
    [0, 1].map((random) => noReplyWaitMs(earlier, random) / 1000).join(' to '),
  )
  expect(last((seconds) => rateLimitWait(seconds, 0, 0).automatic)).toBe(longest)
  return [
    `after at most ${longest} s`,
    `retry within ${longest} s`,
    `RATE_LIMITED for the ${inARow}th time`,
    `at least ${s(rateLimitWait(0, 0, 0).waitMs)}; ${s(rateLimitWait(null, 0, 0).waitMs)} where neither`,
    `up to ${s(doubled)}; a longer one stays, up to ${s(rateLimitWait(1e9, 0, 0).waitMs)}`,
    `what \`next\` says, at least ${s(namedWaitMs(0, 0) ?? 0)}`,
    `at first ${first} s, then ${second} s`,
    `up to ${(lengthen(1_000, 1) - 1_000) / 10} %`,
    `more than ${header} s`,
  ]
}

function admission(): string[] {
  const clock = createTestClock()
  const { allowed } = createLimiter(clock, { requestsPerMinute: REQUESTS_PER_MINUTE }).usage()
  expect(allowed).toBe((REQUESTS_PER_MINUTE * 5) / 6)
  const storage = createMemoryStorage(new Map([['passbook.gate.tag', `${clock.now() + HOUR_MS}`]]))
  const gate = createGate(clock, createGateStore(storage, 'tag'))
  const cap = createRetryCap(clock)
  const most = cap.left()
  for (let used = 0; used < most; used += 1) cap.use()
  const minutes = last((minute) => {
    const isOver = cap.left() > 0
    if (!isOver) clock.jump(60_000)
    return !isOver || minute === 0
  }, 1)
  return [
    `allows ${REQUESTS_PER_MINUTE} calls a minute, all tabs together start ${allowed} in any`,
    `believed for ${s((gate.closedUntil() ?? 0) - clock.now())} at most`,
    `In ${minutes} minutes a tab sends ${most} calls again`,
  ]
}

async function sharing(): Promise<string[]> {
  const clock = createTestClock()
  const breaker = createBreaker(clock)
  const openUntil = async () => {
    let until: number | null = null
    const aborting = new AbortController()
    const entered = breaker.enter(aborting.signal, (deadline) => {
      until = deadline
    })
    aborting.abort()
    await entered.catch(() => null)
    return until
  }
  let failures = 0
  let rest: number | null = null
  for (; rest === null; failures += 1) {
    const pass = await breaker.enter(undefined, () => undefined)
    pass.report('bad')
    rest = await openUntil()
  }
  const restMs = rest - clock.now()

  const limiter = createLimiter(clock, { requestsPerMinute: REQUESTS_PER_MINUTE })
  const width = async (lane: 'plain' | 'held') => {
    const asked = Array.from({ length: 9 }, () => outcomeOf(limiter.acquire(lane)))
    await clock.settle()
    return asked.filter(({ state }) => state() === 'done').length
  }
  const widths = [await width('plain'), await width('held')]

  const window = createLimiter(clock, { requestsPerMinute: 1 })
  const first = await window.acquire('plain')
  first.release()
  const second = outcomeOf(window.acquire('plain'))
  const begun = clock.now()
  while (second.state() === 'pending') await clock.advance(1_000)
  const windowMs = clock.now() - begun

  const together = { storage: createMemoryStorage(), locks: webLocks(undefined), accountTag: 'tag' }
  const lonely = createLimiter(clock, { requestsPerMinute: REQUESTS_PER_MINUTE, together })
  ;(await lonely.acquire('plain')).release()
  const { allowed: alone } = lonely.usage()

  const slots = createHeldSlots(clock, { storage: createMemoryStorage(), accountTag: 'tag' })
  let held = 0
  while ((await slots.take()) !== null) held += 1
  const taken = clock.now()
  while ((await slots.take()) === null) clock.jump(1_000)
  return [
    `After ${failures} attempts in a row`,
    `sends for ${s(restMs)}.`,
    `the breaker's rest | ${s(restMs)} `,
    `in any ${s(windowMs - LATE_MS)}`,
    `leave up to ${s(LATE_MS)} late`,
    `a sixth of it, ${alone} calls`,
    `${widths[0]} calls are under way at a time, and ${widths[1]} held read`,
    `hold ${held} reads open`,
    `free again after ${s(clock.now() - taken)}`,
  ]
}

async function patience(): Promise<string[]> {
  if (purchase === null) return []
  const id = purchase
  const until = async (held: boolean) => {
    const { clock, envoy } = createTestEnvoy(() => 'hang')
    const named = {
      tool: 'get_purchase_status',
      args: { purchase: id },
      afterSeconds: null,
    } as const
    const asked = outcomeOf(
      held ? envoy.followStatus(named) : envoy.getPurchaseStatus({ purchase: id }),
    )
    const begun = clock.now()
    await clock.settle()
    while (asked.state() === 'pending' && envoy.requests.entries.get()[0]?.endedAt === null) {
      await clock.advance(1_000)
    }
    return clock.now() - begun
  }
  const lost = await follow('read', () => 'network', { times: 9 })
  const chain = await follow(
    'read',
    (tool) =>
      respond(
        failedBody(tool, 'STATE_CONFLICT', {
          next: callTool('get_purchase_status', { purchase: PURCHASE }),
        }),
      ),
    { times: 9 },
  )
  const looks: number[] = []
  const clock = createTestClock()
  const { envoy } = createTestEnvoy(() => 'network', {
    clock,
    online: () => {
      looks.push(clock.now())
      return false
    },
  })
  void envoy.getPurchaseStatus({ purchase: id }).catch(() => null)
  await clock.advance(10_000)
  return [
    `waited for ${s(await until(false))}, a held one ${s(await until(true))}`,
    `sent again ${lost.tools.length - 1} times at most`,
    `makes ${chain.tools.length} calls at most`,
    `looked at every ${s((looks.at(-1) ?? 0) - (looks.at(-2) ?? 0))}`,
  ]
}

function watching(): string[] {
  const clock = createTestClock()
  const after = (
    took: number,
    reply: { moved: boolean; calm: boolean },
    pace = createPace(clock),
  ) => {
    const startedAt = clock.now()
    clock.jump(took)
    return pace.afterReply({ ...reply, startedAt })
  }
  const still = { moved: false, calm: false }
  const held = last((seconds) => after(seconds * 1_000, still) !== 0) + 1
  const quick = createPace(clock)
  const quickPauses = Array.from({ length: 9 }, () => after(0, still, quick) ?? 0)
  expect((quickPauses[1] ?? 0) / (quickPauses[0] ?? 1)).toBe(2)
  const calm = createPace(clock)
  const calmPauses = Array.from({ length: 99 }, () => after(0, { moved: false, calm: true }, calm))
  const calmOnes = calmPauses.filter((pause) => pause !== null)
  const failure = new CallFailure('no_reply')
  const failed = last((earlier) => pauseAfterFailure(failure, earlier, clock) !== null)
  const pauses = Array.from({ length: failed + 1 }, (_, earlier) =>
    pauseAfterFailure(failure, earlier, clock),
  )
  expect((pauses[1] ?? 0) / (pauses[0] ?? 1)).toBe(2)
  const longest = last((seconds) => {
    const told = new CallFailure('unavailable', { until: clock.now() + seconds * 1_000 })
    return pauseAfterFailure(told, 0, clock) !== null
  })
  return [
    `open for up to ${HOLD_SECONDS} s`,
    `read plainly, every ${s(UNHELD_PAUSE_MS)}`,
    `A reply within ${held} s was not held`,
    `waits ${s(quickPauses[0] ?? 0)}, and each time twice as long, up to ${s(quickPauses.at(-1) ?? 0)}`,
    `is read every ${s(after(0, { moved: true, calm: false }) ?? 0)} at most`,
    `after ${s(calmOnes[0] ?? 0)}, each time ${(calmOnes[1] ?? 0) / (calmOnes[0] ?? 1)} times as long, up to ${s(calmOnes.at(-1) ?? 0)}, ${calmOnes.length} times`,
    `${s(pauses[0] ?? 0)}, each time twice as long, lengthened`,
    `After ${failed + 2} in a row`,
    `where a wait is over ${longest} s`,
  ]
}

async function server(): Promise<string[]> {
  const now = Date.parse('2026-11-30T06:00:00.500Z')
  const proofKey = readProofKey(newProofKey())
  const sendings = async (offSeconds: number) => {
    const envoy = createEnvoy(new URL('https://envoy.example.test/'), () => now)
    let sent = 0
    const send = async () => {
      sent += 1
      const date = new Date(now + offSeconds * 1_000).toUTCString()
      // All of a reply that the sending of a proof looks at.
      return {
        statusCode: 401,
        headers: { date },
        on: () => null,
        destroy: () => null,
      } as unknown as IncomingMessage
    }
    const bearer = { token: 'x', account: { tag: 'tag', name: 'You' }, proofKey }
    await signedSend(
      { ...envoy, send },
      'tools/x',
      new Uint8Array(),
      bearer,
      new AbortController().signal,
    )
    return sent
  }
  let off = 1
  while ((await sendings(off)) === 1) off += 1
  expect(await sendings(off)).toBe(2)
  return [
    `waits ${s(UPSTREAM_TIMEOUT_MS)} for Envoy`,
    `off by more than ${off - 1} s`,
    `a session ${await renewedBefore()} s before its end`,
  ]
}

/** Seconds before the end of a session that lives for five minutes. */
async function renewedBefore(): Promise<number> {
  const life = 300
  let seconds = 0
  for (let left = 1; seconds === 0; left += 1) {
    let now = 0
    let renewals = 0
    const renewal = createRenewal({
      fetch: async () => new Response('{}'),
      renewOnce: async () => {
        renewals += 1
        return { kind: 'fresh', freshForS: life }
      },
      afterRefusal: async (response) => response,
      now: () => now,
      closed: new AbortController().signal,
      freshForS: life,
    })
    now = (life - left) * 1_000
    await renewal.fetch('/api/tools/list_purchases')
    if (renewals === 0) seconds = left - 1
  }
  return seconds
}
