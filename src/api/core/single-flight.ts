import { abortError } from './abort'

export type SingleFlight = <T>(
  key: string,
  signal: AbortSignal | undefined,
  start: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

type Flight = {
  readonly promise: Promise<unknown>
  readonly controller: AbortController
  waiters: number
}

/**
 * Identical reads at the same time share one request. Each caller may give up alone; the request
 * itself is given up with the last of them.
 */
export function createSingleFlight(): SingleFlight {
  const flights = new Map<string, Flight>()

  const take = <T>(key: string, start: (signal: AbortSignal) => Promise<T>): Flight => {
    const current = flights.get(key)
    if (current) return current
    const controller = new AbortController()
    const flight: Flight = { promise: start(controller.signal), controller, waiters: 0 }
    flights.set(key, flight)
    const land = () => forget(key, flight)
    flight.promise.then(land, land)
    return flight
  }

  const forget = (key: string, flight: Flight) => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  return <T>(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
  ) =>
    new Promise<T>((resolve, reject) => {
      if (signal?.aborted) return reject(abortError())
      const flight = take(key, start)
      flight.waiters += 1
      const leave = () => {
        flight.waiters -= 1
        if (flight.waiters === 0) {
          forget(key, flight)
          flight.controller.abort()
        }
        reject(abortError())
      }
      const stay = () => signal?.removeEventListener('abort', leave)
      signal?.addEventListener('abort', leave, { once: true })
      // The key names the call and its input, so that whoever shares it expects the same type.
      const shared = flight.promise as Promise<T>
      shared.then(resolve, reject).finally(stay)
    })
}
