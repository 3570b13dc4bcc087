import type { Asking, Check } from '../check'
import { NOBODYS_PURCHASE } from '../contract'
import { at, listAt, textAt } from '../json'
import type { Reply } from '../reply'
import { judge, unseen, type Verdict } from '../verdict'
import { badFields } from './fields'
import { firstKey } from './start-purchase'

// What submit_answer takes is assumed (C30).

const keyRequired: Check = {
  title: 'submit_answer without a key',
  rules: ['R-012', 'R-013', 'R-042'],
  needs: ['write'],
  async *run({ ask }) {
    const args = { purchase: NOBODYS_PURCHASE, question_id: 'none', answer: 'none' }
    yield* badFields(await ask('submit_answer', args), ['idempotency_key'], 'R-042')
  },
}

const once: Check = {
  title: 'submit_answer again with the same key',
  rules: ['R-043', 'R-044', 'R-045', 'C30'],
  needs: ['write', 'answer'],
  async *run(asking) {
    const { ask, writing } = asking
    const purchase = writing.answerOn
    const status = await ask('get_purchase_status', { purchase })
    const question = textAt(status.json, 'purchase.question.id')
    if (question === null) return yield unseen(this.rules, 'the purchase of --answer asks nothing')
    const [answer = 'One', other = 'Another'] = listAt(status.json, 'purchase.question.options')
    const given = { purchase, question_id: question, answer }
    const { first, key, verdicts } = await answerOnce(asking, given)
    yield* verdicts
    yield judge('C30', first, first.code !== 'INVALID_INPUT', 'no complaint about its fields')
    if (!first.ok) return yield unseen(this.rules, `submit_answer answered ${first.summary}`)
    const keyed = { ...given, idempotency_key: key }
    const again = await ask('submit_answer', keyed)
    yield judge(
      'R-043',
      again,
      again.ok && at(again.json, 'replayed') === true,
      'an answer, replayed: true',
      `${again.summary}, replayed: ${at(again.json, 'replayed')}`,
    )
    const changed = await ask('submit_answer', { ...keyed, answer: other })
    yield judge('R-044', changed, changed.code === 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_CONFLICT')
    // Another key for the question that was just answered: if it is STATE_CONFLICT, its reply is looked at.
    await ask('submit_answer', { ...given, idempotency_key: writing.key('late') })
  },
}

/** Answers with the key of this run's first start, where there was one: the keys of the two tools are apart. */
async function answerOnce({ ask, writing }: Asking, given: Record<string, unknown>) {
  const shared = firstKey(writing)
  const verdicts: Verdict[] = []
  const used = await ask('get_purchase_status', { purchase: shared })
  if (used.ok) {
    const first: Reply = await ask('submit_answer', { ...given, idempotency_key: shared })
    const apart = first.code !== 'IDEMPOTENCY_CONFLICT'
    verdicts.push(judge('R-045', first, apart, 'no conflict with the same key of start_purchase'))
    if (apart) return { first, key: shared, verdicts }
  } else {
    verdicts.push(unseen('R-045', 'no purchase was started with a key to try'))
  }
  const key = writing.key('answer')
  const first: Reply = await ask('submit_answer', { ...given, idempotency_key: key })
  return { first, key, verdicts }
}

export const SUBMIT_ANSWER: readonly Check[] = [keyRequired, once]
