import { type Deviation, deviation, spoiling } from './deviation'

export const LISTS: readonly Deviation[] = [
  deviation('a cursor is good with another page size', ['R-058', 'R-060'], () => {
    const sizes = new Map<string, number>()
    return {
      request: ({ body }) => {
        const limit = sizes.get(body?.cursor)
        return limit === undefined ? undefined : { ...body, limit }
      },
      reply: ({ json }, { body }) => {
        if (json?.data?.next_cursor) sizes.set(json.data.next_cursor, body.limit)
      },
    }
  }),
  deviation('a cursor is good with other days', ['R-058', 'R-059'], () => {
    const ranges = new Map<string, object>()
    return {
      request: ({ body }) => {
        const range = ranges.get(body?.cursor)
        return range && { ...range, limit: body.limit, cursor: body.cursor }
      },
      reply: ({ json }, { body }) => {
        const { cursor: _, limit: __, ...range } = body ?? {}
        if (json?.data?.next_cursor) ranges.set(json.data.next_cursor, range)
      },
    }
  }),
  deviation(
    'next.args lacks to',
    ['R-056'],
    spoiling(({ json }) => delete json?.next?.args?.to),
  ),
  deviation(
    'next is missing where there are more lines',
    ['R-055'],
    spoiling(({ json }) => {
      if (json?.tool === 'list_transactions' && json.ok) json.next = null
    }),
  ),
  deviation(
    'the last page goes on',
    ['R-064'],
    spoiling(({ json }) => {
      if (json?.tool === 'list_transactions' && json.ok) json.data.next_cursor ??= 'more'
    }),
  ),
  deviation(
    'a page leaves a line out',
    ['R-055'],
    spoiling(({ json }, { body }) => {
      if (json?.tool === 'list_transactions' && json.ok && body.cursor) json.data.transactions.pop()
    }),
  ),
  deviation(
    'a fully refunded line is shown',
    ['R-071'],
    spoiling(({ json }) => {
      for (const line of json?.data?.transactions ?? []) {
        if (line.title === 'Given back')
          line.amount = { minor: 0, currency: 'INR', display: '₹0.00' }
      }
    }),
  ),
  deviation(
    'the amount is not the net amount',
    ['R-070'],
    spoiling(({ json }) => {
      for (const line of json?.data?.transactions ?? []) {
        if (line.refunded) line.amount.minor += line.refunded.minor
      }
    }),
  ),
  deviation(
    'history starts from the oldest line',
    ['R-063'],
    spoiling(({ json }, { body }) => {
      if (json?.data?.transactions && !body.from) json.data.transactions.reverse()
    }),
  ),
  deviation(
    'purchases start from the oldest',
    ['R-167'],
    spoiling(({ json }) => json?.data?.purchases?.reverse()),
  ),
  deviation('list_purchases takes a limit of 21', ['R-168'], () => ({
    request: ({ tool, body }) =>
      tool === 'list_purchases' && body?.limit === 21 ? { limit: 20 } : undefined,
  })),
  deviation('a day that is not in the calendar is read', ['R-052'], () => ({
    request: ({ body }) =>
      body?.from === '2026-02-30' && body.limit === 1 ? { ...body, from: '2026-02-28' } : undefined,
  })),
  deviation(
    'a state of its own',
    ['R-174'],
    spoiling(({ json }) => {
      for (const one of json?.data?.purchases ?? [])
        if (one.state === 'completed') one.state = 'paid'
    }),
  ),
  deviation(
    'truncated is always false',
    ['R-171'],
    spoiling(({ json }) => {
      if (json?.data?.truncated) json.data.truncated = false
    }),
  ),
]
