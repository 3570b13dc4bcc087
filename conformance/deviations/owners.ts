import { type Deviation, deviation } from './deviation'

export const OWNERS: readonly Deviation[] = [
  deviation("another account's purchase is a 403", ['R-033', 'R-157'], () => {
    const mine = new Set<string>()
    let owner = ''
    return {
      reply: (back, { body, bearer }) => {
        owner ||= bearer
        for (const one of back.json?.data?.purchases ?? [])
          if (bearer === owner) mine.add(one.purchase_id)
        if (back.status !== 404 || bearer === owner || !mine.has(body?.purchase)) return
        back.status = 403
        back.json.error.code = 'NOT_ALLOWED'
      },
    }
  }),
  deviation("another account's purchase is shown", ['R-031', 'R-033', 'R-157'], () => {
    const shown = new Map<string, unknown>()
    return {
      reply: (back, { body }) => {
        if (back.json?.purchase) shown.set(body.purchase, back.json)
        const known = shown.get(body?.purchase)
        if (back.status !== 404 || !known) return
        back.status = 200
        back.json = known
      },
    }
  }),
]
