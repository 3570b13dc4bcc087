import type { Ask } from './asker'
import { at, listAt, textAt } from './json'
import type { Reply } from './reply'

/** A history line with what can be read of it; its shape is assumed (C1). */
export type Line = {
  purchaseId: string | null
  title: string | null
  subtitle: string | null
  /** Net, in the currency's minor unit. */
  minor: number | null
  /** Epoch ms. */
  at: number | null
  json: unknown
}

/** Replies that several checks look at, asked for once. */
export type Seen = {
  /** list_purchases with a limit of 20. */
  purchases(): Promise<Reply>
  /** list_transactions with a limit of 50. */
  history(): Promise<Reply>
  status(purchaseId: string): Promise<Reply>
}

export function createSeen(ask: Ask): Seen {
  const known = new Map<string, Promise<Reply>>()
  const once = (tool: string, args: Record<string, unknown>) => {
    const name = `${tool} ${JSON.stringify(args)}`
    const asked = known.get(name) ?? ask(tool, args)
    known.set(name, asked)
    return asked
  }
  return {
    purchases: () => once('list_purchases', { limit: 20 }),
    history: () => once('list_transactions', { limit: 50 }),
    status: (purchase) => once('get_purchase_status', { purchase }),
  }
}

export function linesOf(reply: Reply): Line[] {
  return listAt(reply.json, 'data.transactions').map((json) => {
    const minor = at(json, 'amount.minor')
    const date = Date.parse(textAt(json, 'date') ?? '')
    return {
      purchaseId: textAt(json, 'purchase_id'),
      title: textAt(json, 'title'),
      subtitle: textAt(json, 'subtitle'),
      minor: typeof minor === 'number' ? minor : null,
      at: Number.isNaN(date) ? null : date,
      json,
    }
  })
}

export function purchasesOf(reply: Reply): readonly unknown[] {
  return listAt(reply.json, 'data.purchases')
}

/** True when no number is larger than the one before it. */
export function newestFirst(instants: readonly number[]): boolean {
  return instants.every((at, index) => index === 0 || at <= (instants[index - 1] ?? at))
}

const IST_MS = 5.5 * 3_600_000

/** The day in India, YYYY-MM-DD. */
export function istDay(epochMs: number): string {
  return new Date(epochMs + IST_MS).toISOString().slice(0, 10)
}
