import type { Check } from '../check'
import { ENDED, NOBODYS_PURCHASE, PURCHASE_ID, STATES } from '../contract'
import { at, isObject, textAt } from '../json'
import type { Reply } from '../reply'
import { purchasesOf } from '../seen'
import { isMoney } from '../shapes'
import { judge, unseen, type Verdict, weigh } from '../verdict'

const NONE = 'the account has no purchase'

const byId: Check = {
  title: 'get_purchase_status by purchase_id',
  rules: ['R-023', 'R-025', 'R-026', 'R-027', 'C22'],
  async *run({ seen }) {
    const listed = purchasesOf(await seen.purchases())
    const moving = listed.find((purchase) => !ENDED.includes(textAt(purchase, 'state') ?? ''))
    const id = textAt(moving ?? listed[0], 'purchase_id')
    if (id === null) return yield unseen(this.rules, NONE)
    yield* status(await seen.status(id), id)
  },
}

function* status(reply: Reply, id: string): Generator<Verdict> {
  const purchase = at(reply.json, 'purchase')
  const came = textAt(purchase, 'purchase_id')
  yield judge('R-023', reply, came === id, `purchase.purchase_id ${id}`, came)
  yield judge('R-025', reply, PURCHASE_ID.test(came ?? ''), 'pur_ and 32 hexadecimal digits', came)
  const revision = at(purchase, 'revision')
  const usable = typeof revision === 'number' || typeof revision === 'string'
  yield judge('R-026', reply, usable, 'a revision', revision)
  yield heldNext(reply, revision)
  const told =
    STATES.includes(textAt(purchase, 'state') ?? '') &&
    isObject(at(purchase, 'merchant')) &&
    isMoney(at(purchase, 'amount')) &&
    at(purchase, 'checkout_by') !== undefined &&
    textAt(purchase, 'created_at') !== null
  yield judge(
    'C22',
    reply,
    told,
    'state, merchant, amount, checkout_by and created_at',
    Object.keys(isObject(purchase) ? purchase : {}),
  )
}

/** Where a status read comes next, it carries the revision that was just seen. */
export function heldNext(reply: Reply, revision: unknown): Verdict {
  if (at(reply.json, 'next.tool') !== 'get_purchase_status') {
    return unseen('R-027', 'no next called get_purchase_status')
  }
  const carried = at(reply.json, 'next.args.after_revision')
  return judge('R-027', reply, carried === revision, `after_revision ${revision}`, carried)
}

const absent: Check = {
  title: 'a reference to no purchase',
  rules: ['R-157'],
  async *run({ ask }) {
    const nobodys = await ask('get_purchase_status', { purchase: NOBODYS_PURCHASE })
    const notFound = nobodys.status === 404 && nobodys.code === 'NOT_FOUND'
    yield weigh('R-157', nobodys, notFound, 'HTTP 404, NOT_FOUND')
  },
}

/** A hold that ends sooner than this was none, unless the purchase moved. */
const HELD_MS = 1_000
const TRIES = 3

const held: Check = {
  title: 'a held read',
  rules: ['R-111'],
  needs: ['slow'],
  async *run({ ask, seen }) {
    const listed = purchasesOf(await seen.purchases())
    const moving = listed.find((purchase) => !ENDED.includes(textAt(purchase, 'state') ?? ''))
    const id = textAt(moving, 'purchase_id')
    if (id === null) return yield unseen(this.rules, 'no purchase is in progress')
    let before = await ask('get_purchase_status', { purchase: id })
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (at(before.json, 'next.tool') !== 'get_purchase_status') break
      const reply = await ask('get_purchase_status', at(before.json, 'next.args'))
      const moved = at(reply.json, 'purchase.revision') !== at(before.json, 'purchase.revision')
      if (reply.ok && (reply.tookMs >= HELD_MS || !moved)) {
        const waited = `${(reply.tookMs / 1000).toFixed(1)} s, ${moved ? 'a new revision' : 'the same revision'}`
        return yield judge(
          'R-111',
          reply,
          reply.tookMs >= HELD_MS,
          'to wait for a new revision',
          waited,
        )
      }
      before = reply
    }
    yield unseen(this.rules, 'the purchase moved before it could be held')
  },
}

export const PURCHASE_STATUS: readonly Check[] = [byId, absent, held]
