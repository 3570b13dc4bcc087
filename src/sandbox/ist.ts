/** IST is UTC+05:30 all year. */
const IST_OFFSET_MS = 5.5 * 3_600_000
const DAY_MS = 86_400_000

/** The first millisecond of an IST calendar day `YYYY-MM-DD`, epoch ms; null if there is no such day. */
export function startOfIstDay(day: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  const utc = Date.parse(`${day}T00:00:00Z`)
  // Date.parse lets 30 February roll over into March.
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== day) return null
  return utc - IST_OFFSET_MS
}

/** The first millisecond after an IST calendar day, epoch ms. */
export function endOfIstDay(day: string): number | null {
  const start = startOfIstDay(day)
  return start === null ? null : start + DAY_MS
}

/** An instant as RFC 3339 with India's offset (C4). */
export function istInstant(at: number): string {
  return new Date(at + IST_OFFSET_MS).toISOString().replace('Z', '+05:30')
}
