/** An amount in the currency's smallest unit (paise for INR), always an integer. */
export type Money = { readonly minor: number; readonly currency: string }

const MINUS = '\u2212'
const NO_BREAK_SPACE = '\u00a0'
/** Shown where a currency code is not one: the generic currency sign, never a guess. */
const UNKNOWN_CURRENCY = '\u00a4'
const INR_DECIMALS = 2

// Lakh grouping comes from Intl whatever the page's language: hand-made groupings get it wrong.
const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

type Unit = { prefix: string; decimals: number }

const units = new Map<string, Unit>([['INR', { prefix: '₹', decimals: INR_DECIMALS }]])

function unitOf(currency: string): Unit {
  const known = units.get(currency)
  if (known) return known
  const code = currency.toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) {
    return { prefix: `${UNKNOWN_CURRENCY}${NO_BREAK_SPACE}`, decimals: INR_DECIMALS }
  }
  if (code !== currency) return unitOf(code)
  const { maximumFractionDigits = INR_DECIMALS } = new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: code,
  }).resolvedOptions()
  const unit = { prefix: `${code}${NO_BREAK_SPACE}`, decimals: maximumFractionDigits }
  units.set(code, unit)
  return unit
}

function requireMinor(minor: number) {
  if (!Number.isSafeInteger(minor))
    throw new RangeError('An amount is a safe integer of minor units')
}

function split(minor: number, decimals: number) {
  requireMinor(minor)
  const size = 10 ** decimals
  const absolute = Math.abs(minor)
  return {
    negative: minor < 0,
    whole: Math.floor(absolute / size),
    fraction: decimals === 0 ? '' : `.${String(absolute % size).padStart(decimals, '0')}`,
  }
}

/**
 * An amount in three pieces, so that the paise can be quieter: `−`, `₹1,24,530`, `.00`.
 * Indian grouping always, U+2212 for minus, never a negative zero.
 * Throws RangeError when `minor` is not a safe integer.
 */
export function moneyParts(money: Money): { sign: string; whole: string; fraction: string } {
  const unit = unitOf(money.currency)
  const { negative, whole, fraction } = split(money.minor, unit.decimals)
  return {
    sign: negative ? MINUS : '',
    whole: `${unit.prefix}${grouped.format(whole)}`,
    fraction,
  }
}

/**
 * An amount as people read it: `₹1,24,530.00`, `−₹350.00`; another currency as its code, a no-break
 * space and as many decimals as that currency has. Throws RangeError when `minor` is not a safe integer.
 */
export function formatMoney(money: Money): string {
  const { sign, whole, fraction } = moneyParts(money)
  return `${sign}${whole}${fraction}`
}

/**
 * An amount as a bare number for a spreadsheet: `-350.00`, ASCII minus, no grouping, as many
 * decimals as the currency has. Throws RangeError when `minor` is not a safe integer.
 */
export function bareNumber({ minor, currency }: Money): string {
  const { negative, whole, fraction } = split(minor, unitOf(currency).decimals)
  return `${negative ? '-' : ''}${whole}${fraction}`
}

/** Paise as the decimal rupees the wire wants (R-009…R-011): `2499.00`, ASCII minus, no grouping. */
export function decimalString(minor: number): string {
  return bareNumber({ minor, currency: 'INR' })
}

/**
 * Paise from decimal rupees: ASCII digits, at most two decimals, an optional ASCII minus.
 * Null for everything else, grouping and exponents included, and past the safe integers.
 */
export function minorFromDecimal(text: string): number | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  const [, sign, whole, fraction = ''] = match
  const minor = Number(`${whole}${fraction.padEnd(INR_DECIMALS, '0')}`)
  if (!Number.isSafeInteger(minor)) return null
  return sign && minor !== 0 ? -minor : minor
}

/**
 * The exact sum of integer minor units, in whatever order they come. Throws RangeError when an
 * amount, or the sum itself, is not a safe integer.
 */
export function sumMinor(amounts: Iterable<number>): number {
  let running = 0
  let carried = 0n
  for (const amount of amounts) {
    requireMinor(amount)
    const next = running + amount
    if (Number.isSafeInteger(next)) {
      running = next
    } else {
      carried += BigInt(running)
      running = amount
    }
  }
  const total = Number(carried + BigInt(running))
  if (!Number.isSafeInteger(total)) throw new RangeError('The sum is too large to be exact')
  return total
}
