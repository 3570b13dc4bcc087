/** A calendar day in India, `YYYY-MM-DD`. Text order is time order. */
export type Day = string & { readonly __day: true }

// India keeps UTC+05:30 all year, so that a fixed shift is the whole time zone.
const IST_OFFSET_MS = 330 * 60_000
const DAY_MS = 86_400_000

// Intl's en-IN writes "Sept"; the design writes "Sep".
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const DAY_SHAPE = /^\d{4}-\d{2}-\d{2}$/
const INSTANT_SHAPE =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

const midnightUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)

function dayOfUtc(at: number): Day {
  const text = new Date(at).toISOString()
  // Years outside 0000…9999 are written with a sign and six digits.
  if (text.length !== 24) throw new RangeError('The day is outside the years 0000 to 9999')
  // A cast because only this file makes days, from text it has just written.
  return text.slice(0, 10) as Day
}

/** The day, if the text is a real calendar day written `YYYY-MM-DD`; else null. */
export function parseDay(text: string): Day | null {
  if (!DAY_SHAPE.test(text)) return null
  const at = midnightUtc(text)
  // The parser lets 31 February run into March: only what comes back unchanged is a day.
  return Number.isNaN(at) || dayOfUtc(at) !== text ? null : dayOfUtc(at)
}

/**
 * The Indian calendar day of an instant: epoch milliseconds or RFC 3339 (C5).
 * Throws RangeError when it is not an instant.
 */
export function istDay(at: number | string): Day {
  const instant = typeof at === 'string' ? parseInstant(at) : at
  if (instant === null) throw new RangeError('Not an instant')
  return dayOfUtc(instant + IST_OFFSET_MS)
}

/** The day so many calendar days later, or earlier when negative. Throws RangeError outside 0000…9999. */
export function addDays(day: Day, days: number): Day {
  return dayOfUtc(midnightUtc(day) + days * DAY_MS)
}

/** Negative when `a` is the earlier day, positive when the later, 0 when they are the same. */
export function compareDays(a: Day, b: Day): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const pad = (value: number) => String(value).padStart(2, '0')

function fields(day: Day) {
  const [year = '', month = '', date = ''] = day.split('-')
  return { year, month: MONTHS[Number(month) - 1] ?? '', date }
}

function weekdayDate(day: Day, today: Day): string {
  const { year, month, date } = fields(day)
  const weekday = WEEKDAYS[new Date(midnightUtc(day)).getUTCDay()] ?? ''
  const text = `${weekday}, ${date} ${month}`
  return year === fields(today).year ? text : `${text} ${year}`
}

/**
 * A day group's heading: the strong part and what follows it. `{Today, "Thu, 29 Oct"}`,
 * `{Yesterday, …}`, `{"Tue, 27 Oct", null}`; the year stands only when it is not today's.
 */
export function dayHeading(day: Day, today: Day): { strong: string; when: string | null } {
  const when = weekdayDate(day, today)
  if (day === today) return { strong: 'Today', when }
  if (addDays(day, 1) === today) return { strong: 'Yesterday', when }
  return { strong: when, when: null }
}

/** `05 Sep 2026`. */
export function formatDay(day: Day): string {
  const { year, month, date } = fields(day)
  return `${date} ${month} ${year}`
}

/** `14:02`, in India, from epoch milliseconds. */
export function formatTime(at: number): string {
  const ist = new Date(at + IST_OFFSET_MS)
  return `${pad(ist.getUTCHours())}:${pad(ist.getUTCMinutes())}`
}

/** `14:02:09`, in India, from epoch milliseconds. */
export function formatClock(at: number): string {
  return `${formatTime(at)}:${pad(new Date(at + IST_OFFSET_MS).getUTCSeconds())}`
}

/** `29 Oct 2026, 14:02 IST`, from epoch milliseconds. */
export function formatInstant(at: number): string {
  return `${formatDay(istDay(at))}, ${formatTime(at)} IST`
}

/** `Today, 14:02`, `Yesterday, 19:36` or `27 Oct 2026, 19:36`, by Indian days; both epoch milliseconds. */
export function relativeInstant(at: number, now: number): string {
  const day = istDay(at)
  const today = istDay(now)
  const time = formatTime(at)
  if (day === today) return `Today, ${time}`
  if (addDays(day, 1) === today) return `Yesterday, ${time}`
  return `${formatDay(day)}, ${time}`
}

/**
 * Epoch milliseconds of an RFC 3339 date and time; null when it is not one, or when its Indian day
 * lies outside the years 0000 to 9999. Fractions beyond milliseconds are dropped.
 */
export function parseInstant(text: string): number | null {
  const match = INSTANT_SHAPE.exec(text)
  if (!match) return null
  const [, date = '', hour, minute, second, fraction = '', sign, zoneHour = 0, zoneMinute = 0] =
    match
  const day = parseDay(date)
  const [h, m, s, zh, zm] = [hour, minute, second, zoneHour, zoneMinute].map(Number) as Five
  // 60 is a leap second (RFC 3339 §5.6); it counts as the second that follows.
  if (day === null || h > 23 || m > 59 || s > 60 || zh > 23 || zm > 59) return null
  const offset = (zh * 60 + zm) * 60_000 * (sign === '-' ? -1 : 1)
  const clock = ((h * 60 + m) * 60 + s) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  const at = midnightUtc(day) + clock - offset
  return isShowable(at) ? at : null
}

// The shape above has exactly these five numbers; map() forgets how many there were.
type Five = [number, number, number, number, number]

const FIRST_MS = midnightUtc('0000-01-01')
const LAST_MS = midnightUtc('9999-12-31') + DAY_MS - 1

function isShowable(at: number): boolean {
  const ist = at + IST_OFFSET_MS
  return ist >= FIRST_MS && ist <= LAST_MS
}
