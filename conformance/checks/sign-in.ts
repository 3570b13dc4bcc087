import type { AskOptions } from '../asker'
import type { Check } from '../check'
import { NOBODYS_PURCHASE } from '../contract'
import { at } from '../json'
import type { Reply } from '../reply'
import { judge, type RuleId, unseen, type Verdict } from '../verdict'

const UNSIGNED: readonly AskOptions[] = [
  { as: 'nobody' },
  { as: 'stranger' },
  { as: 'nobody', authorization: 'Basic Y29uZm9ybWFuY2U6bm9uZQ==' },
]

const unsigned: Check = {
  title: 'calls without a good token',
  rules: ['R-180', 'R-184'],
  async *run({ ask }) {
    for (const options of UNSIGNED) {
      const reply = await ask('list_purchases', { limit: 1 }, { ...options, hurry: true })
      yield* turnedAway(reply, 'R-180')
    }
    const reply = await ask(
      'get_purchase_status',
      { purchase: NOBODYS_PURCHASE },
      { as: 'nobody', hurry: true },
    )
    yield* turnedAway(reply, 'R-180')
  },
}

function* turnedAway(reply: Reply, rule: RuleId): Generator<Verdict> {
  // too many of these from one address are a 429.
  if (reply.status === 429)
    return yield unseen([rule, 'R-184'], 'this address had failed too often')
  const refused = reply.status === 401 && reply.code === 'UNAUTHENTICATED'
  yield judge(rule, reply, refused, 'HTTP 401, UNAUTHENTICATED')
  if (!refused) return
  const came = {
    action: at(reply.json, 'next.action'),
    retryable: at(reply.json, 'error.retryable'),
    retry_after_seconds: at(reply.json, 'error.retry_after_seconds'),
  }
  const final = came.retryable === false && came.retry_after_seconds === null
  yield judge('R-184', reply, came.action === 'reconnect' && final, 'reconnect, false, null', came)
}

const proof: Check = {
  title: 'the installation proof of a key-bound connection',
  rules: ['R-181', 'R-182', 'R-184', 'C47'],
  needs: ['key'],
  async *run({ ask }) {
    const good = await ask('list_purchases', { limit: 1 })
    yield judge('C47', good, good.ok, 'an answer to a proof of the assumed form')
    if (!good.ok)
      return yield unseen(['R-181', 'R-182'], 'no proof of the assumed form is accepted')
    const without = await ask('list_purchases', { limit: 1 }, { proof: 'none', hurry: true })
    yield* turnedAway(without, 'R-181')
    const other = await ask(
      'list_purchases',
      { limit: 1 },
      { proof: 'of another body', hurry: true },
    )
    yield* turnedAway(other, 'R-182')
  },
}

export const SIGN_IN: readonly Check[] = [unsigned, proof]
