import { type Day, istDay } from '@/lib/days'

const IST_OFFSET_MS = 330 * 60_000
const DAY_MS = 86_400_000

/** The day of lines that could not be read, when no readable line stands before them. */
export const NO_DAY = -(2 ** 31)

/** Indian calendar days counted from 1970-01-01, so that a column of days is a column of integers. */
export function dayNumberOf(at: number): number {
  return Math.floor((at + IST_OFFSET_MS) / DAY_MS)
}

export function dayOfNumber(number: number): Day {
  return istDay(number * DAY_MS - IST_OFFSET_MS)
}
