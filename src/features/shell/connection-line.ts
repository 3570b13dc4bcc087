import type { LoggedAttempt } from '@/api/core/journal'
import type { Wait } from '@/api/core/waits'

export type ConnectionLine = { text: string; dot: 'good' | 'waiting' | 'unknown' }

type Facts = {
  online: boolean
  /** Only a person signing in again goes on from there. */
  ended: boolean
  waits: readonly Pick<Wait, 'reason'>[]
  /** How the last finished request ended; null before the first. */
  last: LoggedAttempt['outcome'] | null
}

/** What the navigation says about the way to Envoy. Never "connected" before Envoy has answered. */
export function connectionLine({ online, ended, waits, last }: Facts): ConnectionLine {
  const waitingFor = new Set(waits.map((wait) => wait.reason))
  if (!online || waitingFor.has('offline')) return { text: 'You are offline', dot: 'unknown' }
  if (ended) return { text: 'Reconnect needed', dot: 'waiting' }
  if (waitingFor.has('rate_limited')) return { text: 'Waiting, as Envoy asked', dot: 'waiting' }
  if (waitingFor.has('breaker') || waitingFor.has('unavailable')) {
    return { text: 'Envoy is not answering', dot: 'waiting' }
  }
  if (waitingFor.has('no_reply')) return { text: 'Reconnecting to Envoy', dot: 'waiting' }
  return lineAfter(last)
}

/** While nothing is waited for: what was last heard from Envoy stands. */
function lineAfter(last: Facts['last']): ConnectionLine {
  switch (last) {
    case null:
      return { text: 'Connecting to Envoy', dot: 'unknown' }
    case 'no_reply':
      return { text: 'Envoy did not answer', dot: 'waiting' }
    case 'rate_limited':
      return { text: 'Envoy asked us to wait', dot: 'waiting' }
    case 'retry_after':
      return { text: 'Envoy is not answering', dot: 'waiting' }
    default:
      return { text: 'Connected to Envoy', dot: 'good' }
  }
}
