import { type Deviation, deviation, spoiling } from './deviation'

export const WRITES: readonly Deviation[] = [
  deviation('a key may come again with another amount', ['R-038'], () => {
    const amounts = new Map<string, unknown>()
    return {
      request: ({ tool, body }) => {
        if (tool !== 'start_purchase' || !body?.idempotency_key) return undefined
        const amount = amounts.get(body.idempotency_key) ?? body.amount
        amounts.set(body.idempotency_key, amount)
        return { ...body, amount }
      },
    }
  }),
  deviation('a key that comes again starts another purchase', ['R-035', 'R-036'], () => {
    const times = new Map<string, number>()
    return {
      request: ({ tool, body }) => {
        if (tool !== 'start_purchase' || body?.idempotency_key?.length !== 16) return undefined
        const time = (times.get(body.idempotency_key) ?? 0) + 1
        times.set(body.idempotency_key, time)
        if (time !== 2) return undefined
        const url = body.merchant_url.replace('-1.', '-9.')
        return {
          ...body,
          idempotency_key: `${body.idempotency_key.slice(0, 14)}.2`,
          merchant_url: url,
        }
      },
    }
  }),
  deviation(
    'an answer is recorded twice',
    ['R-043'],
    spoiling(({ json }) => {
      if (json?.tool === 'submit_answer' && json.replayed) json.replayed = false
    }),
  ),
  deviation(
    'a held read is not held',
    ['R-111'],
    () => {
      return {
        request: ({ body }) => {
          if (body?.after_revision === undefined) return undefined
          return { purchase: body.purchase }
        },
      }
    },
    '--slow',
  ),
]
