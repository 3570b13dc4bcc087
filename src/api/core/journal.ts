import { createStore, type Store } from './store'

/** One attempt of one call, as Support reads it. In memory only; never written anywhere (SR-20). */
export type LoggedAttempt = {
  readonly id: number
  /** The service's own name of the call. */
  readonly call: string
  /** 1 for the first try of a call. */
  readonly attempt: number
  readonly startedAt: number
  readonly endedAt: number | null
  readonly outcome:
    | 'in_flight'
    | 'done'
    | 'rate_limited'
    | 'retry_after'
    | 'no_reply'
    | 'stop'
    | 'aborted'
  readonly status: number | null
  readonly requestId: string | null
  readonly traceId: string | null
  /** The reply as it came, without what must never be kept. */
  readonly raw: unknown
}

type AttemptEnd = Partial<Omit<LoggedAttempt, 'id' | 'call' | 'attempt' | 'startedAt'>>

export type RequestLog = {
  /** Oldest first, at most the last 200. */
  readonly entries: Store<readonly LoggedAttempt[]>
}

export type WritableRequestLog = RequestLog & {
  begin(call: string, attempt: number, startedAt: number): number
  end(id: number, end: AttemptEnd): void
}

const KEPT_ATTEMPTS = 200

/** A ring of the last attempts. */
export function createRequestLog(kept = KEPT_ATTEMPTS): WritableRequestLog {
  const entries = createStore<readonly LoggedAttempt[]>([])
  let lastId = 0
  return {
    entries,
    begin(call, attempt, startedAt) {
      const id = ++lastId
      const entry: LoggedAttempt = {
        id,
        call,
        attempt,
        startedAt,
        endedAt: null,
        outcome: 'in_flight',
        status: null,
        requestId: null,
        traceId: null,
        raw: null,
      }
      entries.set([...entries.get(), entry].slice(-kept))
      return id
    },
    end(id, end) {
      entries.set(entries.get().map((entry) => (entry.id === id ? { ...entry, ...end } : entry)))
    },
  }
}

/**
 * A write whose outcome is not known yet. Nothing of what it said is kept (B10): no merchant, no
 * amount, no answer.
 */
export type UnresolvedWrite = {
  readonly tool: string
  readonly key: string
  readonly purchaseId: string | null
  readonly questionId: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** Where unresolved writes are kept, for one account. */
export type WriteJournal = {
  /** @throws when the entry cannot be kept; then the write must not be sent. */
  record(write: UnresolvedWrite): void
  resolve(key: string): void
  unresolved(): readonly UnresolvedWrite[]
}

/** For tests, and where a browser has no storage. */
export function createMemoryJournal(): WriteJournal {
  const writes = new Map<string, UnresolvedWrite>()
  return {
    record: (write) => void writes.set(write.key, write),
    resolve: (key) => void writes.delete(key),
    unresolved: () => [...writes.values()],
  }
}
