import { z } from 'zod'
import { MONEY_STATES, PURCHASE_ID_PATTERN, STATES } from '@/api/envoy/contract'

// The words of each field complete the sentence "<field> must be …".

/** A whole number of the given range. */
export function whole(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`
  return z.int({ error }).min(least, { error }).max(most, { error })
}

/** Text; what it says is the test's business, hostile names included. */
export function text(most: number, least = 0) {
  const error = `must be text of ${least} to ${most} characters`
  return z.string({ error }).min(least, { error }).max(most, { error })
}

export const flag = z.boolean({ error: 'must be true or false' })

/** An instant of RFC 3339, read as epoch ms. */
export const instant = z.iso
  .datetime({
    offset: true,
    error: 'must be an instant of RFC 3339, such as 2026-11-29T09:00:00Z',
  })
  .transform((value) => Date.parse(value))

export const accountName = z
  .string({ error: 'must be an account name' })
  .regex(/^[\w.@-]{1,64}$/, {
    error: 'must be an account name: 1 to 64 letters, digits, dots, hyphens, @ or _',
  })
  .default('demo')

export const state = z.enum(STATES, { error: `must be one of ${STATES.join(', ')}` })
export const money = z.enum(MONEY_STATES, { error: `must be one of ${MONEY_STATES.join(', ')}` })

/** Paise of a purchase: at least one. */
export const paise = whole(1, Number.MAX_SAFE_INTEGER)
/** Paise that were charged or came back. */
export const sumOfPaise = whole(0, Number.MAX_SAFE_INTEGER)

export const purchaseId = z
  .string({ error: 'must be a purchase id' })
  .regex(PURCHASE_ID_PATTERN, { error: 'must be a purchase id: pur_ and 32 lowercase hex digits' })

const prompt = text(4_000, 1)

/** An open question: a choice has options, a text has none. */
export const question = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('choice'),
      prompt,
      options: z
        .array(text(1_000, 1), { error: 'must be a list of answers' })
        .min(1, { error: 'must have at least one answer' })
        .max(50, { error: 'must have at most 50 answers' }),
    }),
    z.strictObject({ kind: z.literal('text'), prompt }),
  ],
  { error: 'must be an object whose kind is choice or text' },
)

/** A gift-card pay link; without a sum it is for the purchase's, without an end it lasts 30 minutes. */
export const funding = z.strictObject(
  { url: text(2_048, 1), amount_minor: paise.optional(), expires_at: instant.optional() },
  { error: wrongObject('must be an object with url, amount_minor and expires_at') },
)

export const userAction = z.strictObject(
  {
    message: text(4_000),
    kind: text(64).optional(),
    url: text(2_048).optional(),
    expires_at: text(64).optional(),
  },
  { error: wrongObject('must be an object with a message') },
)

/** Words for a value that is no object at all; problems inside it keep their own. */
function wrongObject(words: string) {
  return (issue: { code?: string | undefined }) =>
    issue.code === 'invalid_type' ? words : undefined
}
