import { describe, expect, it, vi } from 'vitest'
import type { PurchaseId } from '@/lib/ids'
import { createMemoryJournal, type WriteJournal } from '../core/journal'
import { createMemoryStorage, createStoredJournal } from '../core/stored'
import { createTestClock } from '../core/test-clock'
import { type Answer, createScriptedFetch, outcomeOf, type SentRequest } from '../core/test-fetch'
import { createTestLocks } from '../core/test-locks'
import { createConnection } from './connection'
import { newIdempotencyKey } from './keys'
import type { Session } from './session'
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

const purchase = PURCHASE as PurchaseId // its shape is a purchase id's
const question = { id: 'q1', kind: 'text', prompt: 'Which size?' }
const answer = { purchase, questionId: 'q1', answer: 'M' }
const answered = () => respond(okBody('submit_answer', { purchase: purchaseBody({ revision: 2 }) }))
const started = (over: object = {}) =>
  respond(okBody('start_purchase', { purchase: purchaseBody(), ...over }))
const status = (over: object = {}) =>
  respond(okBody('get_purchase_status', { purchase: purchaseBody({ ...over }) }))
const start = () => ({
  idempotencyKey: newIdempotencyKey(),
  merchantUrl: 'https://neem.example.test/x',
  amountMinor: 249_900,
})
const keyOf = (sent: SentRequest | undefined): string =>
  JSON.parse(sent?.body ?? '{}').idempotency_key

function setUp(
  reply: (n: number, request: SentRequest) => Answer,
  journal: WriteJournal = createMemoryJournal(),
) {
  return { journal, ...createTestEnvoy(reply, { journal }) }
}

describe('a write that succeeds', () => {
  it('[R-020] is kept before the first byte, and no longer when it is done', async () => {
    let keptAtSending = 0
    const { envoy, journal, sent, clock } = setUp(() => {
      keptAtSending = journal.unresolved().length
      return answered()
    })
    const result = await envoy.submitAnswer(answer)
    expect(result).toMatchObject({ replayed: false, purchase: { revision: 2 } })
    expect(keptAtSending).toBe(1)
    expect(journal.unresolved()).toEqual([])
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      purchase: PURCHASE,
      question_id: 'q1',
      answer: 'M',
      idempotency_key: expect.stringMatching(/^pbk_/),
    })
    expect(clock.sleepers()).toBe(0)
  })

  it('[B10] keeps tool, key, purchase, question and time, and nothing that was said', async () => {
    let kept: unknown
    const { clock, envoy, journal, sent } = setUp(() => {
      kept = journal.unresolved()
      return answered()
    })
    const at = clock.now()
    await envoy.submitAnswer(answer)
    expect(kept).toEqual([
      {
        tool: 'submit_answer',
        key: keyOf(sent[0]),
        purchaseId: PURCHASE,
        questionId: 'q1',
        createdAt: at,
      },
    ])
  })

  it('[R-036] a replay is a success', async () => {
    const { envoy } = setUp(() => started({ replayed: true }))
    expect(await envoy.startPurchase(start())).toMatchObject({
      replayed: true,
      purchase: { purchaseId: PURCHASE },
    })
  })

  it('what cannot be kept is not sent', async () => {
    const broken: WriteJournal = {
      ...createMemoryJournal(),
      record() {
        throw new Error('full')
      },
    }
    const { envoy, sent } = setUp(() => answered(), broken)
    await expect(envoy.submitAnswer(answer)).rejects.toMatchObject({
      kind: 'refused',
      changed: 'nothing',
    })
    expect(sent).toEqual([])
  })

  it('[R-016] what is too long for us leaves no trace, and changes nothing of what is in doubt', async () => {
    const { envoy, journal, sent } = setUp(() => 'network')
    const long = { ...answer, answer: '₹'.repeat(22_000) }
    const tooLong = { kind: 'invalid_input', changed: 'nothing' }
    await expect(envoy.submitAnswer(long)).rejects.toMatchObject(tooLong)
    expect(journal.unresolved()).toEqual([])
    await envoy.submitAnswer(answer).catch(() => {})
    const kept = journal.unresolved()
    await expect(envoy.submitAnswer(long)).rejects.toMatchObject(tooLong)
    expect(journal.unresolved()).toEqual(kept)
    expect(sent).toHaveLength(1)
  })
})

describe('[R-047] one thing wanted is one write', () => {
  it('a double click is one request', async () => {
    const { clock, envoy, sent } = setUp(() => ({ afterMs: 100, answer: answered() }))
    const both = [outcomeOf(envoy.submitAnswer(answer)), outcomeOf(envoy.submitAnswer(answer))]
    await clock.advance(100)
    expect(both.map((one) => one.state())).toEqual(['done', 'done'])
    expect(sent).toHaveLength(1)
  })

  it('two tabs and a reload use one key until the outcome is known, then a new one', async () => {
    const clock = createTestClock()
    const journal = createMemoryJournal()
    const one = createTestEnvoy(() => 'network', { clock, journal })
    const two = createTestEnvoy(() => answered(), { clock, journal })
    await expect(one.envoy.submitAnswer(answer)).rejects.toMatchObject({ kind: 'no_reply' })
    await two.envoy.submitAnswer(answer)
    expect(two.sent[0]?.body).toBe(one.sent[0]?.body)
    await two.envoy.submitAnswer(answer)
    expect(keyOf(two.sent[1])).not.toBe(keyOf(one.sent[0]))
  })

  it('another question, or another purchase, has its own key', async () => {
    const { envoy, sent } = setUp(() => 'network')
    await envoy.submitAnswer(answer).catch(() => {})
    await envoy.submitAnswer({ ...answer, questionId: 'q2' }).catch(() => {})
    expect(new Set(sent.map(keyOf)).size).toBe(2)
  })

  it('[R-046, R-183] a repetition that was asked for has the same bytes', async () => {
    const { clock, envoy, sent } = setUp((n) =>
      n === 0
        ? respond(limitedBody('start_purchase', 10), 429)
        : n === 1
          ? respond(
              failedBody('start_purchase', 'UNAVAILABLE', {
                next: next('retry', { after_seconds: 5 }),
                error: { retryable: true },
              }),
              503,
            )
          : started(),
    )
    const one = outcomeOf(envoy.startPurchase(start()))
    await clock.advance(60_000)
    expect(one.state()).toBe('done')
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
  })
})

describe('[R-047] several tabs of one account', () => {
  const answers = [answer, { ...answer, answer: 'L' }]

  function openTabs(count: number, reply: (tab: number, n: number) => Answer, locked = true) {
    const clock = createTestClock()
    const storage = createMemoryStorage()
    const locks = createTestLocks()
    locks.refuse(!locked)
    const tabs = Array.from({ length: count }, (_, tab) =>
      createTestEnvoy((n) => reply(tab, n), {
        clock,
        locks,
        journal: createStoredJournal(storage, 'tag'),
      }),
    )
    return { clock, storage, tabs, sent: () => tabs.flatMap((tab) => tab.sent) }
  }

  it.each([true, false])(
    'press at the same time (locks: %s): one key, kept before',
    async (locked) => {
      const { clock, storage, tabs, sent } = openTabs(
        3,
        () => ({ afterMs: 100, answer: answered() }),
        locked,
      )
      const all = tabs.map(({ envoy }, n) =>
        outcomeOf(envoy.submitAnswer(answers[n % 2] ?? answer)),
      )
      await clock.advance(5_000)
      await vi.waitFor(async () => {
        await clock.advance(1_000)
        expect(all.map((one) => one.state())).toEqual(['done', 'done', 'done'])
      })
      expect(sent()).toHaveLength(3)
      expect(new Set(sent().map(keyOf)).size).toBe(1)
      expect(storage.getItem('passbook.writes.tag')).toBeNull()
    },
  )

  it('two connections of one session take one key', async () => {
    const clock = createTestClock()
    const storage = createMemoryStorage()
    const locks = createTestLocks()
    const session: Session = {
      signedIn: true,
      account: { tag: 'tag', name: 'Meera' },
      contract: null,
      requestsPerMinute: 120,
      linkHosts: [],
      calls: false,
      freshForS: null,
    }
    const { fetch, sent } = createScriptedFetch(clock, () => ({ afterMs: 100, answer: answered() }))
    const tabs = [1, 2].map(() => createConnection(session, { fetch, clock, storage, locks }))
    const all = tabs.map((tab, n) => tab?.envoy.submitAnswer(answers[n] ?? answer))
    await vi.waitFor(async () => {
      await clock.advance(1_000)
      expect(sent).toHaveLength(2)
    })
    await clock.advance(1_000)
    await Promise.all(all)
    expect(new Set(sent.map(keyOf)).size).toBe(1)
    expect(locks.turns()).toBeGreaterThan(0)
  })

  it('[R-034] the tabs of another account share nothing with them', async () => {
    const clock = createTestClock()
    const storage = createMemoryStorage()
    const [mine, theirs] = ['mine', 'theirs'].map((tag) =>
      createTestEnvoy(() => 'network', {
        clock,
        locks: createTestLocks(),
        journal: createStoredJournal(storage, tag),
      }),
    )
    await mine?.envoy.submitAnswer(answer).catch(() => {})
    expect(theirs?.envoy.unresolvedWrites()).toEqual([])
    await theirs?.envoy.submitAnswer(answer).catch(() => {})
    expect(keyOf(theirs?.sent[0])).not.toBe(keyOf(mine?.sent[0]))
    expect(mine?.envoy.unresolvedWrites()).toHaveLength(1)
  })

  it('[R-039] one is refused while the reply to the other is lost: the key is not forgotten', async () => {
    const refused = () => respond(failedBody('submit_answer', 'STATE_CONFLICT'), 409)
    const { tabs, clock } = openTabs(2, (tab) =>
      tab === 0 ? { afterMs: 500, answer: refused() } : { afterMs: 100, answer: 'network' },
    )
    const all = tabs.map(({ envoy }) => outcomeOf(envoy.submitAnswer(answer)))
    await vi.waitFor(async () => {
      await clock.advance(1_000)
      expect(all.map((one) => one.state())).toEqual(['failed', 'failed'])
    })
    const [first] = tabs
    expect(first?.envoy.unresolvedWrites().map(({ key }) => key)).toEqual([keyOf(first?.sent[0])])
  })
})

it('[R-039] an answer of unknown outcome is kept, also where another tab forgot it on its way', async () => {
  const journal = createMemoryJournal()
  const { envoy, sent } = setUp((_, request) => {
    journal.resolve(keyOf(request))
    return 'network'
  }, journal)
  await envoy.submitAnswer(answer).catch(() => {})
  expect(journal.unresolved().map(({ key }) => key)).toEqual([keyOf(sent[0])])
})

describe('[R-046] the same words keep their key', () => {
  it('after a wait that a person gave up, and after a failure that changed nothing', async () => {
    const replies = [
      respond(limitedBody('submit_answer', 400), 429),
      respond(failedBody('submit_answer', 'UNAVAILABLE'), 503),
    ]
    const { clock, envoy, journal, sent } = setUp((n) => replies[n] ?? answered())
    await envoy.submitAnswer(answer).catch(() => {})
    expect(journal.unresolved()).toEqual([])
    await clock.advance(600_000)
    await envoy.submitAnswer(answer).catch(() => {})
    await envoy.submitAnswer(answer)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
  })

  it('[B6] not after a conflict, and other words have their own', async () => {
    const replies = [
      respond(failedBody('submit_answer', 'IDEMPOTENCY_CONFLICT'), 409),
      respond(failedBody('submit_answer', 'UNAVAILABLE'), 503),
    ]
    const { envoy, sent } = setUp((n) => replies[n] ?? answered())
    await envoy.submitAnswer(answer).catch(() => {})
    await envoy.submitAnswer(answer).catch(() => {})
    await envoy.submitAnswer({ ...answer, answer: 'L' })
    expect(new Set(sent.map(keyOf)).size).toBe(3)
  })
})

describe('[R-049] a lost reply', () => {
  it.each<[string, () => Answer]>([
    ['no network', () => 'network'],
    ['no end', () => 'hang'],
    ['an HTML page', () => respond('<html>', 502)],
    ['cut JSON', () => respond('{"ok": tr')],
    ['an answer of another tool', () => status()],
    ['no purchase in it', () => respond(okBody('submit_answer'))],
    [
      "Passbook's upstream_timeout",
      () => respond({ passbook: { kind: 'upstream_timeout', message: '' } }, 504),
    ],
  ])('%s: of unknown outcome, never repeated, kept', async (_, reply) => {
    const { clock, envoy, sent, journal } = setUp(reply)
    const one = outcomeOf(envoy.submitAnswer(answer))
    await clock.advance(600_000)
    expect(one.error()).toMatchObject({ kind: 'no_reply', changed: 'unknown' })
    expect(sent).toHaveLength(1)
    expect(journal.unresolved()).toHaveLength(1)
  })

  it('[R-050] the purchase tells: question gone → settled, still open → not', async () => {
    const replies = ['network' as const, status({ state: 'needs_answer', question }), status()]
    const { envoy, journal, sent } = setUp((n) => replies[n] ?? 'network')
    await envoy.submitAnswer(answer).catch(() => {})
    const [write] = envoy.unresolvedWrites()
    if (!write) throw new Error('a kept write was expected')
    expect(await envoy.checkWrite(write)).toMatchObject({
      settled: false,
      status: { purchase: { question } },
    })
    expect(journal.unresolved()).toHaveLength(1)
    expect(await envoy.checkWrite(write)).toMatchObject({ settled: true })
    expect(journal.unresolved()).toEqual([])
    expect(sent[1]?.body).toBe(JSON.stringify({ purchase: PURCHASE }))
  })

  it('[R-021, R-050] a start is looked up by its key', async () => {
    const { envoy, sent, journal } = setUp((n) => (n === 0 ? 'network' : status()))
    const input = start()
    await envoy.startPurchase(input).catch(() => {})
    const [write] = envoy.unresolvedWrites()
    if (!write) throw new Error('a kept write was expected')
    expect(await envoy.checkWrite(write)).toMatchObject({ settled: true })
    expect(sent[1]?.body).toBe(JSON.stringify({ purchase: input.idempotencyKey }))
    expect(journal.unresolved()).toEqual([])
  })

  it('given up on its way: unknown; given up while waiting at the gate: nothing happened', async () => {
    const { clock, envoy, journal } = setUp((n) =>
      n === 0 ? 'hang' : respond(limitedBody('submit_answer'), 429),
    )
    const stop = new AbortController()
    const onItsWay = outcomeOf(envoy.submitAnswer(answer, { signal: stop.signal }))
    const atGate = outcomeOf(
      envoy.submitAnswer({ ...answer, questionId: 'q2' }, { signal: stop.signal }),
    )
    await clock.advance(5_000)
    expect(journal.unresolved()).toHaveLength(2)
    stop.abort()
    await clock.settle()
    expect(onItsWay.error()).toMatchObject({ kind: 'no_reply', changed: 'unknown' })
    expect(atGate.error()).toMatchObject({ name: 'AbortError' })
    expect(journal.unresolved().map(({ questionId }) => questionId)).toEqual(['q1'])
  })
})

describe('a refusal', () => {
  it('[R-089] changed nothing: nothing is left to settle', async () => {
    const { envoy, journal } = setUp(() =>
      respond(failedBody('submit_answer', 'STATE_CONFLICT'), 409),
    )
    await expect(envoy.submitAnswer(answer)).rejects.toMatchObject({
      kind: 'state_conflict',
      changed: 'nothing',
    })
    expect(journal.unresolved()).toEqual([])
  })

  it('of a repetition does not settle the first sending', async () => {
    const { envoy, journal } = setUp((n) =>
      n === 0 ? 'network' : respond(failedBody('submit_answer', 'STATE_CONFLICT'), 409),
    )
    await envoy.submitAnswer(answer).catch(() => {})
    await expect(envoy.submitAnswer(answer)).rejects.toMatchObject({
      kind: 'state_conflict',
      changed: 'unknown',
    })
    expect(journal.unresolved()).toHaveLength(1)
  })

  it('[R-044] a conflict after a reload says that the first answer was recorded', async () => {
    const { envoy, journal } = setUp((n) =>
      n === 0 ? 'network' : respond(failedBody('submit_answer', 'IDEMPOTENCY_CONFLICT'), 409),
    )
    await envoy.submitAnswer(answer).catch(() => {})
    await expect(envoy.submitAnswer({ ...answer, answer: 'L' })).rejects.toMatchObject({
      kind: 'idempotency_conflict',
      changed: 'nothing',
    })
    expect(journal.unresolved()).toEqual([])
  })

  it('[R-165] no 409 is sent again', async () => {
    for (const code of ['IDEMPOTENCY_CONFLICT', 'ACTIVE_PURCHASE_EXISTS', 'STATE_CONFLICT']) {
      const { clock, envoy, sent } = setUp(() =>
        respond(
          failedBody('start_purchase', code, { next: next('retry', { after_seconds: 1 }) }),
          409,
        ),
      )
      outcomeOf(envoy.startPurchase(start()))
      await clock.advance(600_000)
      expect(sent).toHaveLength(1)
    }
  })
})

describe('[R-081, R-082] a failed write that names a call', () => {
  const args = { purchase: PURCHASE, note: 'as it came' }
  const mayHaveHappened = (named: unknown = callTool('get_purchase_status', args)) =>
    respond(failedBody('submit_answer', 'UNAVAILABLE', { next: named }), 503)

  it('reads the purchase it names before anything else, and hands it back', async () => {
    const { envoy, sent, tools, journal } = setUp((n) =>
      n === 0 ? mayHaveHappened() : status({ revision: 7 }),
    )
    await expect(envoy.submitAnswer(answer)).rejects.toMatchObject({
      kind: 'unavailable',
      changed: 'unknown',
      status: { purchase: { revision: 7 } },
    })
    expect(tools()).toEqual(['submit_answer', 'get_purchase_status'])
    expect(sent[1]?.body).toBe(JSON.stringify(args))
    expect(journal.unresolved()).toEqual([])
  })

  it('the question still open: the answer stays unsettled', async () => {
    const { envoy, journal } = setUp((n) =>
      n === 0 ? mayHaveHappened() : status({ state: 'needs_answer', question }),
    )
    await expect(envoy.submitAnswer(answer)).rejects.toMatchObject({
      changed: 'unknown',
      status: { purchase: { question } },
    })
    expect(journal.unresolved()).toHaveLength(1)
  })

  it('[R-091] never makes another write of it; reads by the saved reference instead', async () => {
    const { envoy, sent, tools } = setUp((n) =>
      n === 0 ? mayHaveHappened(callTool('start_purchase', { idempotency_key: 'x' })) : status(),
    )
    await expect(envoy.submitAnswer(answer)).rejects.toMatchObject({
      changed: 'unknown',
      status: { purchase: { purchaseId: PURCHASE } },
    })
    expect(tools()).toEqual(['submit_answer', 'get_purchase_status'])
    expect(sent[1]?.body).toBe(JSON.stringify({ purchase: PURCHASE }))
  })

  it('a read that fails as well leaves the first failure standing', async () => {
    const { clock, envoy, journal } = setUp((n) =>
      n === 0 ? mayHaveHappened() : respond(failedBody('get_purchase_status', 'NOT_FOUND'), 404),
    )
    const one = outcomeOf(envoy.submitAnswer(answer))
    await clock.advance(60_000)
    expect(one.error()).toMatchObject({ kind: 'unavailable', changed: 'unknown', status: null })
    expect(journal.unresolved()).toHaveLength(1)
  })
})

describe('[C57] under another contract', () => {
  it('writes are refused before anything leaves', async () => {
    const { envoy, tools, journal } = setUp(() =>
      respond(
        okBody('get_purchase_status', { contract: 'envoy@2027-01', purchase: purchaseBody() }),
      ),
    )
    await envoy.getPurchaseStatus({ purchase })
    await expect(envoy.submitAnswer(answer)).rejects.toMatchObject({
      kind: 'update_needed',
      changed: 'nothing',
    })
    await expect(envoy.startPurchase(start())).rejects.toMatchObject({ kind: 'update_needed' })
    expect(tools()).toEqual(['get_purchase_status'])
    expect(journal.unresolved()).toEqual([])
  })
})
