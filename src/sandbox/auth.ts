import { WRITE_TOOLS } from '@/api/envoy/contract'
import type { Failure } from './errors'
import { failure } from './errors'
import type { AccountRow, TokenRow } from './store/schema'
import { findToken, hashToken } from './tokens'
import type { World } from './world'

/** Who calls: the token's row if the bearer is good, and the hash of whatever was presented. */
export type Caller = { token: TokenRow | null; tokenHash: string | null }

/** Reads `Authorization: Bearer …`; an unknown or expired token is no token. */
export function callerOf(world: World, authorization: string | undefined): Caller {
  const bearer = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization?.trim() ?? '')?.[1]
  if (!bearer) return { token: null, tokenHash: null }
  return { token: findToken(world, bearer), tokenHash: hashToken(bearer) }
}

/** What this account and this token may not do; null when nothing stands against the call. */
export function refusal(account: AccountRow, token: TokenRow, tool: string): Failure | null {
  if (account.enabled === 0) return failure('SERVICE_NOT_ENABLED')
  const writes = WRITE_TOOLS.some((write) => write === tool)
  const allowed: readonly string[] = writes ? ['agent'] : ['agent', 'agent:read']
  return token.scope.split(' ').some((scope) => allowed.includes(scope))
    ? null
    : failure('NOT_ALLOWED')
}
