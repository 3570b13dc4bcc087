import { abortError } from '../core/abort'
import { createStore, type Store } from '../core/store'
import type { AfterRefusal } from './after-refusal'
import type { RenewOnce } from './renew-once'

/** Keeps the way to Envoy open for one account, until the account's connection is closed. */
export type Renewal = {
  /** What the Envoy client sends with: renews first when that is due. */
  readonly fetch: typeof fetch
  /** Null: nothing is due, so that a call whose turn it is leaves at once. Else renews, and is awaited before. */
  ready(): Promise<void> | null
  /** True: nothing can be asked any more until a person signs in again. */
  readonly ended: Store<boolean>
  /** False in one-token mode: there is no session to renew, to end or to sign out of. */
  readonly renewable: boolean
  end(): void
  /** The session of this account was read again, and stays open for so many seconds. */
  take(freshForS: number | null): void
}

export type RenewalDeps = {
  readonly fetch: typeof fetch
  readonly renewOnce: RenewOnce
  readonly afterRefusal: AfterRefusal
  readonly now: () => number
  /** Fires with the end of the connection: what comes later is nobody's any more. */
  readonly closed: AbortSignal
  readonly freshForS: number | null
  /** Looks in the storage whether another tab has signed out meanwhile; ends the connection then. */
  readonly look?: () => void
  /** The session turned out to be over. */
  readonly onEnded?: () => void
}

/** Renewed so long before it is over (ms): a call on its way must not arrive too late. */
const MARGIN_MS = 15_000
/** Nothing is due again so soon after a renewal, whatever came of it (ms). */
const RENEWED_MS = 1_000

/** Renews once for all calls of a tab; the server alone decides what a session is worth (SR-3). */
export function createRenewal(deps: RenewalDeps): Renewal {
  const ended = createStore(false)
  const renewable = deps.freshForS !== null
  /** Not known before the first renewal: a page may be loaded when a session is nearly over. */
  let lifetimeMs = Number.POSITIVE_INFINITY
  let freshUntil = 0
  let renewedAt = Number.NEGATIVE_INFINITY
  let underway: ReturnType<RenewOnce> | null = null

  const take = (freshForS: number | null) => {
    const ms = freshForS === null ? Number.POSITIVE_INFINITY : freshForS * 1000
    freshUntil = deps.now() + ms
    ended.set(false)
  }
  // A session that lives for seconds only is not renewed before every call.
  const marginMs = () => Math.min(MARGIN_MS, lifetimeMs / 3)
  const end = () => {
    if (!renewable || deps.closed.aborted) return
    ended.set(true)
    deps.onEnded?.()
  }

  const renew = async () => {
    underway ??= deps.renewOnce(marginMs() / 1000).finally(() => {
      underway = null
    })
    const outcome = await underway
    if (deps.closed.aborted) throw abortError()
    if (outcome.kind === 'fresh') {
      lifetimeMs = (outcome.freshForS ?? Number.POSITIVE_INFINITY) * 1000
      take(outcome.freshForS)
    }
    if (outcome.kind === 'ended') end()
    renewedAt = deps.now()
    return outcome.kind
  }

  /** A session that is over at once is renewed before a call, not for ever. */
  const justRenewed = () => Math.abs(deps.now() - renewedAt) < RENEWED_MS
  const isDue = () => !ended.get() && !justRenewed() && deps.now() >= freshUntil - marginMs()
  const ready = () => (isDue() ? renew().then(() => {}) : null)

  take(deps.freshForS)
  return {
    ended,
    renewable,
    end,
    take,
    ready,
    async fetch(input, init) {
      const renewing = ready()
      if (renewing) await renewing
      // The news of a sign-out may still be on its way; what it left in the storage is there at once.
      deps.look?.()
      if (deps.closed.aborted) throw abortError()
      // What the server would say, without asking it.
      if (ended.get()) return Response.json({ passbook: { kind: 'signed_out' } }, { status: 401 })
      const again = () => deps.fetch(input, init)
      const response = await again()
      if (!renewable || response.status !== 401) return response
      return deps.afterRefusal(response, { url: String(input), renew, again })
    },
  }
}
