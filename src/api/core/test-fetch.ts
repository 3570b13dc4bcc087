import type { Clock } from './clock'

/** One request as it was sent. */
export type SentRequest = {
  readonly at: number
  readonly url: string
  readonly body: string
  readonly headers: Headers
  readonly signal: AbortSignal
}

/** What comes back: a response, a network failure, nothing ever, or a response after so many ms. */
export type Answer =
  | Response
  | 'network'
  | 'hang'
  | { readonly afterMs: number; readonly answer: Response | 'network' }

/** A `fetch` that answers as told; `n` counts from 0. */
export function createScriptedFetch(
  clock: Clock,
  answer: (n: number, request: SentRequest) => Answer,
) {
  const sent: SentRequest[] = []
  const send = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const signal = init.signal ?? new AbortController().signal
    const request = {
      at: clock.now(),
      url: String(url),
      body: String(init.body),
      headers: new Headers(init.headers),
      signal,
    }
    sent.push(request)
    const given = answer(sent.length - 1, request)
    if (given === 'hang') return new Promise((_, reject) => onAbort(signal, reject))
    if (given instanceof Response || given === 'network') return deliver(given)
    await clock.sleep(given.afterMs, signal)
    return deliver(given.answer)
  }
  return { fetch: send, sent }
}

function deliver(answer: Response | 'network'): Response {
  if (answer === 'network') throw new TypeError('Failed to fetch')
  return answer
}

function onAbort(signal: AbortSignal, reject: (error: unknown) => void): void {
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
}

/** How a promise ended, without a rejection going unnoticed. */
export function outcomeOf<T>(promise: Promise<T>): {
  readonly state: () => 'pending' | 'done' | 'failed'
  readonly value: () => T | undefined
  readonly error: () => unknown
} {
  let state: 'pending' | 'done' | 'failed' = 'pending'
  let value: T | undefined
  let error: unknown
  promise.then(
    (result) => {
      state = 'done'
      value = result
    },
    (reason) => {
      state = 'failed'
      error = reason
    },
  )
  return { state: () => state, value: () => value, error: () => error }
}
