import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import * as fc from 'fast-check'
import { signIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { recordedAnswers, sentAnswers } from './helpers/answers'
import { startBrowser } from './helpers/killed-browser'

const CRASHES = process.env['PASSBOOK_PROOF'] ? 50 : 5
const FIRST = 'Yes, the smaller one'
const SECOND = 'No, wait'

/** What happens to the answer on its way, and when everything ends. */
const plan = fc.record({
  afterMs: fc.integer({ min: 0, max: 600 }),
  fault: fc.option(
    fc.oneof(
      fc.record({ fault: fc.constant('delay'), ms: fc.integer({ min: 0, max: 500 }) }),
      fc.record({
        fault: fc.constant('stall'),
        when: fc.constantFrom('before_headers', 'mid_body'),
        ms: fc.integer({ min: 100, max: 2_000 }),
      }),
      fc.record({
        fault: fc.constant('reset'),
        when: fc.constantFrom('before_headers', 'after_effect'),
      }),
    ),
  ),
})

const button = (page: Page) => page.getByRole('button', { name: 'Send answer' })

test.use({ account: null })

for (let seed = 1; seed <= CRASHES; seed += 1) {
  const killed = seed % 2 === 0 ? 'browser' : 'page'
  const [{ afterMs, fault } = { afterMs: 0, fault: null }] = fc.sample(plan, { seed, numRuns: 1 })
  test(`[R-020] [R-039] [R-043] [R-050] seed ${seed}: the ${killed} is killed ${afterMs} ms into an answer (${fault?.fault ?? 'no fault'})`, async ({
    product,
    sandbox,
  }) => {
    const profile = mkdtempSync(join(tmpdir(), 'passbook-killed-'))
    let browser = await startBrowser(profile)
    try {
      const { purchase_id } = await sandbox.purchase({
        amount_minor: 214_900,
        money: 'set_aside',
        state: 'needs_answer',
        question: { kind: 'text', prompt: 'Should the shop send the smaller jug?' },
      })
      const open = async () => {
        // Of a killed browser's cookies some may be left.
        await browser.context.clearCookies()
        await signIn(browser.context, product.url)
        const page = await browser.context.newPage()
        await page.goto(`${product.url}/purchases/${purchase_id}`)
        return page
      }
      const first = await open()
      await first.getByRole('textbox', { name: 'Your answer' }).fill(FIRST)
      if (fault) await sandbox.fault({ ...fault, tool: 'submit_answer' })
      await button(first).click()
      // Not a wait for something: this is when it is killed.
      await pass(afterMs)
      if (killed === 'browser') {
        await browser.kill()
        browser = await startBrowser(profile)
      } else {
        const gone = first.waitForEvent('crash')
        const tools = await browser.context.newCDPSession(first)
        void tools.send('Page.crash').catch(() => {})
        await gone
        await first.close()
      }
      await sandbox.clearFaults()
      const page = await open()

      // What is on its way still arrives: the page says what is so once that is over.
      await expect(async () => {
        const { answers } = recordedAnswers(product, purchase_id)
        if (answers.length === 0) {
          await expect(button(page)).toBeVisible({ timeout: 1_000 })
        } else {
          await expect(page.getByText('Working on it').first()).toBeVisible({ timeout: 1_000 })
          await expect(button(page)).toHaveCount(0, { timeout: 1_000 })
        }
        expect(recordedAnswers(product, purchase_id).answers).toEqual(answers)
      }).toPass()
      const [sent] = await sentAnswers(sandbox)
      if (recordedAnswers(product, purchase_id).answers.length === 0) {
        // A page that is killed leaves its note behind; a whole browser may take it along.
        const noted = killed === 'page' && sent !== undefined
        if (noted)
          await expect(
            page.getByRole('region').getByText('An answer may have been sent'),
          ).toBeVisible()
        await page.getByRole('textbox', { name: 'Your answer' }).fill(SECOND)
        await button(page).click()
        await expect(
          page.getByRole('region').getByText('Answer recorded', { exact: true }),
        ).toBeVisible()
        if (noted) expect((await sentAnswers(sandbox)).at(-1)?.key).toBe(sent.key)
        expect(recordedAnswers(product, purchase_id).answers).toEqual([SECOND])
      } else {
        expect(recordedAnswers(product, purchase_id).answers).toEqual([FIRST])
      }
      expect(recordedAnswers(product, purchase_id).keys).toHaveLength(1)
    } finally {
      await browser.kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  })
}
