import type { ToolName } from '@/api/envoy/contract'
import type { World } from './world'

/** A key belongs to an account and a tool (R-045, C29); it never ends (C28). */
export type KeyScope = { account: string; tool: ToolName; key: string }

/** A key that was used: with this input, or with another; or one never seen. */
export type KeyUse = { kind: 'new' } | { kind: 'same'; purchaseId: string } | { kind: 'other' }

/** Inputs as one text for comparison: every field but the key, whatever their order (C26). Amounts go in as paise. */
export function canonicalInput(fields: Readonly<Record<string, string | number | null>>): string {
  const names = Object.keys(fields).sort()
  return JSON.stringify(names.map((name) => [name, fields[name]]))
}

/** How a key was used before. */
export function keyUse(world: World, scope: KeyScope, input: string): KeyUse {
  const row = world.db
    .prepare<[string, string, string], { input: string; purchase_id: string }>(
      'SELECT input, purchase_id FROM idempotency WHERE account = ? AND tool = ? AND key = ?',
    )
    .get(scope.account, scope.tool, scope.key)
  if (!row) return { kind: 'new' }
  return row.input === input ? { kind: 'same', purchaseId: row.purchase_id } : { kind: 'other' }
}

/** Keeps a key with its input; in the same transaction as what it did. */
export function rememberKey(
  world: World,
  scope: KeyScope,
  input: string,
  purchaseId: string,
): void {
  world.db
    .prepare(
      `INSERT INTO idempotency (account, tool, key, input, purchase_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(scope.account, scope.tool, scope.key, input, purchaseId, world.clock.now())
}
