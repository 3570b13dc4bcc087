import { expect, type Page } from '@playwright/test'
import Database from 'better-sqlite3'
import type { Product } from '../fixtures/product'
import type { LogRow, Sandbox } from '../fixtures/sandbox'

type Sent = { key: string; question: string; answer: string; row: LogRow }

/** The answers that reached the sandbox, oldest first. */
export async function sentAnswers(sandbox: Sandbox): Promise<Sent[]> {
  const rows = (await sandbox.log()).filter(({ tool }) => tool === 'submit_answer')
  return rows.map((row) => {
    const body: unknown = typeof row.body === 'string' ? JSON.parse(row.body) : row.body
    const { idempotency_key, question_id, answer } = Object(body)
    return { key: idempotency_key, question: question_id, answer, row }
  })
}

/** What the sandbox has recorded for a purchase: read from its database, past everything it says. */
export function recordedAnswers({ database }: Pick<Product, 'database'>, purchase: string) {
  const db = new Database(database, { readonly: true })
  try {
    const answers = db
      .prepare<[string], { answer: string }>('SELECT answer FROM answers WHERE purchase_id = ?')
      .all(purchase)
      .map(({ answer }) => answer)
    const keys = db
      .prepare<[string], { key: string }>(
        "SELECT key FROM idempotency WHERE purchase_id = ? AND tool = 'submit_answer'",
      )
      .all(purchase)
      .map(({ key }) => key)
    return { answers, keys }
  } finally {
    db.close()
  }
}

/** One answer stands, and every sending of it was the same, byte for byte, with one key. */
export async function expectOnce(
  { product, sandbox }: { product: Product; sandbox: Sandbox },
  purchase: string,
  answer: string,
) {
  const sent = await sentAnswers(sandbox)
  expect(recordedAnswers(product, purchase)).toEqual({ answers: [answer], keys: [sent[0]?.key] })
  expect(new Set(sent.map(({ row }) => JSON.stringify(row.body))).size).toBe(1)
}

export const SUBMIT = '/api/tools/submit_answer'
export const PROMPT = 'Should the shop send the 1.2 litre jug at ₹1,899.00 instead?'
const IN_WORDS = { kind: 'text', prompt: PROMPT }

/** A purchase of the demo account that asks; returns its id. */
export async function ask(
  sandbox: Sandbox,
  question: Record<string, unknown> = IN_WORDS,
  state = 'needs_answer',
): Promise<string> {
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 214_900,
    money: 'set_aside',
    state,
    question,
  })
  return purchase_id
}

export async function openQuestion(page: Page, purchase: string) {
  await page.goto(`/purchases/${purchase}`)
  await expect(page.getByText('Envoy asks')).toBeVisible()
}

export const field = (page: Page) => page.getByRole('textbox', { name: 'Your answer' })
export const send = (page: Page) => page.getByRole('button', { name: 'Send answer' })
export const again = (page: Page) =>
  page.getByRole('button', { name: 'Send the same answer again' })
/** The cards of the page; what is spoken beside them says some of it once more. */
export const card = (page: Page) => page.getByRole('region')
export const title = (page: Page, words: string) => card(page).getByText(words, { exact: true })
