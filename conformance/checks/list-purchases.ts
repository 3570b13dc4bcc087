import type { Check } from '../check'
import { isDateTime, PURCHASE_ID, STATES } from '../contract'
import { at, isObject, textAt } from '../json'
import type { Reply } from '../reply'
import { newestFirst, purchasesOf } from '../seen'
import { isMoney } from '../shapes'
import { accepted, judge, refusal, unseen, type Verdict, weigh } from '../verdict'
import { badFields } from './fields'

const DEFAULT = 10
const MOST = 20

const payload: Check = {
  title: 'what list_purchases answers',
  rules: ['R-149', 'R-167', 'R-169', 'R-171'],
  async *run({ seen }) {
    const reply = await seen.purchases()
    if (!reply.ok) return yield unseen(this.rules, `list_purchases answered ${reply.summary}`)
    yield judge(
      'R-149',
      reply,
      isObject(at(reply.json, 'data')),
      'an object in data',
      typeof at(reply.json, 'data'),
    )
    const listed = at(reply.json, 'data.purchases')
    const some = Array.isArray(listed) && listed.length <= MOST
    yield judge(
      'R-169',
      reply,
      some,
      'data.purchases, at most 20',
      Array.isArray(listed) ? `${listed.length} purchases` : listed,
    )
    const truncated = at(reply.json, 'data.truncated')
    yield judge(
      'R-171',
      reply,
      typeof truncated === 'boolean',
      'truncated, true or false',
      truncated,
    )
    yield* order(reply)
  },
}

function* order(reply: Reply): Generator<Verdict> {
  const times = purchasesOf(reply).map((purchase) => textAt(purchase, 'created_at') ?? '')
  const instants = times.map((time) => Date.parse(time))
  if (new Set(instants).size < 2 || instants.some(Number.isNaN)) {
    return yield unseen('R-167', 'there are no two purchases with times of their own')
  }
  yield judge('R-167', reply, newestFirst(instants), 'created_at from the newest on', times)
}

const rows: Check = {
  title: 'each purchase that list_purchases shows',
  rules: ['R-025', 'R-174', 'R-175', 'R-176', 'R-178', 'C17', 'C18'],
  async *run({ seen }) {
    const reply = await seen.purchases()
    const purchases = purchasesOf(reply)
    if (purchases.length === 0) return yield unseen(this.rules, 'the account has no purchase')
    for (const purchase of purchases) yield* row(reply, purchase)
  },
}

function* row(reply: Reply, purchase: unknown): Generator<Verdict> {
  const id = at(purchase, 'purchase_id')
  const rightId = typeof id === 'string' && PURCHASE_ID.test(id)
  yield judge('R-025', reply, rightId, 'pur_ and 32 lowercase hexadecimal digits', id)
  const state = textAt(purchase, 'state')
  yield judge('R-174', reply, STATES.includes(state ?? ''), `one of ${STATES.join(', ')}`, state)
  const merchant = at(purchase, 'merchant')
  const amount = at(purchase, 'amount')
  const objects = isObject(merchant) && isObject(amount)
  yield judge('R-175', reply, objects, 'merchant and amount as objects', [
    typeof merchant,
    typeof amount,
  ])
  const checkout = at(purchase, 'checkout_by')
  const known = checkout === null || checkout === 'agent' || checkout === 'envoy'
  yield judge('R-176', reply, known, 'agent, envoy or null', checkout)
  const created = at(purchase, 'created_at')
  yield judge('R-178', reply, isDateTime(created), 'a date-time', created)
  if (!objects) return
  const named = typeof at(merchant, 'name') === 'string'
  yield judge('C17', reply, named, 'a name', Object.keys(merchant))
  yield judge('C18', reply, isMoney(amount), '{minor, currency, display}', Object.keys(amount))
}

const limits: Check = {
  title: 'the limit of list_purchases',
  rules: ['R-012', 'R-013', 'R-168', 'R-171'],
  async *run({ ask, seen }) {
    for (const limit of [0, 21, 1.5]) {
      yield* badFields(await ask('list_purchases', { limit }), ['limit'], 'R-168')
    }
    const most = await seen.purchases()
    yield accepted('R-168', most, 'an answer: a limit of 20 is allowed')
    const all = purchasesOf(most).length
    const usual = await ask('list_purchases', {})
    const expected = Math.min(all, DEFAULT)
    if (all > 0) {
      yield judge(
        'R-168',
        usual,
        purchasesOf(usual).length === expected,
        `${expected} purchases without a limit`,
        `${purchasesOf(usual).length} purchases`,
      )
    }
    yield* truncation(await ask('list_purchases', { limit: 1 }), all)
  },
}

function* truncation(one: Reply, all: number): Generator<Verdict> {
  const truncated = at(one.json, 'data.truncated')
  if (all === 0) return yield unseen(['R-168', 'R-171'], 'the account has no purchase')
  yield judge(
    'R-168',
    one,
    purchasesOf(one).length === 1,
    'one purchase',
    `${purchasesOf(one).length} purchases`,
  )
  yield judge(
    'R-171',
    one,
    truncated === all > 1,
    `truncated: ${all > 1} (there are ${all > 1 ? 'more' : 'no more'})`,
    truncated,
  )
}

const noPaging: Check = {
  title: 'list_purchases does not page',
  rules: ['R-170'],
  async *run({ ask, seen }) {
    const reply = await ask('list_purchases', { limit: 1, cursor: 'next' })
    yield refusal('R-170', reply, 'a refusal: cursor is not declared')
    const listed = await seen.purchases()
    if (!listed.ok) return
    const cursor = at(listed.json, 'data.next_cursor')
    yield judge('R-170', listed, cursor == null, 'no next_cursor', typeof cursor)
  },
}

const merchants: Check = {
  title: 'list_gift_card_merchants over HTTP',
  rules: ['C49'],
  async *run({ ask }) {
    const reply = await ask('list_gift_card_merchants', {})
    const listed = Array.isArray(at(reply.json, 'data.merchants'))
    yield weigh('C49', reply, listed, 'a list in data.merchants')
  },
}

export const LIST_PURCHASES: readonly Check[] = [payload, rows, limits, noPaging, merchants]
