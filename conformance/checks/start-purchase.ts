import type { Asking, Check, Writing } from '../check'
import { PURCHASE_ID } from '../contract'
import { at, sameJson, textAt } from '../json'
import type { Reply } from '../reply'
import { isRefused, judge, refusal, unseen, type Verdict, weigh } from '../verdict'
import { allTogether, badFields } from './fields'
import { heldNext } from './purchase-status'

// What start_purchase takes is assumed (C24): where it is refused, nothing is said about keys.

/** The arguments of the n-th purchase of this run. */
export function startArgs({ merchantUrl, amount }: Writing, n: number, key: string) {
  return { idempotency_key: key, merchant_url: merchantUrl(n), amount }
}

/** The key of the run's first purchase: the shortest there may be. */
export const firstKey = (writing: Writing) => writing.key('a', 16)

const idOf = (reply: Reply) => textAt(reply.json, 'purchase.purchase_id')
const replayed = (reply: Reply) => at(reply.json, 'replayed')

const refusals: Check = {
  title: 'start_purchase with bad fields',
  rules: ['R-004', 'R-010', 'R-012', 'R-013', 'R-014', 'R-018', 'R-019'],
  needs: ['write'],
  async *run({ ask, writing }) {
    const good = startArgs(writing, 0, writing.key('bad'))
    const bad = [
      { rule: 'R-018', field: 'idempotency_key', value: writing.key('short', 15) },
      { rule: 'R-018', field: 'idempotency_key', value: writing.key('long', 65) },
      { rule: 'R-019', field: 'idempotency_key', value: `pur_${writing.key('prefix')}` },
      { rule: 'R-010', field: 'amount', value: '1.005' },
      { rule: 'R-004', field: 'colour', value: 'red' },
    ] as const
    for (const { rule, field, value } of bad) {
      yield* badFields(await ask('start_purchase', { ...good, [field]: value }), [field], rule)
    }
    const all = { idempotency_key: 'short', merchant_url: 7, amount: '1.005', colour: 'red' }
    const reply = await ask('start_purchase', all)
    yield* badFields(reply, Object.keys(all), 'R-012')
    if (isRefused(reply)) yield allTogether(reply, Object.keys(all))
  },
}

const oneKey: Check = {
  title: 'start_purchase again with the same key',
  rules: [
    'R-009',
    'R-018',
    'R-021',
    'R-022',
    'R-023',
    'R-025',
    'R-026',
    'R-027',
    'R-035',
    'R-036',
    'R-037',
    'R-038',
    'R-089',
    'C24',
    'C26',
  ],
  needs: ['write'],
  async *run(asking) {
    const { ask, writing } = asking
    const args = startArgs(writing, 1, firstKey(writing))
    const first = await ask('start_purchase', args)
    yield weigh('C24', first, first.code !== 'INVALID_INPUT', 'no complaint about its fields')
    const id = idOf(first)
    if (!first.ok || id === null) {
      return yield unseen(this.rules, `start_purchase answered ${first.summary}`)
    }
    yield judge('R-018', first, true, 'an answer: a key may have 16 characters')
    yield* started(first)
    const again = await ask('start_purchase', args)
    yield judge('R-035', again, idOf(again) === id, id, idOf(again) ?? again.summary)
    yield judge('R-036', again, replayed(again) === true, 'replayed: true', replayed(again))
    yield* amounts(asking, args, id)
    yield* conflicts(asking, args)
    yield* references(asking, args.idempotency_key, id)
  },
}

function* started(reply: Reply): Generator<Verdict> {
  const id = idOf(reply)
  yield judge('R-037', reply, replayed(reply) === false, 'replayed: false', replayed(reply))
  yield judge('R-023', reply, id !== null, 'purchase.purchase_id', id)
  yield judge('R-025', reply, PURCHASE_ID.test(id ?? ''), 'pur_ and 32 hexadecimal digits', id)
  const revision = at(reply.json, 'purchase.revision')
  yield judge('R-026', reply, revision != null, 'a revision', revision)
  yield heldNext(reply, revision)
}

type Args = ReturnType<typeof startArgs>

async function* amounts({ ask }: Asking, args: Args, id: string): AsyncGenerator<Verdict> {
  const number = Number(args.amount)
  for (const amount of [number, String(number)]) {
    const reply = await ask('start_purchase', { ...args, amount })
    const read = reply.code !== 'INVALID_INPUT'
    yield weigh('R-009', reply, read, 'an amount may be a string or a number')
    yield judge(
      'C26',
      reply,
      idOf(reply) === id,
      `the same purchase, ${id}`,
      idOf(reply) ?? reply.summary,
    )
  }
}

async function* conflicts({ ask, writing }: Asking, args: Args): AsyncGenerator<Verdict> {
  const sums = async () => {
    const reply = await ask('get_purchase_status', { purchase: args.idempotency_key })
    return { reply, amount: at(reply.json, 'purchase.amount') }
  }
  const before = await sums()
  const others = [
    { ...args, amount: (Number(args.amount) + 1).toFixed(2) },
    { ...args, merchant_url: `${writing.merchantUrl(1)}?other=1` },
  ]
  for (const other of others) {
    const reply = await ask('start_purchase', other)
    const conflict = reply.code === 'IDEMPOTENCY_CONFLICT'
    yield weigh('R-038', reply, conflict, 'IDEMPOTENCY_CONFLICT')
    if (!conflict) return
  }
  const after = await sums()
  if (!before.reply.ok || !after.reply.ok) return
  const same = sameJson(before.amount, after.amount)
  yield judge('R-089', after.reply, same, 'the amount as before the conflicts', after.amount)
}

async function* references({ ask }: Asking, key: string, id: string): AsyncGenerator<Verdict> {
  const byKey = await ask('get_purchase_status', { purchase: key })
  const byId = await ask('get_purchase_status', { purchase: id })
  for (const reply of [byKey, byId]) {
    yield judge(['R-021', 'R-022'], reply, idOf(reply) === id, id, idOf(reply) ?? reply.summary)
  }
}

const atOnce: Check = {
  title: 'start_purchase twice at once with one key',
  rules: ['R-018', 'R-035', 'C27'],
  needs: ['write'],
  async *run({ ask, writing }) {
    const args = startArgs(writing, 2, writing.key('once', 64))
    const replies = await Promise.all([ask('start_purchase', args), ask('start_purchase', args)])
    const good = replies.filter((reply) => reply.ok)
    const [first] = good
    if (!first) return yield unseen(this.rules, `start_purchase answered ${replies[0].summary}`)
    yield judge('R-018', first, true, 'an answer: a key may have 64 characters')
    const ids = [...new Set(good.map(idOf))]
    yield judge('R-035', first, ids.length === 1, 'one purchase', ids)
    const flags = replies.map((reply) => (reply.ok ? replayed(reply) : reply.summary))
    const both = flags.includes(true) && flags.includes(false)
    yield judge('C27', first, both, 'one of the two replayed', flags)
  },
}

const active: Check = {
  title: 'a second purchase at the same merchant',
  rules: ['R-159'],
  needs: ['write'],
  async *run({ ask, writing }) {
    const reply = await ask('start_purchase', startArgs(writing, 1, writing.key('second')))
    // Whether it is ACTIVE_PURCHASE_EXISTS is Envoy's to say; every such reply is looked at.
    if (reply.code !== 'ACTIVE_PURCHASE_EXISTS') {
      yield unseen(this.rules, `a second purchase was answered ${reply.summary}`)
    }
  },
}

const noRail: Check = {
  title: 'a gift card of a merchant that is not listed',
  rules: ['R-161'],
  needs: ['write'],
  async *run({ ask, writing }) {
    const args = startArgs(writing, 3, writing.key('rail'))
    const reply = await ask('start_purchase', { ...args, rail: 'gift_card' })
    if (reply.code !== 'NO_RAIL')
      return yield unseen(this.rules, `it was answered ${reply.summary}`)
    const after = await ask('get_purchase_status', { purchase: args.idempotency_key })
    yield refusal('R-161', after, 'no such purchase: nothing was created')
  },
}

const readOnly: Check = {
  title: 'a write with a token that may only read',
  rules: ['R-155', 'R-089'],
  needs: ['write', 'read-only-token'],
  async *run({ ask, writing }) {
    const args = startArgs(writing, 4, writing.key('reader'))
    const reply = await ask('start_purchase', args, { as: 'reader' })
    yield judge('R-155', reply, reply.code === 'NOT_ALLOWED', 'NOT_ALLOWED')
    const after = await ask(
      'get_purchase_status',
      { purchase: args.idempotency_key },
      { as: 'reader' },
    )
    yield refusal('R-089', after, 'no such purchase: it was refused')
  },
}

export const START_PURCHASE: readonly Check[] = [refusals, oneKey, atOnce, active, noRail, readOnly]
