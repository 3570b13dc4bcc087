import { z } from 'zod'

/**
 * Rupees with up to two decimals, as text; the sign and the exponent have no place in it.
 * Thirteen digits are what paise still hold exactly.
 */
const RUPEES = /^(\d{1,13})(?:\.(\d{1,2}))?$/

/** An amount of the wire, string or number, read into paise without floating point. */
export const amountInPaise = z.union([z.string(), z.number()]).transform((amount, context) => {
  const match = RUPEES.exec(String(amount))
  const paise = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0
  if (paise > 0) return paise
  context.issues.push({ code: 'custom', message: 'is not an amount in rupees', input: amount })
  return z.NEVER
})

export const AMOUNT_WORDS =
  'rupees above zero, a string or number with up to two decimals, such as "2499.00"'
