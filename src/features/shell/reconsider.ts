import type { Session } from '@/api/envoy/session'
import { isSignOutPending } from '@/api/session/sign-out-mark'
import type { SessionKeeper } from './session-state'

/** The browser's session may be another one by now: reads it, and keeps the pages if it is not. */
export async function reconsider(
  keeper: Pick<SessionKeeper, 'state' | 'storage' | 'restart'>,
  readSession: () => Promise<Session>,
): Promise<void> {
  const before = keeper.state.get()
  // While it is being read for the first time there is nothing to think over.
  if (isSignOutPending(keeper.storage) || before.status === 'starting') return
  const session = await readSession().catch(() => null)
  if (!session?.account || keeper.state.get() !== before) return
  if (before.status === 'open' && before.connection.account.tag === session.account.tag) {
    before.renewal.take(session.freshForS)
  } else if (before.status !== 'locked') keeper.restart()
}
