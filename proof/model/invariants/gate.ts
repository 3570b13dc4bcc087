import type { Answer, Invariant, Scene, Sent } from '../observer'
import type { Moment } from '../time'

type Ledger = {
  /** 429s in a row. */
  inARow: number
  /** The last request that had left when the last of them that counted came. */
  closedAfter: number
  /** Nobody may send before: as true time and as the browser's clock tell it. */
  until: Pick<Moment, 'real' | 'wall'>
}

const OPEN = { real: 0, wall: 0 }

/**
 * No call leaves before the gate opens, in any tab (R-101 to R-106). The ledger is the observer's own:
 * B1's base, doubled for each 429 in a row, without the random part, so that it is the least a client
 * has to wait. Where the browser's clock was set forward, a page cannot know that the time is not up.
 */
export function gateHolds(): Invariant {
  const ledgers = new Map<string, Ledger>()
  const ledgerOf = (owner: string) => {
    const ledger = ledgers.get(owner) ?? { inARow: 0, closedAfter: 0, until: OPEN }
    ledgers.set(owner, ledger)
    return ledger
  }
  return {
    name: 'no call leaves before the gate opens',
    left({ owner, left, n }) {
      const { until } = ledgerOf(owner)
      if (left.real >= until.real || left.wall >= until.wall) return null
      return `request ${n} left ${until.real - left.real} ms too early`
    },
    answered({ owner, n }: Sent, answer: Answer, { sent }: Scene) {
      const ledger = ledgerOf(owner)
      // What had left before says nothing of the time after.
      const asked = n > ledger.closedAfter
      if (answer.kind === 'rate_limited') {
        if (asked) {
          ledger.inARow += 1
          ledger.closedAfter = sent.length
        }
        const ms = leastWaitMs(answer, ledger.inARow)
        ledger.until = {
          real: Math.max(ledger.until.real, answer.at.real + ms),
          wall: Math.max(ledger.until.wall, answer.at.wall + ms),
        }
      } else if (asked && (answer.kind === 'ok' || answer.kind === 'failed')) {
        ledger.inARow = 0
      }
      return null
    },
  }
}

/** B1: the longer of the header and `next.after_seconds`, × doubling up to 240 s; 60 s where neither is usable. */
function leastWaitMs({ retryAfter, envelope }: Answer, inARow: number): number {
  const header = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null
  const { after_seconds: after } = Object(envelope?.['next'])
  const { retry_after_seconds: inError } = Object(envelope?.['error'])
  const named = [header, after ?? inError].filter(
    (seconds) => typeof seconds === 'number' && seconds >= 0,
  )
  const base = named.length > 0 ? Math.max(1, ...named) : 60
  return Math.max(base, Math.min(base * 2 ** (inARow - 1), 240)) * 1000
}
