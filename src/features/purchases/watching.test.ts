import { describe, expect, it } from 'vitest'
import type { Sighting } from '@/api/envoy/watch'
import { HIDDEN_LIMIT_MS, type Visibility, watchWhileSeen } from './watching'

const CHECKING: Sighting = { kind: 'checking' }

/** A tab that a test hides and shows, and a clock it moves. */
function stage() {
  let hidden = false
  let elapsed = 0
  const listeners = new Set<() => void>()
  const sleepers: { due: number; wake: () => void }[] = []
  const visibility: Visibility = {
    hidden: () => hidden,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    visibility,
    listeners,
    clock: {
      sleep: (ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          sleepers.push({ due: elapsed + ms, wake: resolve })
          signal?.addEventListener('abort', () => reject(signal.reason))
        }),
    },
    async show(seen: boolean) {
      hidden = !seen
      for (const listener of [...listeners]) listener()
      await settle()
    },
    async pass(ms: number) {
      elapsed += ms
      for (const { due, wake } of sleepers) if (due <= elapsed) wake()
      await settle()
    },
  }
}

/** Watches that never end by themselves; each start is counted, each end by abort as well. */
function endlessWatch() {
  const starts: AbortSignal[] = []
  async function* watch(signal: AbortSignal): AsyncGenerator<Sighting> {
    starts.push(signal)
    yield CHECKING
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  return { watch, starts }
}

function run(
  start: ReturnType<typeof stage>,
  watch: (signal: AbortSignal) => AsyncGenerator<Sighting>,
) {
  const leave = new AbortController()
  const seen: Sighting[] = []
  const done = (async () => {
    const { clock, visibility } = start
    for await (const one of watchWhileSeen(watch, { signal: leave.signal, clock, visibility })) {
      seen.push(one)
    }
  })()
  return { leave, seen, done }
}

describe('watchWhileSeen', () => {
  it('[CT-4] gives the held read up after 60 s hidden, and begins anew when seen again', async () => {
    const tab = stage()
    const { watch, starts } = endlessWatch()
    const { leave, seen, done } = run(tab, watch)
    await tab.show(false)
    await tab.pass(HIDDEN_LIMIT_MS - 1)
    expect(starts[0]?.aborted).toBe(false)
    await tab.pass(1)
    expect(starts[0]?.aborted).toBe(true)
    await tab.pass(10 * HIDDEN_LIMIT_MS)
    expect(starts).toHaveLength(1)
    await tab.show(true)
    expect(starts).toHaveLength(2)
    expect(seen).toEqual([CHECKING, CHECKING])
    leave.abort()
    await done
  })

  it('[CT-4] a short look at another tab costs nothing', async () => {
    const tab = stage()
    const { watch, starts } = endlessWatch()
    const { leave, done } = run(tab, watch)
    await tab.show(false)
    await tab.pass(HIDDEN_LIMIT_MS - 1)
    await tab.show(true)
    await tab.pass(HIDDEN_LIMIT_MS)
    expect(starts).toHaveLength(1)
    expect(starts[0]?.aborted).toBe(false)
    leave.abort()
    await done
  })

  it('leaving aborts the held read and leaves no listener behind', async () => {
    const tab = stage()
    const { watch, starts } = endlessWatch()
    const { leave, done } = run(tab, watch)
    await tab.pass(0)
    leave.abort()
    await done
    expect(starts[0]?.aborted).toBe(true)
    expect(tab.listeners.size).toBe(0)
  })

  it('leaving while hidden ends it without another read', async () => {
    const tab = stage()
    const { watch, starts } = endlessWatch()
    const { leave, done } = run(tab, watch)
    await tab.show(false)
    await tab.pass(HIDDEN_LIMIT_MS)
    leave.abort()
    await done
    expect(starts).toHaveLength(1)
    expect(tab.listeners.size).toBe(0)
  })

  it('[product] ends with the watch: final states are final', async () => {
    const tab = stage()
    let starts = 0
    async function* once(): AsyncGenerator<Sighting> {
      starts += 1
      yield CHECKING
    }
    await run(tab, once).done
    expect(starts).toBe(1)
  })

  it('a fault of the watch is not swallowed', async () => {
    const tab = stage()
    // biome-ignore lint/correctness/useYield: it breaks before it sees anything
    async function* broken(): AsyncGenerator<Sighting> {
      throw new TypeError('broken')
    }
    await expect(run(tab, broken).done).rejects.toThrow('broken')
  })
})
