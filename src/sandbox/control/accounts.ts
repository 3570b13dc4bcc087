import { z } from 'zod'
import { setAccount } from '../accounts'
import type { World } from '../world'
import { jsonRoute } from './body'
import { accountName, flag } from './fields'

const schema = z.strictObject({
  account: accountName,
  enabled: flag.optional(),
  connection_scoped_list: flag.optional(),
  lines_carry_purchase_id: flag.optional(),
})

/** `POST /control/accounts`: sets the switches that are given and answers with all of them. */
export function setAccountRoute(world: World) {
  return jsonRoute(schema, (input) => {
    const row = setAccount(world, input.account, {
      enabled: input.enabled,
      connectionScopedList: input.connection_scoped_list,
      linesCarryPurchaseId: input.lines_carry_purchase_id,
    })
    return {
      account: row.account,
      enabled: row.enabled === 1,
      connection_scoped_list: row.connection_scoped_list === 1,
      lines_carry_purchase_id: row.lines_carry_purchase_id === 1,
    }
  })
}
