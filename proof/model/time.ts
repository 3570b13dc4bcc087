import { abortError } from '@/api/core/abort'
import type { Clock } from '@/api/core/clock'

/** One instant, ms: as it truly is, as the browser's settable clock shows it, and without its sleep. */
export type Moment = { readonly real: number; readonly wall: number; readonly awake: number }

/** Whose machine something happens on: only the browser's can be asleep or have its clock set. */
type Side = 'browser' | 'envoy'

type Happening = { readonly side: Side; due(): number; run(): unknown }

/**
 * The time of everything in a run. It goes on only when told to, from one happening to the next.
 * Envoy's machine keeps true time; the browser's wall clock can be set, and its steady clock stands
 * still while the machine sleeps.
 */
export type VirtualTime = {
  now(): Moment
  /** Milliseconds on Envoy's machine. */
  real(): number
  /** Lets something happen once after so many ms; returns the way to call it off. */
  after(side: Side, ms: number, run: () => unknown): () => void
  /** Lets `ms` pass. */
  pass(ms: number): Promise<void>
  /** Lets time pass until `done`, at most `ms`; whether it was done. */
  passUntil(done: () => boolean, ms: number): Promise<boolean>
  /** The browser's machine sleeps; what comes for it waits. */
  sleep(ms: number): Promise<void>
  /** Sets the browser's clock. */
  jump(ms: number): void
  /** The clock of one page; a page that is gone never wakes again. */
  clockOf(page: { readonly gone: boolean }, random: () => number): Clock
}

/** 30 Nov 2026, 06:00 UTC. */
export const START = Date.UTC(2026, 10, 30, 6)

/** Everything that needs no time happens: streams of replies take some turns of their own. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

export function createTime(): VirtualTime {
  let real = 0
  let offset = 0
  let slept = 0
  let asleep = false
  const happenings = new Set<Happening>()

  const wall = () => START + real + offset
  const steady = () => real - slept

  const nextDue = (end: number) => {
    let next: Happening | null = null
    for (const one of happenings) {
      if (asleep && one.side === 'browser') continue
      // Those that are due together happen in the order they were planned.
      if (one.due() <= end && (next === null || one.due() < next.due())) next = one
    }
    return next
  }

  const step = async (end: number): Promise<boolean> => {
    const next = nextDue(end)
    if (!next) return false
    real = Math.max(real, next.due())
    happenings.delete(next)
    await next.run()
    await settle()
    return true
  }

  const plan = (happening: Happening) => {
    happenings.add(happening)
    return () => void happenings.delete(happening)
  }

  const pass = async (ms: number) => {
    const end = real + ms
    await settle()
    while (await step(end));
    real = end
  }

  return {
    now: () => ({ real, wall: wall(), awake: steady() }),
    real: () => real,
    after(side, ms, run) {
      const due = real + ms
      return plan({ side, due: () => due, run })
    },
    pass,
    async passUntil(done, ms) {
      const end = real + ms
      await settle()
      while (!done()) if (!(await step(end))) return false
      return true
    },
    async sleep(ms) {
      asleep = true
      await pass(ms)
      slept += ms
      asleep = false
    },
    jump(ms) {
      offset += ms
    },
    clockOf: (page, random) => ({
      now: wall,
      steady,
      random,
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(abortError())
          const length = Number.isNaN(ms) ? 0 : Math.max(0, ms)
          const wallEnd = wall() + length
          const steadyEnd = steady() + length
          const callOff = plan({
            side: 'browser',
            // As the system's clock does: whichever says first that the time is up.
            due: () => Math.min(wallEnd - START - offset, steadyEnd + slept),
            run() {
              signal?.removeEventListener('abort', giveUp)
              if (!page.gone) resolve()
            },
          })
          const giveUp = () => {
            callOff()
            reject(abortError())
          }
          signal?.addEventListener('abort', giveUp, { once: true })
        }),
    }),
  }
}
