/** Whether a request still fits its window; if not, after how many whole seconds the next window opens. */
type RateVerdict = { ok: true } | { ok: false; retryAfterSeconds: number }

export type RateWindows = {
  /** Counts one authenticated request of a token (R-093, C42). */
  take(tokenHash: string): RateVerdict
  /** Counts one failed sign-in of a client's address (R-113, C43). */
  takeFailedSignIn(address: string): RateVerdict
  /** Forgets every window. */
  reset(): void
}

/** Failed sign-ins a client's address may make in one window (C43). */
const FAILED_SIGN_INS = 20

/** Windows kept before those that are over are swept out. */
const SWEEP_ABOVE = 1_000

/**
 * Fixed windows on the monotonic clock `mono` (milliseconds). A key's window opens with its
 * first request, so that no run of requests can straddle two windows and pass twice the rate.
 */
export function createRateWindows(
  mono: () => number,
  rate: number,
  windowSeconds: number,
): RateWindows {
  const tokens = createWindows(mono, rate, windowSeconds)
  const addresses = createWindows(mono, FAILED_SIGN_INS, windowSeconds)
  return {
    take: tokens.take,
    takeFailedSignIn: addresses.take,
    reset() {
      tokens.reset()
      addresses.reset()
    },
  }
}

function createWindows(mono: () => number, limit: number, windowSeconds: number) {
  const length = windowSeconds * 1000
  const windows = new Map<string, { opened: number; count: number }>()

  function windowOf(key: string) {
    const now = mono()
    const known = windows.get(key)
    if (known && now - known.opened < length) return known
    if (windows.size > SWEEP_ABOVE) {
      for (const [old, { opened }] of windows) if (now - opened >= length) windows.delete(old)
    }
    const fresh = { opened: now, count: 0 }
    windows.set(key, fresh)
    return fresh
  }

  return {
    take(key: string): RateVerdict {
      const window = windowOf(key)
      if (window.count < limit) {
        window.count += 1
        return { ok: true }
      }
      const left = Math.ceil((window.opened + length - mono()) / 1000)
      return { ok: false, retryAfterSeconds: Math.min(Math.max(left, 1), windowSeconds) }
    },
    reset: () => windows.clear(),
  }
}
