import { z } from 'zod'
import type { Outcome } from '../envelope'
import { failure, invalidInput } from '../errors'
import { readFields } from '../fields'
import { canonicalInput, keyUse, rememberKey } from '../idempotency'
import { asksQuestion, type Question } from '../purchase-rules'
import { advancePurchase, findPurchase, purchaseById } from '../purchases'
import type { PurchaseRow } from '../store/schema'
import { purchaseReply } from '../view'
import type { World } from '../world'
import { idempotencyKey, KEY_WORDS, purchaseReference, REFERENCE_WORDS } from './references'
import type { Tool } from './tool'

const MAX_ANSWER = 2_000

// The input's shape is assumed (C30).
const input = z.strictObject({
  purchase: purchaseReference,
  question_id: z.string().min(1).max(128),
  answer: z
    .string()
    .min(1)
    .max(MAX_ANSWER)
    .refine((answer) => answer.trim() !== '', 'is empty'),
  idempotency_key: idempotencyKey,
})
const expected = {
  purchase: REFERENCE_WORDS,
  question_id: "the open question's id",
  answer: `the user's answer, 1 to ${MAX_ANSWER} characters`,
  idempotency_key: KEY_WORDS,
}

type Input = z.output<typeof input>

/** submit_answer: records an answer to the open question once, and the purchase moves on (R-042…R-045). */
export function submitAnswer(world: World): Tool {
  return ({ body, problems, account }) => {
    const read = readFields(input, expected, body, problems)
    if (!read.ok) return invalidInput(read.fields)
    return world.db.transaction(() => answer(world, account.account, read.value)).immediate()
  }
}

function answer(world: World, account: string, given: Input): Outcome {
  const purchase = findPurchase(world, account, given.purchase)
  const scope = { account, tool: 'submit_answer', key: given.idempotency_key } as const
  const inputs = canonicalInput({
    purchase: purchase?.purchase_id ?? given.purchase,
    question_id: given.question_id,
    answer: given.answer,
  })
  const use = keyUse(world, scope, inputs)
  if (use.kind === 'other') return failure('IDEMPOTENCY_CONFLICT')
  if (!purchase) return failure('NOT_FOUND')
  if (use.kind === 'same') return purchaseReply(world, purchase, true)
  const question = openQuestion(purchase)
  if (question?.id !== given.question_id) return failure('STATE_CONFLICT')
  if (question.options && !question.options.includes(given.answer)) {
    return invalidInput([
      {
        path: 'answer',
        problem: 'is not one of the options',
        expected: `one of ${question.options.map((option) => JSON.stringify(option)).join(', ')}`,
      },
    ])
  }
  record(world, purchase.purchase_id, given)
  rememberKey(world, scope, inputs, purchase.purchase_id)
  advancePurchase(world, purchase.purchase_id, { state: 'processing' })
  return purchaseReply(world, purchaseById(world, purchase.purchase_id) ?? purchase)
}

function openQuestion(purchase: PurchaseRow): Question | null {
  if (purchase.question === null || !asksQuestion(purchase.state)) return null
  // The sandbox itself wrote the column, in the shape the wire shows (schema.ts).
  return JSON.parse(purchase.question) as Question
}

function record(world: World, purchaseId: string, given: Input) {
  world.db
    .prepare(
      'INSERT OR REPLACE INTO answers (purchase_id, question_id, answer, at) VALUES (?, ?, ?, ?)',
    )
    .run(purchaseId, given.question_id, given.answer, world.clock.now())
}
