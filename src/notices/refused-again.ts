import { useSyncExternalStore } from 'react'
import type { LoggedAttempt, RequestLog } from '@/api/core/journal'

/**
 * Whether Envoy has asked to wait once more after a wait, and given no other reply since. A token that
 * is no good can look like that (B4): then signing in again is offered beside waiting.
 */
export function isRefusedAgain(attempts: readonly LoggedAttempt[]): boolean {
  let last: LoggedAttempt | null = null
  for (const attempt of attempts.toReversed()) {
    if (attempt.outcome === 'rate_limited') {
      // Calls that were under way together make one refusal.
      if (last !== null && (attempt.endedAt ?? Infinity) <= last.startedAt) return true
      last ??= attempt
    } else if (['done', 'stop', 'retry_after'].includes(attempt.outcome)) return false
  }
  return false
}

const never = () => () => {}

export function useRefusedAgain(requests: RequestLog | undefined): boolean {
  const read = () => requests !== undefined && isRefusedAgain(requests.entries.get())
  return useSyncExternalStore(requests?.entries.subscribe ?? never, read, read)
}
