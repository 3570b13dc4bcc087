import { abortError, linkAbort, throwIfAborted } from './abort'
import type { Clock } from './clock'

/** One answered HTTP exchange, read to its end; times in epoch ms. */
export type Reply = {
  readonly status: number
  readonly text: string
  readonly sentAt: number
  readonly receivedAt: number
  header(name: string): string | null
}

export type Lost = { readonly lost: 'network' | 'timeout' }

/** What is sent, the same for every attempt: bytes that never change. */
export type Request = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type ExchangeOptions = {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/**
 * Sends once and reads the whole body, within `timeoutMs`. A lost reply is a value, not an error.
 * @throws AbortError when `signal` fires, even if `fetch` takes no notice of it.
 */
export async function exchange(request: Request, options: ExchangeOptions): Promise<Reply | Lost> {
  throwIfAborted(options.signal)
  const link = linkAbort(options.signal)
  try {
    const outcome = await Promise.race([
      receive(request, options, link.signal).catch((): Lost => ({ lost: 'network' })),
      options.clock.sleep(options.timeoutMs, link.signal).then(
        (): Lost => ({ lost: 'timeout' }),
        () => null,
      ),
    ])
    throwIfAborted(options.signal)
    if (outcome === null) throw abortError()
    return outcome
  } finally {
    // Ends whichever of the two is still going on.
    link.abort()
    link.unlink()
  }
}

async function receive(
  request: Request,
  { fetch: send, clock }: ExchangeOptions,
  signal: AbortSignal,
): Promise<Reply> {
  const sentAt = clock.now()
  const response = await send(request.url, {
    method: 'POST',
    headers: request.headers,
    body: request.body,
    signal,
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'error',
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    sentAt,
    receivedAt: clock.now(),
    header: (name) => response.headers.get(name),
  }
}
