import type { Line, NextCall, Page, ReadableLine } from '@/api/envoy/types'
import { isKnownCurrency } from './currency'

/**
 * Why the list ends before its end: the cursor came round again, Envoy sent nothing although more
 * exists, or it says that more exists without saying how to get it.
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

/**
 * A page ready to be kept. `asked` are the calls that led to the pages so far and to this one: a
 * `next` that is among them would go round for ever.
 */
export function toHistoryPage(page: Page, asked: readonly (NextCall | null)[]): HistoryPage {
  return {
    lines: lighten(page.lines),
    next: page.next,
    more: page.more,
    stop: stopOf(page, asked),
    at: page.meta.serverTime ?? page.meta.receivedAt,
  }
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
