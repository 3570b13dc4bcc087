import type { Check } from '../check'
import { NOBODYS_PURCHASE } from '../contract'
import { type JsonObject, sameJson, textAt } from '../json'
import { purchasesOf } from '../seen'
import { judge, refusal, unseen } from '../verdict'

const foreignPurchase: Check = {
  title: "another account's purchase",
  rules: ['R-031', 'R-033', 'R-157'],
  needs: ['other-token'],
  async *run({ ask, seen }) {
    const listed = purchasesOf(await seen.purchases())
    const id = textAt(listed[0], 'purchase_id')
    if (id === null) return yield unseen(this.rules, 'the account has no purchase')
    const args = { purchase: id }
    const foreign = await ask('get_purchase_status', args, { as: 'other' })
    if (
      foreign.ok &&
      purchasesOf(await ask('list_purchases', { limit: 20 }, { as: 'other' })).some(
        (one) => textAt(one, 'purchase_id') === id,
      )
    ) {
      return yield unseen(this.rules, '--other-token is of the same account')
    }
    yield refusal('R-031', foreign, 'no answer about it')
    const hidden = foreign.status === 404 && foreign.code === 'NOT_FOUND'
    yield judge('R-157', foreign, hidden, 'HTTP 404, NOT_FOUND')
    const nobodys = await ask(
      'get_purchase_status',
      { purchase: NOBODYS_PURCHASE },
      { as: 'other' },
    )
    const same =
      foreign.status === nobodys.status && sameJson(lasting(foreign.json), lasting(nobodys.json))
    yield judge('R-033', foreign, same, `the answer for one that never was: ${nobodys.summary}`)
  },
}

/** A reply without what differs from one to the next. */
function lasting(json: JsonObject | null) {
  return { ...json, request_id: '', trace_id: '', server_time: '' }
}

export const OWNERS: readonly Check[] = [foreignPurchase]
