import type { Fault } from '@/sandbox/faults'

/** What goes wrong with one call on its way. */
export type WayFault =
  | { readonly what: 'lost_before' }
  | { readonly what: 'lost_after' }
  /** The reply ends after this share of it. */
  | { readonly what: 'cut'; readonly at: number }
  /** Neither a reply nor an end of the connection. */
  | { readonly what: 'silence' }
  /** A cache on the way answers with the first it was told of this purchase. */
  | { readonly what: 'stale' }
  /** Envoy itself fails the call. */
  | { readonly what: 'envoy'; readonly name: string; readonly fault: Fault }

/** Which calls a fault waits for. */
export type Aim = 'any' | 'write' | 'status'

export type Trouble = {
  plan(aim: Aim, fault: WayFault): void
  /** `outOfDate`: whether a cache on the way has something older than what is so. */
  take(call: { readonly tool: string; readonly outOfDate: boolean }): WayFault | null
}

/** Faults that wait for their call: the oldest that fits is used up by it. */
export function createTrouble(): Trouble {
  const waiting: { readonly aim: Aim; readonly fault: WayFault }[] = []
  const fits = (aim: Aim, tool: string) =>
    aim === 'any' ||
    (aim === 'write'
      ? tool === 'start_purchase' || tool === 'submit_answer'
      : tool === 'get_purchase_status')
  return {
    plan: (aim, fault) => void waiting.push({ aim, fault }),
    take({ tool, outOfDate }) {
      const at = waiting.findIndex(
        ({ aim, fault }) => fits(aim, tool) && (fault.what !== 'stale' || outOfDate),
      )
      return at < 0 ? null : (waiting.splice(at, 1)[0]?.fault ?? null)
    },
  }
}
