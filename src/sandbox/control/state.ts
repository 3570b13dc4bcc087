import { REQUESTS_PER_MINUTE } from '@/api/envoy/contract'
import type { World } from '../world'
import { plainRoute } from './body'

type Counted = {
  account: string
  name: string
  enabled: 0 | 1
  connection_scoped_list: 0 | 1
  lines_carry_purchase_id: 0 | 1
  lines: number
  purchases: number
}

const WINDOW_SECONDS = 60

/** `GET /control/state`: what the sandbox holds right now. */
export function readStateRoute(world: World) {
  return plainRoute(() => {
    const { settings, clock } = world
    const accounts = countedAccounts(world)
    return {
      now: new Date(clock.now()).toISOString(),
      frozen: clock.frozen(),
      lines: accounts.reduce((sum, account) => sum + account.lines, 0),
      purchases: accounts.reduce((sum, account) => sum + account.purchases, 0),
      accounts,
      faults: world.faults.active(),
      settings: {
        rate: settings.rate,
        window_s: settings.windowSeconds,
        lines: settings.lines,
        seed: settings.seed,
        ...noteOf(settings.rate, settings.windowSeconds),
      },
    }
  })
}

function noteOf(rate: number, windowSeconds: number): { note?: string } {
  if (rate === REQUESTS_PER_MINUTE && windowSeconds === WINDOW_SECONDS) return {}
  return {
    note: `Not Envoy’s own limit: ${rate} requests in ${windowSeconds} s instead of ${REQUESTS_PER_MINUTE} in ${WINDOW_SECONDS} s.`,
  }
}

function countedAccounts(world: World) {
  return world.db
    .prepare<[], Counted>(
      `SELECT a.*,
         (SELECT count(*) FROM lines WHERE lines.account = a.account) AS lines,
         (SELECT count(*) FROM purchases WHERE purchases.account = a.account) AS purchases
       FROM accounts a ORDER BY a.account`,
    )
    .all()
    .map((row) => ({
      ...row,
      enabled: row.enabled === 1,
      connection_scoped_list: row.connection_scoped_list === 1,
      lines_carry_purchase_id: row.lines_carry_purchase_id === 1,
    }))
}
