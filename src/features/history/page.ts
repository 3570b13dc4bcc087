import type { Line, NextCall, Page, ReadableLine } from '@/api/envoy/types'
import type { PurchaseId } from '@/lib/ids'
import { isKnownCurrency } from './currency'

/**
 * Why the list ends before its end: Envoy sent a part of it again, or nothing although more exists,
 * or it says that more exists without saying how to get it.
 */
export type Stop = 'repeated' | 'empty' | 'unreachable'

/** One page of lines as it is kept in memory: the reply without what nobody reads again. */
export type HistoryPage = {
  readonly lines: readonly Line[]
  readonly next: NextCall | null
  /** Older lines exist. */
  readonly more: boolean
  readonly stop: Stop | null
  /** When it was read, by Envoy's clock, epoch ms. */
  readonly at: number
}

/** What is loaded when a page arrives. */
export type Loaded = {
  /** The calls that led to the pages so far, and to this one. */
  readonly asked: readonly (NextCall | null)[]
  readonly known: ReadonlyMap<PurchaseId, unknown>
  /** When the last line so far was bought, epoch ms. */
  readonly lastAt: number | null
}

export const NOTHING_LOADED: Loaded = { asked: [], known: new Map(), lastAt: null }

/**
 * A page ready to be kept. One that only repeats what is loaded is kept without its lines: added
 * again they would count twice.
 */
export function toHistoryPage(page: Page, loaded: Loaded): HistoryPage {
  const again = page.more && isAgain(page.lines, loaded)
  return {
    lines: again ? [] : lighten(page.lines),
    next: page.next,
    more: page.more,
    stop: again ? 'repeated' : stopOf(page, loaded.asked),
    at: page.meta.serverTime ?? page.meta.receivedAt,
  }
}

/**
 * Cursors are opaque: one that leads round in a circle may look new each time. But history goes
 * from newer to older, so that a page which does not is no page further on.
 */
function isAgain(lines: readonly Line[], { known, lastAt }: Loaded): boolean {
  const readable = lines.filter((line) => line.kind === 'line')
  const [first, last] = [readable.at(0), readable.at(-1)]
  if (!first || !last || lastAt === null || last.at < lastAt) return false
  // A whole page of one instant can be new; then its purchases are.
  return (
    first.at > lastAt || readable.every((line) => line.purchaseId && known.has(line.purchaseId))
  )
}

function stopOf(page: Page, asked: readonly (NextCall | null)[]): Stop | null {
  const { next } = page
  if (next === null) return page.more ? 'unreachable' : null
  const mark = fingerprint(next)
  if (asked.some((call) => call !== null && fingerprint(call) === mark)) return 'repeated'
  return page.lines.length === 0 ? 'empty' : null
}

const fingerprints = new WeakMap<NextCall, string>()

function fingerprint(call: NextCall): string {
  const known = fingerprints.get(call)
  if (known !== undefined) return known
  const made = JSON.stringify([call.tool, call.args])
  fingerprints.set(call, made)
  return made
}

/**
 * The same lines with one copy of each name, and without Envoy's wording of an amount that we
 * format ourselves (C15): a hundred thousand lines are kept in memory.
 */
function lighten(lines: readonly Line[]): readonly Line[] {
  const names = new Map<string, string>()
  const once = (text: string) => {
    const known = names.get(text)
    if (known === undefined) names.set(text, text)
    return known ?? text
  }
  return lines.map((line) => (line.kind === 'line' ? lightenLine(line, once) : line))
}

function lightenLine(line: ReadableLine, once: (text: string) => string): ReadableLine {
  const known = isKnownCurrency(line.amount.currency)
  return {
    ...line,
    title: once(line.title),
    subtitle: once(line.subtitle),
    amount: {
      minor: line.amount.minor,
      currency: once(line.amount.currency),
      display: known ? null : line.amount.display,
    },
    refunded: line.refunded && { ...line.refunded, display: null },
  }
}
