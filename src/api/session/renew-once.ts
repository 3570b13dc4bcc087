import type { Session } from '../envoy/session'
import type { PassbookApi } from './passbook-api'

export type RenewOutcome =
  | { readonly kind: 'fresh'; readonly freshForS: number | null }
  | { readonly kind: 'ended' }
  | { readonly kind: 'unreachable' }

/** Renews the session unless somebody else just has; `marginS` is how little counts as due. */
export type RenewOnce = (marginS: number) => Promise<RenewOutcome>

type Deps = {
  /** @throws CallFailure when nothing usable came back */
  readonly readSession: () => Promise<Session>
  readonly refresh: PassbookApi['refresh']
  /** Absent where a browser has no Web Locks: the server lets only one renewal through by itself. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  /** Whose session is renewed. */
  readonly tag: string
  /** The browser's session is another account's by now. */
  readonly onOther: () => void
}

const LOCK = 'passbook.renew'
/** Longest wait for the other tabs (ms); the work inside has time-outs of its own. */
const LOCK_PATIENCE_MS = 10_000

/** One renewal for all tabs of the browser: a refresh token that is used twice ends the session (SR-3). */
export function createRenewOnce(deps: Deps): RenewOnce {
  return (marginS) => inTurn(deps.locks, () => renew(deps, marginS))
}

/** Never rejects: what is not known is 'unreachable'. */
async function renew(
  { readSession, refresh, tag, onOther }: Deps,
  marginS: number,
): Promise<RenewOutcome> {
  try {
    // Another tab may have renewed it while this one waited for its turn.
    const session = await readSession()
    if (session.account === null) return { kind: 'ended' }
    if (session.account.tag !== tag) {
      onOther()
      return { kind: 'ended' }
    }
    const { freshForS } = session
    if (freshForS === null || freshForS > marginS) return { kind: 'fresh', freshForS }
    const refreshed = await refresh()
    if (refreshed.kind === 'renewed') return { kind: 'fresh', freshForS: refreshed.freshForS }
    return { kind: refreshed.kind === 'signed_out' ? 'ended' : 'unreachable' }
  } catch {
    return { kind: 'unreachable' }
  }
}

/** Never nested and never stolen (CT-3): where the turn does not come, the work is done without it. */
async function inTurn<T>(locks: Deps['locks'], work: () => Promise<T>): Promise<T> {
  if (!locks) return work()
  let begun: Promise<T> | null = null
  try {
    await locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, () => {
      begun = work()
      return begun
    })
  } catch {
    // Not given in time, or not at all.
  }
  return begun ?? work()
}
