import {
  InfiniteQueryObserver,
  infiniteQueryOptions,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { CallFailure } from '@/api/envoy/failure'
import { readAgain } from './read-again'

const signedOut = () => Promise.reject(new CallFailure('signed_out'))

async function stage() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 1e9 } } })
  const watchOf = async (key: string, queryFn: () => Promise<unknown>) => {
    const asked = vi.fn(queryFn)
    const observer = new QueryObserver(client, { queryKey: [key], queryFn: asked })
    const stop = observer.subscribe(() => {})
    await vi.waitFor(() => expect(client.getQueryState([key])?.fetchStatus).toBe('idle'))
    return { asked, stop }
  }
  return { client, watchOf }
}

it('[R-185] what failed for want of a session is read again, once; what nobody looks at is not', async () => {
  const { client, watchOf } = await stage()
  const failed = await watchOf('failed', signedOut)
  const other = await watchOf('other', () => Promise.reject(new CallFailure('not_found')))
  const gone = await watchOf('gone', signedOut)
  gone.stop()
  const check = await watchOf('check', async () => 'knowledge')
  readAgain(client)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  const asked = [failed, other, gone, check].map((each) => each.asked.mock.calls.length)
  expect(asked).toEqual([2, 1, 1, 2])
})

it('[R-185] a list goes on with the page that failed; one that is whole is left alone', async () => {
  const { client } = await stage()
  const asked = vi.fn(async (page: number) => {
    if (page === 1 && asked.mock.calls.length === 2) throw new CallFailure('signed_out')
    return page
  })
  const options = infiniteQueryOptions({
    queryKey: ['lines'],
    queryFn: ({ pageParam }) => asked(pageParam),
    initialPageParam: 0,
    getNextPageParam: (last: number) => last + 1,
  })
  const observer = new InfiniteQueryObserver(client, options)
  observer.subscribe(() => {})
  await vi.waitFor(() => expect(client.getQueryData(options.queryKey)?.pages).toEqual([0]))
  await observer.fetchNextPage()
  expect(client.getQueryState(options.queryKey)?.error).toBeInstanceOf(CallFailure)
  readAgain(client)
  await vi.waitFor(() => expect(client.getQueryData(options.queryKey)?.pages).toEqual([0, 1]))
  expect(asked.mock.calls).toEqual([[0], [1], [1]])
  readAgain(client)
  expect(asked).toHaveBeenCalledTimes(3)
})
