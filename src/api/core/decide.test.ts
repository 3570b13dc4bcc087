import { describe, expect, it } from 'vitest'
import { type Circumstances, decide, health } from './decide'
import type { Verdict } from './verdict'

type V = Verdict<string, string>

const READ: Circumstances = {
  readOnly: true,
  held: false,
  offline: false,
  noReplies: 0,
  lastTry: false,
  rateLimitedInARow: 0,
  retriesLeft: 10,
  random: 0,
}
const WRITE: Circumstances = { ...READ, readOnly: false }
const HELD: Circumstances = { ...READ, held: true }

const limited = (baseSeconds: number | null, automatic = true): V => ({
  kind: 'rate_limited',
  baseSeconds,
  automatic,
  failure: 'f',
})
const namedWait = (seconds: number): V => ({ kind: 'retry_after', seconds, failure: 'f' })
const lost = (cause: 'network' | 'timeout' | 'unreadable' | 'server' = 'network'): V => ({
  kind: 'no_reply',
  cause,
  failure: 'f',
})
const fails = { do: 'fail', failure: 'f', untilMs: null }

describe('what happens next, the policy as a table', () => {
  const rows: [string, V, Circumstances, object][] = [
    ['ok, read', { kind: 'done', value: 'v' }, READ, { do: 'return', value: 'v' }],
    ['ok, write', { kind: 'done', value: 'v' }, WRITE, { do: 'return', value: 'v' }],
    ['stop, read', { kind: 'stop', failure: 'f' }, READ, fails],
    ['stop, write', { kind: 'stop', failure: 'f' }, WRITE, fails],

    ['429, read', limited(60), READ, { do: 'close_gate', waitMs: 60_000, again: true }],
    [
      '429, write: same call',
      limited(60),
      WRITE,
      { do: 'close_gate', waitMs: 60_000, again: true },
    ],
    ['429, held read', limited(60), HELD, { do: 'close_gate', waitMs: 60_000, again: true }],
    [
      'second 429',
      limited(60),
      { ...READ, rateLimitedInARow: 1 },
      { do: 'close_gate', waitMs: 120_000, again: true, automatic: true },
    ],
    [
      'fourth 429: automatic work ends',
      limited(60),
      { ...READ, rateLimitedInARow: 3 },
      { do: 'close_gate', waitMs: 240_000, again: false, automatic: false },
    ],
    [
      '429, base over 300 s',
      limited(301),
      READ,
      { do: 'close_gate', waitMs: 301_000, again: false },
    ],
    [
      '429, no usable wait',
      limited(null),
      READ,
      { do: 'close_gate', waitMs: 60_000, again: false },
    ],
    ['429, not told to retry', limited(60, false), READ, { do: 'close_gate', again: false }],
    [
      '429, no repetitions left: the others still go on',
      limited(60),
      { ...READ, retriesLeft: 0 },
      { do: 'close_gate', again: false, automatic: true },
    ],

    ['named wait, read', namedWait(2), READ, { do: 'wait', reason: 'unavailable', waitMs: 2000 }],
    ['named wait, write', namedWait(2), WRITE, { do: 'wait', reason: 'unavailable', waitMs: 2000 }],
    ['named wait of 0', namedWait(0), READ, { do: 'wait', reason: 'unavailable', waitMs: 1000 }],
    ['named wait over 300 s', namedWait(301), READ, { ...fails, untilMs: 301_000 }],
    ['named wait, absurd', namedWait(1e9), READ, { ...fails, untilMs: 3_600_000 }],
    [
      'named wait, none left',
      namedWait(2),
      { ...READ, retriesLeft: 0 },
      { ...fails, untilMs: 2000 },
    ],

    ['lost, read', lost(), READ, { do: 'wait', reason: 'no_reply', waitMs: 1000 }],
    ['lost twice, read', lost(), { ...READ, noReplies: 1 }, { do: 'wait', waitMs: 3000 }],
    ['lost three times, read', lost(), { ...READ, noReplies: 2 }, fails],
    ['lost, none left', lost(), { ...READ, retriesLeft: 0 }, fails],
    ['lost, write', lost(), WRITE, fails],
    ['lost, held read', lost('timeout'), HELD, fails],
    ['offline, read', lost(), { ...READ, offline: true }, { do: 'wait_online' }],
    ['offline, write: it may have left', lost(), { ...WRITE, offline: true }, fails],
    [
      'offline again after coming back',
      lost(),
      { ...READ, offline: true, lastTry: true },
      { do: 'fail_offline' },
    ],
    ['lost after coming back', lost(), { ...READ, lastTry: true }, fails],
  ]

  it.each(rows)('%s', (_, verdict, now, step) => {
    expect(decide(verdict, now)).toMatchObject(step)
  })

  it.each(['network', 'timeout', 'unreadable', 'server'] as const)(
    '[R-049] a write is never repeated after a lost reply (%s)',
    (cause) => {
      for (const noReplies of [0, 1, 2])
        for (const offline of [true, false])
          for (const lastTry of [true, false])
            expect(decide(lost(cause), { ...WRITE, noReplies, offline, lastTry })).toEqual(fails)
    },
  )
})

describe("what an attempt says about the service's health", () => {
  const here = { held: false, offline: false }
  it.each<[V, { held: boolean; offline: boolean }, string]>([
    [{ kind: 'done', value: 'v' }, here, 'good'],
    [limited(60), here, 'good'],
    [{ kind: 'stop', failure: 'f' }, here, 'good'],
    [{ kind: 'stop', failure: 'f', outage: true }, here, 'bad'],
    [namedWait(2), here, 'bad'],
    [lost(), here, 'bad'],
    [lost('timeout'), here, 'bad'],
    [lost('timeout'), { held: true, offline: false }, 'unknown'],
    [lost('network'), { held: true, offline: false }, 'bad'],
    [lost(), { held: false, offline: true }, 'unknown'],
  ])('%j %j → %s', (verdict, now, expected) => {
    expect(health(verdict, now)).toBe(expected)
  })
})
