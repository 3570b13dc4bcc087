import * as fc from 'fast-check'
import type { IdempotencyKey } from '@/api/envoy/types'
import { purchaseById } from '@/sandbox/purchases'
import type { Open } from '../tab'
import type { ModelWorld } from '../world'
import { purchaseOf } from './reads'
import { type Step, signedInStep, stepWith } from './step'

const ANSWERS = ['Yes', 'No'] as const

/** The question a person has before them: the open one, else the last that was. */
const lastQuestions = new WeakMap<ModelWorld, Map<string, string>>()

function questionOf(world: ModelWorld, purchase: string): string | null {
  const asked = lastQuestions.get(world) ?? new Map<string, string>()
  lastQuestions.set(world, asked)
  const text = purchaseById(world.envoy.world, purchase)?.question
  const { id } = Object(text ? JSON.parse(text) : null)
  if (typeof id === 'string') asked.set(purchase, id)
  return asked.get(purchase) ?? null
}

/** What a person answers to a question: the same each time, so that the wish is one. */
function answerTo(world: ModelWorld, open: Open, purchase: string, question: string) {
  const row = purchaseById(world.envoy.world, purchase)
  const { options } = Object(row?.question ? JSON.parse(row.question) : null)
  const answer = Array.isArray(options) ? String(options[0]) : ANSWERS[0]
  const wish = `${open.owner} answer ${purchase} ${question}`
  world.call(open, { tool: 'submit_answer', wish }, () =>
    open.envoy.submitAnswer({
      purchase: purchaseOfId(purchase),
      questionId: question,
      answer: remembered(world, question, answer),
    }),
  )
}

const given = new WeakMap<ModelWorld, Map<string, string>>()
function remembered(world: ModelWorld, question: string, answer: string): string {
  const answers = given.get(world) ?? new Map<string, string>()
  given.set(world, answers)
  const first = answers.get(question) ?? answer
  answers.set(question, first)
  return first
}

// Taken from the sandbox, or from what the client itself kept.
const purchaseOfId = (id: string) => id as ReturnType<typeof purchaseOf>

function answer(tab: number, n: number): Step {
  return signedInStep('submit_answer', tab, `purchase ${n}`, (world, open) => {
    const purchase = purchaseOf(world, open, n)
    const question = questionOf(world, purchase)
    if (question) answerTo(world, open, purchase, question)
  })
}

/** Its key is the page's own, and the same each time; its name tells of whom and what it is. */
const keyOf = (owner: string, n: number) => `key-${owner}-wish-${n}`.padEnd(24, '-')

function start(world: ModelWorld, open: Open, n: number) {
  const merchantUrl = `https://wish-${n}.example.test/cart`
  world.call(open, { tool: 'start_purchase', wish: `${open.owner} start ${merchantUrl}` }, () =>
    open.envoy.startPurchase({
      // Made above, of the right form.
      idempotencyKey: keyOf(open.owner, n) as IdempotencyKey,
      merchantUrl,
      amountMinor: 12_300,
    }),
  )
}

function startPurchase(tab: number, n: number): Step {
  return signedInStep('start_purchase', tab, `wish ${n}`, (world, open) => start(world, open, n))
}

const inDoubt = ({ envoy }: Open) => envoy.unresolvedWrites()[0]

/** A person presses "Try again" beside something of unknown outcome. */
function tryAgain(tab: number): Step {
  return stepWith('try again', tab, inDoubt, (world, open, { purchaseId, questionId, key }) => {
    if (purchaseId !== null && questionId !== null) {
      answerTo(world, open, purchaseId, questionId)
      return
    }
    const wish = [0, 1].find((n) => keyOf(open.owner, n) === key)
    if (wish !== undefined) start(world, open, wish)
  })
}

function check(tab: number): Step {
  return stepWith('check what became of it', tab, inDoubt, (world, open, write) => {
    const asked = { tool: 'get_purchase_status', wish: null }
    world.call(open, asked, () => open.envoy.checkWrite(write))
  })
}

/** What a person does that changes something. */
export function writes(tab: fc.Arbitrary<number>): fc.Arbitrary<Step>[] {
  return [
    fc.tuple(tab, fc.nat(1)).map((drawn) => answer(...drawn)),
    fc.tuple(tab, fc.nat(1)).map((drawn) => startPurchase(...drawn)),
    tab.map(tryAgain),
    tab.map(check),
  ]
}
