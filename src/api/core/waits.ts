import { createStore, type Store } from './store'

/** Why a call has not been sent (again) yet. */
export type WaitReason = 'rate_limited' | 'unavailable' | 'no_reply' | 'breaker' | 'offline'

/** One thing that is being waited for right now; times in epoch milliseconds. */
export type Wait = {
  readonly id: number
  readonly reason: WaitReason
  readonly since: number
  /** The real deadline (B1); null when nobody can know it (offline). */
  readonly until: number | null
  /** Only for waits that are our own: a wait the service asked for has no button. */
  readonly tryNow: (() => void) | null
}

export type WaitHandle = { update(until: number | null): void; end(): void }

export type Waits = {
  readonly store: Store<readonly Wait[]>
  /** Begin and end come in pairs; ending twice does nothing. */
  begin(wait: Omit<Wait, 'id'>): WaitHandle
}

/** Waits every call shares are shown once, however many calls stand behind them. */
const SHARED: ReadonlySet<WaitReason> = new Set(['rate_limited', 'breaker', 'offline'])

type Held = { wait: Wait; holders: number }

/** What the screen may show as being waited for. */
export function createWaits(): Waits {
  const store = createStore<readonly Wait[]>([])
  const held = new Map<number, Held>()
  let lastId = 0
  const publish = () => store.set([...held.values()].map((entry) => entry.wait))

  return {
    store,
    begin(wanted) {
      const shared = SHARED.has(wanted.reason)
        ? [...held.values()].find((entry) => entry.wait.reason === wanted.reason)
        : undefined
      const entry = shared ?? { wait: { ...wanted, id: ++lastId }, holders: 0 }
      entry.holders += 1
      held.set(entry.wait.id, entry)
      if (entry.wait.until !== wanted.until) entry.wait = { ...entry.wait, until: wanted.until }
      publish()
      let ended = false
      return {
        update(until) {
          if (ended || entry.wait.until === until) return
          entry.wait = { ...entry.wait, until }
          publish()
        },
        end() {
          if (ended) return
          ended = true
          entry.holders -= 1
          if (entry.holders === 0) held.delete(entry.wait.id)
          publish()
        },
      }
    },
  }
}
