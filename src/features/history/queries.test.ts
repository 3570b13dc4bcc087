import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Connection } from '@/api/envoy/connection'
import { CallFailure } from '@/api/envoy/failure'
import type { NextCall, Page } from '@/api/envoy/types'
import type { Day } from '@/lib/days'
import { aLine, aNext, aReply, DAY, NOON, purchaseId } from './lines.fixture'
import { historyQueries, type Pages } from './queries'

/** An Envoy whose pages are a list, each under the cursor that leads to it. */
function envoyOf(pageAfter: (cursor: string | null) => Page) {
  const sent: unknown[] = []
  const envoy = {
    listTransactions: async (input: unknown) => {
      sent.push(input)
      return pageAfter(null)
    },
    followPage: async (next: NextCall) => {
      sent.push(next)
      return pageAfter(String(next.args['cursor']))
    },
  }
  // A cast: the queries use these two calls of the client and nothing else of the connection.
  const connection = { envoy, account: { tag: 'tag', name: 'You' } } as unknown as Connection
  return { connection, sent }
}

/** As the page does it: one page after another, as long as there is a next one. */
async function loadAll(connection: Connection, range = {}) {
  const client = new QueryClient()
  const options = historyQueries(connection).transactions(range)
  const observer = new InfiniteQueryObserver(client, options)
  await observer.refetch()
  for (let page = 1; observer.getCurrentResult().hasNextPage && page < 20; page += 1) {
    await observer.fetchNextPage()
  }
  return client.getQueryData<Pages>(options.queryKey)?.pages ?? []
}

describe('the pages of history', () => {
  it('[R-057] [C8] asks for 50, then follows each next as the very object that came', async () => {
    const [a, b] = [aNext('a'), aNext('b')]
    const { connection, sent } = envoyOf((cursor) =>
      cursor === null ? aReply([aLine()], a) : aReply([aLine()], cursor === 'a' ? b : null),
    )
    const pages = await loadAll(connection)
    expect(pages).toHaveLength(3)
    expect(sent).toEqual([{ limit: 50 }, a, b])
    expect(sent[1]).toBe(a)
  })

  it('[R-059] sends the dates with the first page, and keeps each range under its own key', async () => {
    const { connection, sent } = envoyOf(() => aReply([]))
    // A cast: a day written out for a test.
    const range = { from: '2026-09-01' as Day }
    await loadAll(connection, range)
    expect(sent).toEqual([{ from: '2026-09-01', limit: 50 }])
    const keyOf = (of: object) => historyQueries(connection).transactions(of).queryKey
    expect(keyOf(range)).not.toEqual(keyOf({}))
  })

  it('[SR-22] keys start with the account', () => {
    const { connection } = envoyOf(() => aReply([]))
    expect(historyQueries(connection).transactions({}).queryKey[0]).toBe('tag')
  })

  it('[cases] ends at a cursor that leads to itself', async () => {
    const { connection, sent } = envoyOf(() => aReply([aLine()], aNext('same')))
    const pages = await loadAll(connection)
    expect(sent).toHaveLength(2)
    expect(pages.at(-1)?.stop).toBe('repeated')
  })

  it('[cases] ends after one round of cursors that go in a circle', async () => {
    const after: Record<string, string> = { a: 'b', b: 'c', c: 'a' }
    const { connection, sent } = envoyOf((cursor) =>
      aReply([aLine()], aNext(cursor === null ? 'a' : (after[cursor] ?? 'a'))),
    )
    await loadAll(connection)
    expect(sent).toHaveLength(4)
  })

  it('[cases] ends at an empty page that says there is more', async () => {
    const { connection, sent } = envoyOf((cursor) =>
      cursor === null ? aReply([aLine()], aNext('a')) : aReply([], aNext('b')),
    )
    const pages = await loadAll(connection)
    expect(sent).toHaveLength(2)
    expect(pages.at(-1)?.stop).toBe('empty')
  })

  it('[product] shows what the pages say: lines, completeness, and why it stops', async () => {
    const lines = [aLine({ purchaseId: purchaseId(1) }), aLine({ at: NOON - DAY })]
    const { connection } = envoyOf(() => aReply(lines))
    const client = new QueryClient()
    const history = await client.infiniteQuery(historyQueries(connection).transactions({}))
    expect(history).toMatchObject({ complete: true, stop: null, index: { size: 2, dayCount: 2 } })
  })

  it('[style 9] a failed read is not repeated here', async () => {
    let calls = 0
    const { connection } = envoyOf(() => {
      calls += 1
      throw new CallFailure('unavailable')
    })
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const read = client.infiniteQuery(historyQueries(connection).transactions({}))
    await expect(read).rejects.toBeInstanceOf(CallFailure)
    expect(calls).toBe(1)
  })
})
