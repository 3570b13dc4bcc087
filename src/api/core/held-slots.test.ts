import { expect, it } from 'vitest'
import { createHeldSlots } from './held-slots'
import { createTestClock } from './test-clock'

function tabs() {
  const clock = createTestClock()
  const map = new Map<string, string>()
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
  const tab = (owner: string, tag = 'mine') => createHeldSlots(clock, storage, tag, owner)
  return { clock, map, storage, tab }
}

it('[product] two calls are held over all tabs of an account, and no third', () => {
  const { map, tab } = tabs()
  const first = tab('1').take()
  expect(first).not.toBeNull()
  const second = tab('2').take()
  expect(tab('3').take()).toBeNull()
  expect(tab('4', 'theirs').take()).not.toBeNull()
  first?.()
  first?.()
  expect(tab('3').take()).not.toBeNull()
  second?.()
  expect(map.size).toBe(2)
})

it('[product] a slot of a tab that was killed ends by itself, and is not given back twice', async () => {
  const { clock, tab } = tabs()
  const late = tab('1').take()
  tab('2').take()
  await clock.advance(69_000)
  expect(tab('3').take()).toBeNull()
  await clock.advance(2_000)
  tab('3').take()
  tab('4').take()
  late?.()
  expect(tab('5').take()).toBeNull()
})

it('[product] a clock that was set back frees what it can no longer judge', () => {
  const { clock, tab } = tabs()
  tab('1').take()
  tab('2').take()
  clock.jump(-3_600_000)
  expect(tab('3').take()).not.toBeNull()
})

it('[product] garbage is no owner, and a storage that fails costs no call', () => {
  const { clock, storage, tab } = tabs()
  storage.setItem('passbook.held.mine.a', '{"until": 1}')
  expect(tab('1').take()).not.toBeNull()
  const broken = () => {
    throw new Error('no storage')
  }
  const slots = createHeldSlots(
    clock,
    { getItem: broken, setItem: broken, removeItem: broken },
    'mine',
  )
  expect(slots.take()).not.toBeNull()
  slots.take()?.()
})
