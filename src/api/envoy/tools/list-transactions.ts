import * as z from 'zod/mini'
import { callTo } from '../next'
import { items, money, parseOr, purchaseId, requiredInstant, requiredMoney, text } from '../schemas'
import type { Line, Page } from '../types'
import type { Tool } from './tool'

const dataSchema = z.object({ transactions: items, next_cursor: text })

/** What a line needs to be shown at all (C1). */
const lineSchema = z.object({
  title: z.string(),
  subtitle: z.string(),
  amount: requiredMoney,
  date: requiredInstant,
  purchase_id: purchaseId,
  refunded: money,
})

/** One page of history. A line that cannot be read never takes its page down (C1). */
export const listTransactions: Tool<Page> = {
  name: 'list_transactions',
  readOnly: true,
  read({ envelope, next, meta }) {
    const data = parseOr(dataSchema, envelope.data)
    if (data === null) return null
    const hasCursor = data.next_cursor !== null && data.next_cursor !== ''
    const follow = callTo('list_transactions', next)
    return {
      lines: data.transactions.map(readLine),
      // Followed only when both say so: a `next` alone may lead back to the first page, and
      // a cursor alone would have us build a call of our own.
      next: hasCursor ? follow : null,
      more: hasCursor || follow !== null,
      meta,
    }
  },
}

function readLine(raw: unknown): Line {
  const line = parseOr(lineSchema, raw)
  if (line === null) return { kind: 'unreadable' }
  const { title, subtitle, amount, date: at, purchase_id, refunded } = line
  return { kind: 'line', title, subtitle, amount, at, purchaseId: purchase_id, refunded }
}
