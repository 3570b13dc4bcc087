import { expect, it } from 'vitest'
import { isAbort } from '@/api/core/abort'
import { createVirtualTime } from './virtual-time'

const START = 1_000_000

it('[product] jumps to who is due next, in order, and no farther', async () => {
  const time = createVirtualTime(START)
  const woken: number[] = []
  const { signal } = new AbortController()
  const sleepers = [3_600_000, 5, 60_000].map(async (ms) => {
    await time.clock.sleep(ms)
    woken.push(time.passed())
  })
  await time.finish(time.machine.sleep(100_000, signal))
  expect(woken).toEqual([5, 60_000])
  expect(time.clock.now()).toBe(START + 100_000)
  expect(time.machine.wall()).toBe(time.clock.now())
  await time.finish(Promise.all(sleepers))
  expect(woken).toEqual([5, 60_000, 3_600_000])
})

it('[product] does not jump while an exchange is under way and nobody keeps it waiting', async () => {
  const time = createVirtualTime(START)
  const ended = time.begin()
  const order: string[] = []
  const exchange = new Promise<void>((resolve) => setTimeout(resolve, 50)).then(() => {
    order.push('exchange')
    ended()
  })
  const sleep = time.clock.sleep(20_000).then(() => order.push('sleep'))
  await time.finish(Promise.all([exchange, sleep]))
  expect(order).toEqual(['exchange', 'sleep'])
})

it('[product] who is called off wakes at once: a client with an error, a server without', async () => {
  const time = createVirtualTime(START)
  const stop = new AbortController()
  const client = time.clock.sleep(1_000, stop.signal).catch(isAbort)
  const server = time.machine.sleep(1_000, stop.signal)
  stop.abort()
  expect(await client).toBe(true)
  await server
  await expect(time.clock.sleep(1_000, stop.signal)).rejects.toThrow()
  await time.machine.sleep(1_000, stop.signal)
  expect(time.passed()).toBe(0)
})

it('[product] asks at rest before it jumps', async () => {
  const time = createVirtualTime(START)
  const asked: number[] = []
  await time.finish(time.clock.sleep(10), () => {
    asked.push(time.passed())
    return asked.length === 1
  })
  expect(asked).toEqual([0, 0])
})
