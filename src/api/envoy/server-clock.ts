import type { Clock } from '../core/clock'
import type { Reply } from '../core/exchange'

export type ServerClock = {
  /** Envoy's time by our clock and the last good reply, epoch ms. */
  now(): number
  observe(serverTime: number | null, reply: Pick<Reply, 'sentAt' | 'receivedAt'>): void
}

/** A slower exchange (a held read, a laptop that slept) tells the time too vaguely, in ms. */
const QUICK_MS = 5_000

/** Envoy's clock: `server_time` belongs to about the middle of the exchange (CT-5). */
export function createServerClock(clock: Clock): ServerClock {
  let skew = 0
  return {
    now: () => clock.now() + skew,
    observe(serverTime, { sentAt, receivedAt }) {
      const roundTrip = receivedAt - sentAt
      if (serverTime === null || roundTrip < 0 || roundTrip > QUICK_MS) return
      skew = serverTime + roundTrip / 2 - receivedAt
    },
  }
}
