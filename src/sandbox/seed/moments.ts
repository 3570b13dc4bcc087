import { type Random, weightedPicker } from './random'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** IST is UTC+05:30 all year. */
const IST = 5.5 * HOUR

/** Sunday to Saturday: people buy at weekends. */
const WEEKDAYS = [1.5, 0.8, 0.75, 0.85, 0.95, 1.15, 1.6]
/** By hour of the IST day: quiet nights, a lunch bump, busy evenings. */
const HOURS = [2, 1, 0.4, 0.2, 0.2, 0.5, 1.5, 3, 4, 5, 5, 5, 7, 7, 4, 4, 5, 6, 8, 11, 13, 12, 8, 4]

/** Fourteen months for a usual history; longer ones reach further back, up to twelve years. */
export function spanDays(count: number): number {
  const usual = 426
  if (count <= 600) return usual
  return Math.min(4383, Math.round(usual * (count / 600) ** 0.456))
}

/** Midnight in India of the day that holds `at`. */
export function istMidnight(at: number): number {
  return Math.floor((at + IST) / DAY) * DAY - IST
}

/**
 * `count` instants in rising order, whole seconds, over the span of days that ends at `now`:
 * the first on its first day, the last within the last day, weekends and evenings busier,
 * some days empty, some instants shared.
 */
export function moments(random: Random, count: number, now: number): number[] {
  const days = spanDays(count)
  const firstDay = istMidnight(now) - days * DAY
  const day = weightedPicker(dayWeights(random, firstDay, days))
  const hour = weightedPicker(HOURS)
  const within = (start: number) => {
    const at = start + hour(random) * HOUR + random.int(0, 3599) * 1000
    // What would lie ahead of now happened earlier that day, or the day before right after midnight.
    return at < now ? at : wholeSecond(now - 1000 - random.next() * Math.min(6 * HOUR, DAY))
  }
  const result: number[] = []
  if (count > 1) result.push(within(firstDay))
  if (count > 0) result.push(wholeSecond(now - 10 * MINUTE - random.next() * 8 * HOUR))
  while (result.length < count) {
    const shared = result.length > 2 && random.chance(0.03) ? result.at(-1) : undefined
    result.push(shared ?? within(firstDay + day(random) * DAY))
  }
  return result.sort((a, b) => a - b)
}

function dayWeights(random: Random, firstDay: number, days: number): number[] {
  return Array.from({ length: days + 1 }, (_, index) => {
    const date = new Date(firstDay + index * DAY + IST)
    const weekday = WEEKDAYS[date.getUTCDay()] ?? 1
    const festive = date.getUTCMonth() === 9 || date.getUTCMonth() === 10 ? 1.35 : 1
    const growth = 0.7 + (0.6 * index) / days
    return random.chance(0.12) ? 0 : weekday * festive * growth * (0.4 + 1.4 * random.next())
  })
}

function wholeSecond(at: number): number {
  return Math.floor(at / 1000) * 1000
}
