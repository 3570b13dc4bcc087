import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Clock } from '@/api/core/clock'
import type { EnvoyClient } from '@/api/envoy/client'
import { CallFailure } from '@/api/envoy/failure'
import type { PurchaseStatus } from '@/api/envoy/types'
import type { PurchaseId } from '@/lib/ids'
import { list, listed, NOON, purchaseId, status } from './fixtures'
import { purchasesQueries } from './queries'

const [A, B, C] = [purchaseId('a'), purchaseId('b'), purchaseId('c')]

type Read = () => Promise<PurchaseStatus>

/** Envoy as far as purchases need it, its clock two minutes ahead of the browser's. */
function stage(
  read: (id: PurchaseId) => ReturnType<Read> = async (id) => status({ purchaseId: id }),
) {
  const asked: string[] = []
  const held: AbortSignal[] = []
  let now = NOON
  const envoy: Partial<EnvoyClient> = {
    serverNow: () => now + 120_000,
    takeHold: async () => () => {},
    getPurchaseStatus: ({ purchase }) => {
      asked.push(purchase)
      // Only purchase ids are asked for here, never keys.
      return read(purchase as PurchaseId)
    },
    followStatus: (_next, options) => {
      const { signal } = options ?? {}
      if (signal) held.push(signal)
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError'))),
      )
    },
  }
  const clock: Clock = { now: () => now, steady: () => now, random: () => 0, sleep: async () => {} }
  const visibility = { hidden: () => false, subscribe: () => () => {} }
  // A page reads nothing of the client but these.
  const connection = {
    envoy: envoy as EnvoyClient,
    account: { tag: 'tag', name: 'Meera' },
    linkHosts: [],
  }
  return {
    asked,
    held,
    client: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    queries: purchasesQueries(connection, { clock, visibility }),
    pass: (ms: number) => {
      now += ms
    },
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

const three = list([
  listed({ purchaseId: A, state: 'needs_answer' }),
  listed({ purchaseId: B, state: 'processing' }),
  listed({ purchaseId: C, state: 'completed' }),
])

describe('check', () => {
  it('[SR-22] keys begin with the account’s tag', () => {
    const { queries } = stage()
    const keys = [queries.list, queries.check(A), queries.watch(A), queries.round(three)]
    expect(keys.map(({ queryKey }) => queryKey[0])).toEqual(['tag', 'tag', 'tag', 'tag'])
  })

  it('[C5] keeps the browser’s time for ages and Envoy’s for words', async () => {
    const { client, queries } = stage()
    const known = await client.query(queries.check(A))
    expect(known.checked?.when).toEqual({ at: NOON, shown: NOON + 120_000 })
  })

  it('[product] a failed check is known, and keeps the one before', async () => {
    let fail = false
    const { client, queries } = stage(async (id) => {
      if (fail) throw new CallFailure('no_reply')
      return status({ purchaseId: id, state: 'ready' })
    })
    await client.query(queries.check(A))
    fail = true
    const known = await client.query({ ...queries.check(A), staleTime: 0 })
    expect(known.checked?.status.purchase.state).toBe('ready')
    expect(known.failed?.failure.kind).toBe('no_reply')
  })
})

describe('round', () => {
  it('[R-173] checks what is not final, each once for each read of the list', async () => {
    const { asked, client, queries, pass } = stage()
    await client.query(queries.round(three))
    await client.query({ ...queries.round(three), staleTime: 0 })
    expect(asked).toEqual([A, B])
    pass(60_000)
    const again = list(three.purchases, { meta: { ...three.meta, receivedAt: NOON + 60_000 } })
    await client.query(queries.round(again))
    expect(asked).toEqual([A, B, A, B])
  })

  it('[product] one that fails does not stop the others', async () => {
    const { client, queries } = stage(async (id) => {
      if (id === A) throw new CallFailure('unavailable')
      return status({ purchaseId: id, state: 'verifying' })
    })
    await client.query(queries.round(three))
    const known = queries.knowledgeIn(client)
    expect(known(A)?.failed?.failure.kind).toBe('unavailable')
    expect(known(B)?.checked?.status.purchase.state).toBe('verifying')
  })
})

describe('watch', () => {
  const next = {
    tool: 'get_purchase_status',
    args: { purchase: A, after_revision: 7 },
    afterSeconds: null,
  } as const

  it('[R-110] holds a read while somebody looks, and gives it up when nobody does', async () => {
    const { client, held, queries } = stage(async (id) => ({
      ...status({ purchaseId: id, state: 'processing' }),
      next,
    }))
    const leave = new QueryObserver(client, queries.watch(A)).subscribe(() => {})
    await settle()
    expect(queries.knowledgeIn(client)(A)?.checked?.status.purchase.state).toBe('processing')
    expect(held.map(({ aborted }) => aborted)).toEqual([false])
    leave()
    await settle()
    expect(held.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('[product] says nothing of its own before the first check came back', async () => {
    const { client, queries } = stage(() => new Promise(() => {}))
    const observer = new QueryObserver(client, queries.watch(A))
    const leave = observer.subscribe(() => {})
    await settle()
    const states = client.getQueryCache().getAll()
    expect(states.filter(({ state }) => state.data !== undefined)).toEqual([])
    leave()
  })

  it('[product] final states are final: one read and no more', async () => {
    const { asked, client, held, queries } = stage(async (id) =>
      status({ purchaseId: id, state: 'completed', money: 'charged' }),
    )
    const leave = new QueryObserver(client, queries.watch(A)).subscribe(() => {})
    await settle()
    expect([asked.length, held.length]).toEqual([1, 0])
    leave()
  })

  it('[R-157] not found is one call, then stop', async () => {
    const { asked, client, queries } = stage(async () => {
      throw new CallFailure('not_found')
    })
    const leave = new QueryObserver(client, queries.watch(A)).subscribe(() => {})
    await settle()
    expect(asked).toEqual([A])
    expect(queries.knowledgeIn(client)(A)?.failed?.failure.kind).toBe('not_found')
    leave()
  })

  it('"Check again" reads afresh and gives the held read up', async () => {
    const { asked, client, held, queries } = stage(async (id) => ({
      ...status({ purchaseId: id, state: 'processing' }),
      next,
    }))
    const observer = new QueryObserver(client, queries.watch(A))
    const leave = observer.subscribe(() => {})
    await settle()
    observer.refetch()
    await settle()
    expect(asked).toEqual([A, A])
    expect(held.map(({ aborted }) => aborted)).toEqual([true, false])
    leave()
  })
})
