import { z } from 'zod'
import { setAccount } from '../accounts'
import { setSignInSwitches, signInSwitches } from '../central-auth/account-switches'
import type { World } from '../world'
import { jsonRoute } from './body'
import { accountName, flag, whole } from './fields'

const schema = z.strictObject({
  account: accountName,
  enabled: flag.optional(),
  connection_scoped_list: flag.optional(),
  lines_carry_purchase_id: flag.optional(),
  access_ttl_s: whole(1, 366 * 86_400).optional(),
  key_bound: flag.optional(),
})

/**
 * `POST /control/accounts {"account": "demo", "enabled": true, "access_ttl_s": 20, "key_bound": false}`:
 * sets the switches that are given and answers with all of them. `access_ttl_s` is the life of access
 * tokens that signing in gives from now on (300 s), `key_bound` whether new connections need the
 * installation proof.
 */
export function setAccountRoute(world: World) {
  return jsonRoute(schema, (input) => {
    const row = setAccount(world, input.account, {
      enabled: input.enabled,
      connectionScopedList: input.connection_scoped_list,
      linesCarryPurchaseId: input.lines_carry_purchase_id,
    })
    setSignInSwitches(world, input.account, {
      accessTtlSeconds: input.access_ttl_s,
      keyBound: input.key_bound,
    })
    const { accessTtlSeconds, keyBound } = signInSwitches(world, input.account)
    return {
      account: row.account,
      enabled: row.enabled === 1,
      connection_scoped_list: row.connection_scoped_list === 1,
      lines_carry_purchase_id: row.lines_carry_purchase_id === 1,
      access_ttl_s: accessTtlSeconds,
      key_bound: keyBound,
    }
  })
}
