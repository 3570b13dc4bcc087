import { describe, expect, it } from 'vitest'
import type { PurchaseId } from '@/lib/ids'
import { createMemoryJournal, type WriteJournal } from '../core/journal'
import { createTestClock } from '../core/test-clock'
import { type Answer, outcomeOf, type SentRequest } from '../core/test-fetch'
import { newIdempotencyKey } from './keys'
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
