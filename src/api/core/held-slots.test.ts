import { expect, it } from 'vitest'
import { createHeldSlots } from './held-slots'
import type { Locks } from './locks'
import { createTestClock } from './test-clock'
import { createTestLocks } from './test-locks'

function tabs(locks: Locks | undefined = createTestLocks()) {
  const clock = createTestClock()
  const map = new Map<string, string>()
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
  const tab = (owner: string, accountTag = 'mine') =>
    createHeldSlots(clock, { storage, accountTag, locks }, owner)
  return { clock, map, storage, tab }
}

it('[product] two calls are held over all tabs of an account, and no third', async () => {
  const { map, tab } = tabs()
  const first = await tab('1').take()
  expect(first).not.toBeNull()
  const second = await tab('2').take()
  expect(await tab('3').take()).toBeNull()
  expect(await tab('4', 'theirs').take()).not.toBeNull()
  first?.()
  first?.()
  expect(await tab('3').take()).not.toBeNull()
  second?.()
  expect(map.size).toBe(2)
})

it('[CT-3] eight tabs that want to hold a call at the same time get two', async () => {
  const { tab } = tabs()
  const names = ['1', '2', '3', '4', '5', '6', '7', '8']
  const taken = await Promise.all(names.map((name) => tab(name).take()))
  expect(taken.filter((giveBack) => giveBack !== null)).toHaveLength(2)
})

it('[CT-3] without its turn to look a tab holds nothing, and is not stuck either', async () => {
  const locks = createTestLocks()
  locks.refuse(true)
  const { map, tab } = tabs(locks)
  expect(await tab('1').take()).toBeNull()
  expect(map.size).toBe(0)
  locks.refuse(false)
  expect(await tab('1').take()).not.toBeNull()
})

it('[product] a slot of a tab that was killed ends by itself, and is not given back twice', async () => {
  const { clock, tab } = tabs()
  const late = await tab('1').take()
  await tab('2').take()
  await clock.advance(69_000)
  expect(await tab('3').take()).toBeNull()
  await clock.advance(2_000)
  await tab('3').take()
  await tab('4').take()
  late?.()
  expect(await tab('5').take()).toBeNull()
})

it('[product] a clock that was set back frees what it can no longer judge', async () => {
  const { clock, tab } = tabs()
  await tab('1').take()
  await tab('2').take()
  clock.jump(-3_600_000)
  expect(await tab('3').take()).not.toBeNull()
})

it('[product] garbage is no owner, and a storage that fails costs no call', async () => {
  const { clock, storage, tab } = tabs()
  storage.setItem('passbook.held.mine.a', '{"until": 1}')
  expect(await tab('1').take()).not.toBeNull()
  const broken = () => {
    throw new Error('no storage')
  }
  const failing = { getItem: broken, setItem: broken, removeItem: broken }
  const slots = createHeldSlots(clock, { storage: failing, accountTag: 'mine' })
  expect(await slots.take()).not.toBeNull()
  ;(await slots.take())?.()
})
