/** Above this a header is taken for a mistake, such as a Unix time (seconds). */
const LONGEST_SECONDS = 3600

const SECONDS = /^\d+$/
const IMF_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Seconds of a `Retry-After` header (RFC 9110: whole seconds or an HTTP date), counted from `now`
 * (epoch ms). Null when it is absent, or counts as absent: text, a list, negative, a fraction, a
 * date in the past, more than an hour (B1).
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  const seconds = SECONDS.test(text) ? Number(text) : secondsUntil(text, now)
  return seconds !== null && seconds >= 0 && seconds <= LONGEST_SECONDS ? seconds : null
}

function secondsUntil(text: string, now: number): number | null {
  if (!IMF_DATE.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) || at < now ? null : Math.ceil((at - now) / 1000)
}
