import { z } from 'zod'
import { dataReply } from '../envelope'
import { invalidInput } from '../errors'
import { readFields } from '../fields'
import type { PurchaseRow } from '../store/schema'
import { listedView } from '../view'
import type { World } from '../world'
import type { Tool } from './tool'

const input = z.strictObject({ limit: z.int().min(1).max(20).default(10) })
const expected = { limit: 'an integer from 1 to 20' }

/** list_purchases: newest first, no paging, `truncated` when there are more (R-167…R-171, B11). */
export function listPurchases(world: World): Tool {
  const newest = world.db.prepare<[string, string | null, string | null, number], PurchaseRow>(
    `SELECT * FROM purchases WHERE account = ? AND (? IS NULL OR connection = ?)
     ORDER BY created_at DESC, seq DESC LIMIT ?`,
  )
  return ({ body, problems, account, token }) => {
    const read = readFields(input, expected, body, problems)
    if (!read.ok) return invalidInput(read.fields)
    const { limit } = read.value
    const connection = account.connection_scoped_list ? token.connection : null
    const rows = newest.all(account.account, connection, connection, limit + 1)
    return dataReply({
      purchases: rows.slice(0, limit).map(listedView),
      truncated: rows.length > limit,
    })
  }
}
