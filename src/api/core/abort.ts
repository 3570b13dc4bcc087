/** What every abandoned wait and call rejects with. */
export function abortError(): DOMException {
  return new DOMException('The call was given up', 'AbortError')
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** @throws AbortError when the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError()
}

/** What `work` comes to, unless `signal` fires first: then it rejects with an AbortError. */
export async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: Promise<T>,
): Promise<T> {
  const link = linkAbort(signal)
  const abort = new Promise<never>((_, reject) => {
    if (link.signal.aborted) reject(abortError())
    link.signal.addEventListener('abort', () => reject(abortError()), { once: true })
  })
  return Promise.race([work, abort]).finally(link.unlink)
}

export type LinkedAbort = {
  readonly signal: AbortSignal
  abort(): void
  /** Lets go of the parent: a long-lived signal must not collect listeners. */
  unlink(): void
}

/** A signal of our own that also fires when `parent` does. */
export function linkAbort(parent: AbortSignal | undefined): LinkedAbort {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (parent?.aborted) abort()
  else parent?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    abort,
    unlink: () => parent?.removeEventListener('abort', abort),
  }
}
