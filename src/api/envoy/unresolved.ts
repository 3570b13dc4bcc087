import { isPurchaseId, type PurchaseId } from '@/lib/ids'
import type { UnresolvedWrite } from '../core/journal'
import { CallFailure } from './failure'
import { isIdempotencyKey } from './keys'
import type { IdempotencyKey, PurchaseStatus } from './types'

/**
 * The reference a write of unknown outcome is looked up by: its purchase, else its own key.
 * @throws CallFailure 'refused' when the saved entry holds neither
 */
export function savedReference({ purchaseId, key }: UnresolvedWrite): PurchaseId | IdempotencyKey {
  if (purchaseId !== null && isPurchaseId(purchaseId)) return purchaseId
  if (isIdempotencyKey(key)) return key
  throw new CallFailure('refused')
}

/**
 * Whether a status read tells what became of the write: a start found by its key has happened; an
 * answer has when its question is no longer open.
 */
export function isSettled(write: UnresolvedWrite, { purchase }: PurchaseStatus): boolean {
  if (write.tool === 'submit_answer') return purchase.question?.id !== write.questionId
  return write.tool === 'start_purchase'
}
