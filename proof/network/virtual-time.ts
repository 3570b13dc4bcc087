import { setImmediate as turn } from 'node:timers/promises'
import { abortError } from '@/api/core/abort'
import type { Clock } from '@/api/core/clock'

/**
 * Time that jumps to whatever is due next, but only while nothing real is going on: real sockets,
 * and hours that pass in milliseconds.
 */
export type VirtualTime = {
  /** For the client. */
  readonly clock: Clock
  /** For the servers and the network: who sleeps here keeps an exchange waiting on purpose. */
  readonly machine: {
    wall(): number
    mono(): number
    /** Ends early, without an error, when `signal` fires. */
    sleep(ms: number, signal: AbortSignal): Promise<void>
  }
  /** Something real has moved. */
  stir(): void
  /** Until the returned function is called, an exchange is under way. */
  begin(): () => void
  /** Milliseconds since the beginning. */
  passed(): number
  /**
   * Lets `work` come to its end. `atRest` is asked before each jump, when nothing moves any more; if
   * it says that it has done something, there is no jump.
   */
  finish<T>(work: Promise<T>, atRest?: () => boolean): Promise<T>
  /** Waits until nothing real moves. */
  settle(): Promise<void>
}

type Sleeper = { readonly due: number; readonly theirs: boolean; wake(): void }

/** Turns of the event loop, each of which looks at every socket, without anything happening. */
const QUIET_TURNS = 12
const QUIET_MS = 2
/**
 * An exchange is under way and nobody keeps it waiting, so something will happen: a stream is
 * unpacked in a thread, or the machine is busy.
 */
const EXPECTANT_MS = 3_000
/** Nothing to wait for, and no end: the work hangs. */
const STUCK_MS = 15_000

/** Starts at `start` (epoch ms); `random` is always 0, so every wait is the shortest it may be. */
export function createVirtualTime(start: number): VirtualTime {
  let passed = 0
  let stirred = 0
  let underWay = 0
  const asleep = new Set<Sleeper>()

  const stir = () => {
    stirred += 1
  }

  const sleep = (ms: number, theirs: boolean, signal: AbortSignal | undefined) =>
    new Promise<'due' | 'ended'>((resolve) => {
      if (signal?.aborted) return resolve('ended')
      const leave = (how: 'due' | 'ended') => {
        asleep.delete(sleeper)
        signal?.removeEventListener('abort', end)
        stir()
        resolve(how)
      }
      const end = () => leave('ended')
      const sleeper = {
        due: passed + (Number.isNaN(ms) ? 0 : Math.max(0, ms)),
        theirs,
        wake: () => leave('due'),
      }
      signal?.addEventListener('abort', end, { once: true })
      asleep.add(sleeper)
      stir()
    })

  const isExpectant = () => underWay > 0 && ![...asleep].some(({ theirs }) => theirs)

  const quiet = async (enoughMs: () => number) => {
    let seen = stirred
    let since = performance.now()
    for (let turns = 0; turns < QUIET_TURNS || performance.now() - since < enoughMs(); turns += 1) {
      await turn()
      if (stirred === seen) continue
      seen = stirred
      since = performance.now()
      turns = 0
    }
  }
  const settle = () => quiet(() => (isExpectant() ? EXPECTANT_MS : QUIET_MS))

  /** Wakes whoever is next; false: nobody ever is. */
  const jump = () => {
    const next = [...asleep].sort((a, b) => a.due - b.due)[0]
    if (!next || next.due === Number.POSITIVE_INFINITY) return false
    passed = Math.max(passed, next.due)
    next.wake()
    return true
  }

  return {
    clock: {
      now: () => start + passed,
      steady: () => passed,
      random: () => 0,
      async sleep(ms, signal) {
        if ((await sleep(ms, false, signal)) === 'ended') throw abortError()
      },
    },
    machine: {
      wall: () => start + passed,
      mono: () => passed,
      sleep: async (ms, signal) => void (await sleep(ms, true, signal)),
    },
    stir,
    begin() {
      underWay += 1
      stir()
      let over = false
      return () => {
        if (over) return
        over = true
        underWay -= 1
        stir()
      }
    },
    passed: () => passed,
    settle,
    async finish(work, atRest = () => false) {
      let ended = false
      const end = () => {
        ended = true
        stir()
      }
      work.then(end, end)
      let stuckSince = performance.now()
      for (;;) {
        await settle()
        if (ended) return work
        if (atRest() || jump()) stuckSince = performance.now()
        else if (performance.now() - stuckSince > STUCK_MS) throw new Error('Nothing happens.')
      }
    },
  }
}
