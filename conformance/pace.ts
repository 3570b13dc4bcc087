/** Below Envoy's 120 a minute, so that something else may use the token as well. */
const MOST = 100
const WINDOW_MS = 61_000

export type Clock = {
  /** Monotonic milliseconds. */
  now(): number
  sleep(ms: number): Promise<void>
}

/** Lets at most 100 requests of each token out in any 61 seconds. */
export function createPace(clock: Clock, onWait: (seconds: number) => void) {
  const sent = new Map<string, number[]>()
  return {
    /** Waits for a place, unless in a hurry; the request counts either way. */
    async take(token: string, hurry: boolean): Promise<void> {
      const times = (sent.get(token) ?? []).filter((time) => clock.now() - time < WINDOW_MS)
      sent.set(token, times)
      const oldest = times[times.length - MOST]
      if (!hurry && oldest !== undefined) {
        const ms = Math.max(0, oldest + WINDOW_MS - clock.now())
        onWait(Math.ceil(ms / 1000))
        await clock.sleep(ms)
      }
      times.push(clock.now())
    },
  }
}
