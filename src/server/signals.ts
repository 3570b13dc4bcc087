/** npm passes on the signal that the terminal has given the whole group already: both are one. */
const SAME_MS = 500

/**
 * What to do on SIGTERM and the like: the first stops in peace and exits with 0; one more, if it is
 * not the same once again, exits at once with 1.
 */
export function createSignalHandler(parts: {
  stop(): Promise<void>
  exit(code: number): void
  /** Milliseconds on a clock that only goes forward. */
  now(): number
}): () => void {
  let first: number | null = null
  return () => {
    if (first !== null) {
      if (parts.now() - first >= SAME_MS) parts.exit(1)
      return
    }
    first = parts.now()
    parts.stop().then(
      () => parts.exit(0),
      () => parts.exit(1),
    )
  }
}
