import { compareDays, type Day, parseDay } from '@/lib/days'
import { isPurchaseId, type PurchaseId } from '@/lib/ids'
import { decimalString } from '@/lib/money'
import { MAX_SENT_BODY_BYTES } from './contract'
import { CallFailure } from './failure'
import { isIdempotencyKey } from './keys'
import type { FieldProblem, IdempotencyKey } from './types'

/** Inputs are checked before they are sent: that saves budget and answers at once. */
export type Args = Readonly<Record<string, unknown>>

export type ListTransactionsInput = {
  readonly from?: Day
  readonly to?: Day
  readonly limit: number
}

export type StartPurchaseInput = {
  readonly idempotencyKey: IdempotencyKey
  readonly merchantUrl: string
  /** Paise. */
  readonly amountMinor: number
  readonly rail?: string
  readonly retryOf?: PurchaseId
}

export type SubmitAnswerInput = {
  readonly purchase: PurchaseId
  readonly questionId: string
  readonly answer: string
  /**
   * Leave it out: the client takes the key of an unresolved earlier answer to this question, or
   * makes a new one.
   */
  readonly idempotencyKey?: IdempotencyKey
}

export function listTransactionsArgs({ from, to, limit }: ListTransactionsInput): Args {
  const ordered = from === undefined || to === undefined || compareDays(from, to) <= 0
  check([
    isDay(from) || problem('from', 'Not a calendar day', 'YYYY-MM-DD'),
    isDay(to) || problem('to', 'Not a calendar day', 'YYYY-MM-DD'),
    ordered || problem('from', 'After the last day', 'A day not after `to`'),
    isLimit(limit, 50) || problem('limit', 'Out of range', 'A whole number from 1 to 50'),
  ])
  return { ...(from && { from }), ...(to && { to }), limit }
}

export function listPurchasesArgs({ limit }: { readonly limit: number }): Args {
  check([isLimit(limit, 20) || problem('limit', 'Out of range', 'A whole number from 1 to 20')])
  return { limit }
}

export function getPurchaseStatusArgs(input: {
  readonly purchase: PurchaseId | IdempotencyKey
}): Args {
  check([isReference(input.purchase) || problem('purchase', 'Not a reference', 'A purchase id')])
  return { purchase: input.purchase }
}

export function startPurchaseArgs(input: StartPurchaseInput): Args {
  const { idempotencyKey, merchantUrl, amountMinor, rail, retryOf } = input
  check([
    isIdempotencyKey(idempotencyKey) ||
      problem('idempotency_key', 'Not a key', '16 to 64 characters'),
    isWebAddress(merchantUrl) || problem('merchant_url', 'Not a web address', 'https://…'),
    (Number.isSafeInteger(amountMinor) && amountMinor > 0) ||
      problem('amount', 'Not an amount', 'Rupees above zero'),
    retryOf === undefined ||
      isPurchaseId(retryOf) ||
      problem('retry_of', 'Not a purchase', 'An id'),
  ])
  return {
    idempotency_key: idempotencyKey,
    merchant_url: merchantUrl,
    amount: decimalString(amountMinor),
    ...(rail !== undefined && { rail }),
    ...(retryOf !== undefined && { retry_of: retryOf }),
  }
}

export function submitAnswerArgs(
  input: SubmitAnswerInput & { readonly idempotencyKey: IdempotencyKey },
): Args {
  const { purchase, questionId, answer, idempotencyKey } = input
  check([
    isPurchaseId(purchase) || problem('purchase', 'Not a purchase', 'A purchase id'),
    questionId !== '' || problem('question_id', 'Empty', 'The id of the question'),
    answer.trim() !== '' || problem('answer', 'Empty', 'An answer'),
    isIdempotencyKey(idempotencyKey) ||
      problem('idempotency_key', 'Not a key', '16 to 64 characters'),
  ])
  return { purchase, question_id: questionId, answer, idempotency_key: idempotencyKey }
}

/**
 * The body's text, made once and sent unchanged in every attempt.
 * @throws CallFailure 'invalid_input' above our own limit, counted in UTF-8 bytes (R-008, B16)
 */
export function frozenBody(args: Args): string {
  const body = JSON.stringify(args)
  const bytes = new TextEncoder().encode(body).length
  check([bytes <= MAX_SENT_BODY_BYTES || problem('', 'Too long', 'Less text')])
  return body
}

/** All problems at once. */
function check(results: readonly (true | FieldProblem)[]): void {
  const fields = results.filter((result) => result !== true)
  if (fields.length > 0) throw new CallFailure('invalid_input', { fields })
}

function problem(path: string, what: string, expected: string): FieldProblem {
  return { path, problem: what, expected }
}

const isDay = (day: string | undefined) => day === undefined || parseDay(day) !== null

const isLimit = (limit: number, most: number) =>
  Number.isInteger(limit) && limit >= 1 && limit <= most

const isReference = (reference: string) => isPurchaseId(reference) || isIdempotencyKey(reference)

const isWebAddress = (address: string) =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
