import type { Line, NextCall, Page, ReadableLine } from '@/api/envoy/types'
import type { PurchaseId } from '@/lib/ids'
import { type HistoryPage, NOTHING_LOADED, toHistoryPage } from './page'

/** 29 Nov 2026, 12:00 IST. */
export const NOON = Date.parse('2026-11-29T12:00:00+05:30')
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export function purchaseId(number: number): PurchaseId {
  // A cast because tests make their own ids; the shape is R-025's.
  return `pur_${number.toString(16).padStart(32, '0')}` as PurchaseId
}

export function aLine(line: Partial<ReadableLine> & { minor?: number } = {}): ReadableLine {
  const { minor = 100, ...rest } = line
  return {
    kind: 'line',
    title: 'Hari Tokri Fresh',
    subtitle: 'Pantry refill agent',
    amount: { minor, currency: 'INR', display: null },
    at: NOON,
    purchaseId: null,
    refunded: null,
    ...rest,
  }
}

export const unreadable: Line = { kind: 'unreadable' }

export function aNext(cursor: string): NextCall {
  return { tool: 'list_transactions', args: { limit: 50, cursor }, afterSeconds: null }
}

export function aReply(lines: readonly Line[], next: NextCall | null = null, at = NOON): Page {
  const meta = {
    requestId: null,
    traceId: null,
    serverTime: at,
    contract: null,
    receivedAt: at,
    raw: null,
  }
  return { lines, next, more: next !== null, meta }
}

export function aPage(
  lines: readonly Line[],
  next: NextCall | null = null,
  at = NOON,
): HistoryPage {
  return toHistoryPage(aReply(lines, next, at), NOTHING_LOADED)
}
