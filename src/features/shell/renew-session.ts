import { readSession } from '@/api/envoy/session'
import { createPassbookApi } from '@/api/session/passbook-api'
import { createRenewOnce, type RenewOutcome } from '@/api/session/renew-once'
import type { SessionKeeper } from './session-state'

const ask: typeof fetch = (...request) => fetch(...request)

/** Renews the session of the account `tag`, in turn with the other tabs. */
export function renewSession(
  keeper: Pick<SessionKeeper, 'restart'>,
  tag: string,
  marginS: number,
): Promise<RenewOutcome> {
  const { refresh } = createPassbookApi(ask)
  const parts = { readSession: () => readSession(ask), refresh, locks: navigator.locks }
  return createRenewOnce({ ...parts, tag, onOther: keeper.restart })(marginS)
}
