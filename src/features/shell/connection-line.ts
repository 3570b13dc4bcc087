import type { Wait } from '@/api/core/waits'

export type ConnectionLine = { text: string; dot: 'good' | 'waiting' | 'unknown' }

type Facts = {
  online: boolean
  /** Only a person signing in again goes on from there. */
  ended: boolean
  waits: readonly Pick<Wait, 'reason'>[]
  /** How the last finished request ended; null before the first. */
  answered: boolean | null
}

/** What the navigation says about the way to Envoy. Never "connected" before Envoy has answered. */
export function connectionLine({ online, ended, waits, answered }: Facts): ConnectionLine {
  const waitingFor = new Set(waits.map((wait) => wait.reason))
  if (!online || waitingFor.has('offline')) return { text: 'You are offline', dot: 'unknown' }
  if (ended) return { text: 'Reconnect needed', dot: 'waiting' }
  if (waitingFor.has('rate_limited')) return { text: 'Waiting, as Envoy asked', dot: 'waiting' }
  if (waitingFor.has('breaker') || waitingFor.has('unavailable')) {
    return { text: 'Envoy is not answering', dot: 'waiting' }
  }
  if (waitingFor.has('no_reply')) return { text: 'Reconnecting to Envoy', dot: 'waiting' }
  if (answered === null) return { text: 'Connecting to Envoy', dot: 'unknown' }
  if (!answered) return { text: 'Envoy did not answer', dot: 'waiting' }
  return { text: 'Connected to Envoy', dot: 'good' }
}
