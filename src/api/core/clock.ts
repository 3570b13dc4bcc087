import { abortError } from './abort'

/** Time and chance as parameters, so that tests own both. */
export type Clock = {
  /** Wall clock, epoch milliseconds. */
  now(): number
  /** Milliseconds that nobody can set: they only go on, from no time in particular. */
  steady(): number
  /** Rejects with an AbortError as soon as `signal` fires; a number that is not one sleeps 0 ms. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** 0 ≤ x < 1 */
  random(): number
}

/**
 * Longest single timer. A running timer is late by as long as a laptop slept, so the wall clock is
 * looked at again at least this often; it also keeps every timer far below 2^31−1 ms, above which
 * browsers fire at once.
 */
const LONGEST_TIMER_MS = 1_000

/** The real clock. A sleep ends when the wall clock says so, or when it has truly lasted that long. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  random: () => Math.random(),
  sleep(ms, signal) {
    const length = Number.isNaN(ms) ? 0 : Math.max(0, ms)
    const wallEnd = Date.now() + length
    // The steady clock ends a sleep whose wall clock was set back.
    const steadyEnd = performance.now() + length
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortError())
      let timer: ReturnType<typeof setTimeout>
      const giveUp = () => {
        clearTimeout(timer)
        reject(abortError())
      }
      const look = () => {
        const left = Math.min(wallEnd - Date.now(), steadyEnd - performance.now())
        if (left > 0) {
          timer = setTimeout(look, Math.min(left, LONGEST_TIMER_MS))
          return
        }
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      timer = setTimeout(look, Math.min(length, LONGEST_TIMER_MS))
    })
  },
}
