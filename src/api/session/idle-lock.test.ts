import { describe, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '../core/stored'
import { idleIn, isIdle, keepActive, keepLockChoice, lockByHand, readLockChoice } from './idle'
import { createIdleLock } from './idle-lock'
import { KEPT } from './kept'
import type { TabMessage } from './tab-channel'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 30, 6)

/** Tabs of one browser on one clock; a timer runs when its time has come, unless the laptop slept. */
function stage(tabs = 1) {
  const storage = createMemoryStorage()
  let now = START
  let timers: { at: number; run: () => void }[] = []
  const said: TabMessage[] = []
  const made = Array.from({ length: tabs }, () => {
    const tab = { open: true, hidden: false, locked: vi.fn() }
    const lock = createIdleLock({
      storage,
      now: () => now,
      after(ms, run) {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
      hidden: () => tab.hidden,
      open: () => tab.open,
      lock() {
        tab.open = false
        tab.locked()
      },
      say: (message) => void said.push(message),
    })
    return { ...lock, tab }
  })
  const pass = (ms: number) => {
    const end = now + ms
    for (;;) {
      const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      timers = timers.filter((other) => other !== due)
      now = Math.max(now, due.at)
      due.run()
    }
    now = end
  }
  const sleep = (ms: number) => {
    now += ms
  }
  return { storage, made, said, pass, sleep, timers: () => timers, now: () => now }
}

describe('[SR-24] the idle lock', () => {
  it('locks after 15 minutes in which nobody did anything', () => {
    const { made, pass, said } = stage()
    const [one] = made
    one?.touch()
    one?.look()
    pass(15 * MINUTE - 1)
    expect(one?.tab.locked).not.toHaveBeenCalled()
    pass(1)
    expect(one?.tab.locked).toHaveBeenCalledOnce()
    expect(said).toEqual([{ type: 'active' }, { type: 'locked' }])
  })

  it('anything done in any tab keeps all of them open', () => {
    const { made, pass } = stage(2)
    const [one, two] = made
    one?.touch()
    for (const tab of made) tab.look()
    pass(10 * MINUTE)
    two?.touch()
    pass(10 * MINUTE)
    expect(one?.tab.locked).not.toHaveBeenCalled()
    pass(5 * MINUTE)
    expect(one?.tab.locked).toHaveBeenCalledOnce()
    expect(two?.tab.locked).toHaveBeenCalledOnce()
  })

  it.each([5, 15, 60] as const)('takes the %i minutes a person chose', (minutes) => {
    const { storage, made, pass } = stage()
    keepLockChoice(storage, minutes)
    made[0]?.touch()
    made[0]?.look()
    pass(minutes * MINUTE - 1)
    expect(made[0]?.tab.locked).not.toHaveBeenCalled()
    pass(1)
    expect(made[0]?.tab.locked).toHaveBeenCalledOnce()
  })

  it.each(['0', '1', '-5', 'NaN', '1e9', ''])('a kept choice of %j is the usual one', (kept) => {
    const { storage } = stage()
    storage.setItem(KEPT.lockAfter, kept)
    expect(readLockChoice(storage)).toBe(15)
  })

  it('after a sleep, the first touch locks instead of keeping the pages open', () => {
    const { made, sleep } = stage()
    made[0]?.touch()
    made[0]?.look()
    sleep(60 * MINUTE)
    made[0]?.touch()
    expect(made[0]?.tab.locked).toHaveBeenCalledOnce()
  })

  it('on the locked screen nothing a person does counts', () => {
    const { storage, made, now } = stage()
    lockByHand(storage)
    made[0]?.look()
    made[0]?.touch()
    expect(isIdle(storage, now())).toBe(true)
    expect(made[0]?.tab.locked).toHaveBeenCalledOnce()
  })

  it('other tabs hear of a person at most once in 10 s', () => {
    const { made, pass, said } = stage()
    for (let second = 0; second < 30; second += 1) {
      made[0]?.touch()
      pass(1_000)
    }
    expect(said).toHaveLength(3)
  })

  it('holds one timer, of bounded length; a hidden tab does not look every half minute', () => {
    const { made, timers, now } = stage()
    const [one] = made
    one?.touch()
    one?.look()
    one?.look()
    expect(timers().map(({ at }) => at - now())).toEqual([30_000])
    if (one) one.tab.hidden = true
    one?.look()
    expect(timers().map(({ at }) => at - now())).toEqual([15 * MINUTE])
    one?.stop()
    expect(timers()).toEqual([])
  })

  it('a clock that was set back locks no later than the choice says', () => {
    const { storage, now } = stage()
    keepActive(storage, now() + 9 * 60 * MINUTE)
    expect(idleIn(storage, now())).toBe(15 * MINUTE)
  })

  it('before anybody did anything there is nothing to lock, nor with something unreadable', () => {
    const { storage, now } = stage()
    expect(isIdle(storage, now())).toBe(false)
    storage.setItem(KEPT.active, 'yesterday')
    expect(isIdle(storage, now())).toBe(false)
  })
})
