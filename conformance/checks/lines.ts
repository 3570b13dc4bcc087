import type { Check } from '../check'
import { at, textAt } from '../json'
import { type Line, linesOf, purchasesOf, type Seen } from '../seen'
import { judge, unseen, type Verdict } from '../verdict'

/** Enough to see whether lines and purchases agree. */
const COMPARED = 3

const UNTOLD = 'the line or its purchase does not tell it'
const UNNAMED = 'lines do not name their purchase'

const compared: Check = {
  title: 'lines against their purchases',
  rules: ['R-068', 'R-069', 'R-070'],
  async *run({ seen }) {
    const lines = linesOf(await seen.history()).filter(({ purchaseId }) => purchaseId !== null)
    if (lines.length === 0) return yield unseen(this.rules, UNNAMED)
    for (const line of lines.slice(0, COMPARED)) yield* compare(seen, line)
    // One of which something came back says more about the net amount.
    const refunded = lines
      .slice(COMPARED)
      .find(({ json }) => Number(at(json, 'refunded.minor')) > 0)
    if (refunded) yield* compare(seen, refunded)
  },
}

async function* compare(seen: Seen, line: Line): AsyncGenerator<Verdict> {
  const reply = await seen.status(line.purchaseId ?? '')
  if (!reply.ok) return
  const purchase = at(reply.json, 'purchase')
  const merchant = textAt(purchase, 'merchant.name')
  if (merchant === null || line.title === null) yield unseen('R-068', UNTOLD)
  else yield judge('R-068', reply, line.title === merchant, `a line titled ${merchant}`, line.title)
  const agent = textAt(purchase, 'agent.name')
  if (agent === null || line.subtitle === null) yield unseen('R-069', UNTOLD)
  else
    yield judge('R-069', reply, line.subtitle === agent, `a line subtitled ${agent}`, line.subtitle)
  const net = netOf(purchase)
  if (net === null || line.minor === null) yield unseen('R-070', UNTOLD)
  else yield judge('R-070', reply, line.minor === net, `a line over ${net}`, line.minor)
}

/** Charged less refunded, in minor units; null when nothing says so. */
function netOf(purchase: unknown): number | null {
  const charged = at(purchase, 'charged.minor')
  const refunded = at(purchase, 'refunded.minor') ?? 0
  return typeof charged === 'number' && typeof refunded === 'number' ? charged - refunded : null
}

const refunds: Check = {
  title: 'purchases that were given back whole',
  rules: ['R-071'],
  async *run({ seen }) {
    const history = await seen.history()
    const lines = linesOf(history)
    const nothing = lines.filter(({ minor }) => minor === 0)
    if (nothing.length > 0) {
      return yield judge(
        'R-071',
        history,
        false,
        'no line over nothing',
        `${nothing.length} lines over 0`,
      )
    }
    const oldest = lines.at(-1)?.at ?? null
    if (oldest === null || lines.every(({ purchaseId }) => purchaseId === null)) {
      return yield unseen(this.rules, UNNAMED)
    }
    // Younger than the oldest line in view: were it in the history, it would be in view as well.
    const young = purchasesOf(await seen.purchases()).filter(
      (purchase) => Date.parse(textAt(purchase, 'created_at') ?? '') > oldest,
    )
    for (const purchase of young.filter((one) => ENDED_ONCE.includes(textAt(one, 'state') ?? ''))) {
      yield* givenBack(seen, textAt(purchase, 'purchase_id') ?? '', lines)
    }
  },
}

const ENDED_ONCE = ['completed', 'failed', 'cancelled']

async function* givenBack(seen: Seen, id: string, lines: readonly Line[]): AsyncGenerator<Verdict> {
  const reply = await seen.status(id)
  const purchase = at(reply.json, 'purchase')
  if (at(purchase, 'charged.minor') === undefined || netOf(purchase) !== 0) return
  const shown = lines.some(({ purchaseId }) => purchaseId === id)
  yield judge('R-071', reply, !shown, 'no line of it in the history', shown ? 'a line' : 'no line')
}

export const LINES: readonly Check[] = [compared, refunds]
