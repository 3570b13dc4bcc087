import type { SandboxClock } from './world'

/**
 * The settable time of data over the machine's clocks. Until it is set it follows the
 * machine's time (or runs on from `startAt`); after `set` it runs on monotonic time, so
 * that a change of the machine's time cannot move it. Everything in milliseconds.
 */
export function createSandboxClock(machine: {
  wall(): number
  mono(): number
  sleep?: SandboxClock['sleep']
  startAt: number | null
}): SandboxClock {
  type Time = { base: number; since: number; frozen: boolean } | 'machine'
  const initial = (): Time =>
    machine.startAt === null
      ? 'machine'
      : { base: machine.startAt, since: machine.mono(), frozen: false }
  let time = initial()
  return {
    now() {
      if (time === 'machine') return Math.floor(machine.wall())
      return time.frozen ? time.base : Math.floor(time.base + machine.mono() - time.since)
    },
    set(now, freeze) {
      time = { base: now, since: machine.mono(), frozen: freeze }
    },
    frozen: () => time !== 'machine' && time.frozen,
    restart() {
      time = initial()
    },
    mono: machine.mono,
    wall: machine.wall,
    sleep: machine.sleep ?? sleepOnMachine,
  }
}

function sleepOnMachine(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, signal.aborted ? 0 : ms)
    signal.addEventListener('abort', wake)
  })
}
