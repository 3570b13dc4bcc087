import type { Merchant } from './merchants'
import type { Random } from './random'

/**
 * A price of this shop in paise: mostly near its lower end, mostly whole or half rupees and
 * prices like 499; now and then odd paise, as weighed goods have.
 */
export function priceOf(random: Random, merchant: Merchant): number {
  const [from, to] = merchant.price
  const rupees = from + Math.floor((to - from) * random.next() ** 2.2)
  const ending = random.next()
  if (ending < 0.2 && rupees > 100) {
    return Math.min(Math.max(Math.ceil(rupees / 50) * 50 - 1, from), to) * 100
  }
  if (ending < 0.75) return rupees * 100
  if (ending < 0.88) return rupees * 100 + 50
  return rupees * 100 + random.int(1, 99)
}

/** What the shop charged in the end: nearly always what was asked for, sometimes a little off. */
export function chargedFor(random: Random, amountMinor: number): number {
  if (!random.chance(0.04)) return amountMinor
  return Math.max(1, Math.round(amountMinor * (0.93 + 0.09 * random.next())))
}

/** A part of the sum that came back, in paise; never nothing, never all of it. */
export function partOf(random: Random, minor: number): number {
  const part = Math.round((minor * (0.1 + 0.6 * random.next())) / 100) * 100
  return Math.min(Math.max(part, 1), minor - 1)
}
