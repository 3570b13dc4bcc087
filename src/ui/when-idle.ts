/** Runs a task once the browser has nothing better to do; returns how to call it off. */
export function whenIdle(task: () => unknown): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(task, 3_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 10_000 })
  return () => cancelIdleCallback(handle)
}
