import type { AccountRow } from './store/schema'
import type { World } from './world'

/** The two accounts that exist after a reset. */
export const SEEDED_ACCOUNTS = { demo: 'Meera Kulkarni', other: 'Arjun Nair' } as const

/** Switches of an account; what is left out stays as it is. */
export type AccountChange = {
  enabled?: boolean | undefined
  connectionScopedList?: boolean | undefined
  linesCarryPurchaseId?: boolean | undefined
}

/** The account, or null if nobody has used its name yet. */
export function accountOf(world: World, account: string): AccountRow | null {
  return (
    world.db
      .prepare<[string], AccountRow>('SELECT * FROM accounts WHERE account = ?')
      .get(account) ?? null
  )
}

/** The account, created empty on first use; its display name is then the account's own name. */
export function ensureAccount(world: World, account: string): AccountRow {
  world.db
    .prepare('INSERT INTO accounts (account, name) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(account, displayName(account))
  return existing(world, account)
}

/** Sets switches (SERVICE_NOT_ENABLED, B11, C1) on an account, created if there is none. */
export function setAccount(world: World, account: string, change: AccountChange): AccountRow {
  const before = ensureAccount(world, account)
  world.db
    .prepare(
      `UPDATE accounts SET enabled = ?, connection_scoped_list = ?, lines_carry_purchase_id = ?
       WHERE account = ?`,
    )
    .run(
      flag(change.enabled, before.enabled),
      flag(change.connectionScopedList, before.connection_scoped_list),
      flag(change.linesCarryPurchaseId, before.lines_carry_purchase_id),
      account,
    )
  return existing(world, account)
}

function existing(world: World, account: string): AccountRow {
  const row = accountOf(world, account)
  if (!row) throw new Error(`The account ${account} could not be stored.`)
  return row
}

function displayName(account: string): string {
  return account === 'demo' || account === 'other' ? SEEDED_ACCOUNTS[account] : account
}

function flag(wanted: boolean | undefined, before: 0 | 1): 0 | 1 {
  return wanted === undefined ? before : wanted ? 1 : 0
}
