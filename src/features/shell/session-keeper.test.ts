import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { Connection } from '@/api/envoy/connection'
import { createSessionKeeper } from './session-keeper'

// Only the account matters here; no call is made.
const connectionOf = (tag: string) => ({ account: { tag, name: 'You' } }) as Connection

function keeperOf(connect: () => Promise<Connection>) {
  return createSessionKeeper({ connect, createQueryClient: () => new QueryClient() })
}

it('[product] the session is read once, however often pages ask', async () => {
  const connect = vi.fn(async () => connectionOf('a'))
  const keeper = keeperOf(connect)
  const [first, second] = await Promise.all([keeper.open(), keeper.open()])
  expect(await keeper.open()).toBe(first)
  expect(second).toBe(first)
  expect(connect).toHaveBeenCalledTimes(1)
})

it('[product] a failure is not kept: the next try reads again', async () => {
  const connect = vi
    .fn<() => Promise<Connection>>()
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValue(connectionOf('a'))
  const keeper = keeperOf(connect)
  await expect(keeper.open()).rejects.toThrow('down')
  await expect(keeper.open()).resolves.toMatchObject({ connection: { account: { tag: 'a' } } })
})

it('[SR-22] another account gets its own cache, and nothing of the last one is left', async () => {
  let tag = 'a'
  const keeper = keeperOf(async () => connectionOf(tag))
  const first = await keeper.open()
  first.queryClient.setQueryData(['a', 'purchases'], ['secret'])
  tag = 'b'
  keeper.forget()
  const second = await keeper.open()
  expect(second.queryClient).not.toBe(first.queryClient)
  expect(first.queryClient.getQueryCache().getAll()).toEqual([])
})

it('[product] the same account after a reconnect keeps what is loaded', async () => {
  const keeper = keeperOf(async () => connectionOf('a'))
  const first = await keeper.open()
  keeper.forget()
  expect((await keeper.open()).queryClient).toBe(first.queryClient)
})
