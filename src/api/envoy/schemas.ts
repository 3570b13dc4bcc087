import * as z from 'zod/mini'
import { parseInstant } from '@/lib/days'
import { isPurchaseId, type PurchaseId } from '@/lib/ids'
import { MONEY_STATES, STATES } from './contract'
import type { StateName, WireMoney } from './types'

// Full zod probes `new Function`; the page's security policy forbids even the attempt.
z.config({ jitless: true })

/**
 * The small parts replies are made of, read leniently: unknown fields are ignored, a value
 * of the wrong form is null where the contract lets it be absent. Every page loads them before its
 * first row, so they are made of few kinds of schema: each kind brings its own code along.
 */
export const text = z.catch(z.nullable(z.string()), null)

export const wholeNumber = z.number().check(z.refine(Number.isSafeInteger))

/** One of these strings. */
export const oneOf = <const T extends string>(...known: readonly T[]) =>
  z.custom<T>((value) => known.some((each) => each === value))

/** RFC 3339 → epoch ms. */
export const requiredInstant = z.pipe(
  z.string().check(z.refine((value) => parseInstant(value) !== null)),
  z.transform((value) => parseInstant(value) ?? 0),
)
export const instant = z.catch(z.nullable(requiredInstant), null)

const wireMoney = z.object({
  minor: wholeNumber,
  // Three letters, or `Intl` refuses to format it.
  currency: z.string().check(z.refine((value) => /^[A-Z]{3}$/.test(value))),
  display: text,
})
export const requiredMoney = z.pipe(
  wireMoney,
  // JSON can say −0.
  z.transform((value): WireMoney => ({ ...value, minor: value.minor === 0 ? 0 : value.minor })),
)
export const money = z.catch(z.nullable(requiredMoney), null)

export const requiredPurchaseId = z.custom<PurchaseId>(
  (value) => typeof value === 'string' && isPurchaseId(value),
)
export const purchaseId = z.catch(z.nullable(requiredPurchaseId), null)

/** A state we do not know is a state all the same. */
export const stateName = z.pipe(
  z.string(),
  z.transform((value): StateName => STATES.find((state) => state === value) ?? 'not_recognised'),
)

/** What is delivered but not known is 'unknown'; what is not delivered is null. */
export const moneyState = z.catch(
  z.nullable(
    z.pipe(
      z.string(),
      z.transform((value) => MONEY_STATES.find((state) => state === value) ?? 'unknown'),
    ),
  ),
  null,
)

/** Whatever came, or nothing. */
export const anything = z.catch(z.unknown(), undefined)
export const flag = z.catch(z.boolean(), false)
export const items = z.array(z.unknown())

/** The parsed value, or null when it does not fit. */
export function parseOr<T>(schema: z.ZodMiniType<T>, value: unknown): T | null {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : null
}
