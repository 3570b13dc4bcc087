import type { Check } from '../check'
import type { Reply } from '../reply'
import { accepted, judge, refusal, type Verdict, weigh } from '../verdict'

const isOrdinary400 = (reply: Reply) => reply.status === 400 && reply.code === 'INVALID_INPUT'

/** Bodies that are JSON, and yet not one object. */
const NOT_ONE_OBJECT = ['[]', '[{"limit":1}]', 'null', '"limit"', '{"limit":1}{"limit":1}']
const NOT_JSON = ['', '{"limit":1', '{limit:1}']

/** A body of exactly so many bytes that says no more than a limit. */
const padded = (bytes: number) => '{"limit":1}'.padEnd(bytes, ' ')

const calls: Check = {
  title: 'a tool is called with POST',
  rules: ['R-002'],
  async *run({ ask }) {
    const reply = await ask('list_purchases', { limit: 1 })
    yield judge(
      'R-002',
      reply,
      reply.status !== 404 && reply.status !== 405,
      'an answer of the tool',
    )
  },
}

const oneObject: Check = {
  title: 'a body is one JSON object',
  rules: ['R-001', 'C37'],
  async *run({ ask }) {
    for (const raw of NOT_ONE_OBJECT) {
      const reply = await ask('list_purchases', null, { raw })
      yield refusal('R-001', reply)
    }
    for (const raw of NOT_JSON) {
      const reply = await ask('list_purchases', null, { raw })
      yield refusal('R-001', reply)
      yield weigh('C37', reply, isOrdinary400(reply), 'HTTP 400, INVALID_INPUT')
    }
  },
}

const keysTwice: Check = {
  title: 'keys that stand twice',
  rules: ['C39'],
  async *run({ ask }) {
    for (const raw of ['{"limit":1,"limit":2}', '{"limit":1,"__proto__":{"limit":2}}']) {
      const reply = await ask('list_purchases', null, { raw })
      yield weigh('C39', reply, isOrdinary400(reply), 'HTTP 400, INVALID_INPUT')
    }
  },
}

const size: Check = {
  title: 'the size of a body',
  rules: ['R-006', 'R-007', 'B16'],
  async *run({ ask }) {
    // Sizes that both readings of "64 KB" agree on, and one between them.
    const fits = await ask('list_purchases', null, { raw: padded(64_000) })
    yield accepted('R-006', fits, 'an answer: 64,000 bytes are not too many')
    const between = await ask('list_purchases', null, { raw: padded(65_536) })
    yield accepted('B16', between, 'an answer: 65,536 bytes are not too many')
    yield* tooLarge(await ask('list_purchases', null, { raw: padded(65_537) }))
    // Fewer characters than bytes.
    yield* tooLarge(await ask('list_purchases', { limit: 1, note: '₹'.repeat(22_000) }))
  },
}

function* tooLarge(reply: Reply): Generator<Verdict> {
  yield refusal('R-006', reply)
  const right = reply.status === 413 && reply.code === 'INVALID_INPUT'
  yield weigh('R-007', reply, right, 'HTTP 413, INVALID_INPUT')
}

const astray: Check = {
  title: 'what no document describes: unknown tools and other methods',
  rules: ['C38'],
  async *run({ ask }) {
    const unknown = await ask('list_everything', {}, { astray: true })
    const absent = unknown.status === 404 && unknown.code === 'NOT_FOUND'
    yield weigh('C38', unknown, absent, 'HTTP 404, NOT_FOUND')
    for (const method of ['GET', 'PUT']) {
      const reply = await ask('list_purchases', {}, { method, astray: true })
      const allow = reply.headers.get('allow')
      yield judge('C38', reply, reply.status === 405 && allow === 'POST', 'HTTP 405, Allow: POST', {
        status: reply.status,
        allow,
      })
    }
  },
}

export const FORM: readonly Check[] = [calls, oneObject, keysTwice, size, astray]
