import { expect, test } from './fixtures/test'
import {
  ask,
  card,
  expectOnce,
  field,
  openQuestion,
  PROMPT,
  recordedAnswers,
  SUBMIT,
  send,
  sentAnswers,
  title,
} from './helpers/answers'

test('[R-042] [R-207] [R-208] a question is answered in words, and the reply is what is shown', async ({
  page,
  product,
  sandbox,
}) => {
  const purchase = await ask(sandbox)
  await page.goto('/purchases')
  await page.getByRole('article').filter({ hasText: PROMPT }).getByRole('link').click()
  await field(page).fill('Yes, send the smaller one')
  await send(page).click()
  await expect(title(page, 'Answer recorded')).toBeVisible()
  await expect(page.getByText('Yes, send the smaller one')).toBeVisible()
  await expect(
    page.getByText(/Recorded at 14:\d\d IST\. It cannot be changed here\./),
  ).toBeVisible()
  await expect(page.getByText('Envoy recorded your answer.')).toBeAttached()
  // What had the focus is gone; the card that it stood in has it now.
  await expect(page.locator('.answered')).toBeFocused()
  await expect(page.getByText('Working on it').first()).toBeVisible()
  await expectOnce({ product, sandbox }, purchase, 'Yes, send the smaller one')
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((key) => key.startsWith('passbook.writes'))).toEqual([])
  // The watch goes on from there.
  await sandbox.advance(purchase, { state: 'completed', money: 'charged' })
  await expect(page.getByText('The shop confirmed the order.').first()).toBeVisible()
})

test('[product] a choice is made and sent with the keyboard alone', async ({
  page,
  product,
  sandbox,
}) => {
  const purchase = await ask(sandbox, {
    kind: 'choice',
    prompt: 'Which size?',
    options: ['Small', 'Large'],
  })
  await openQuestion(page, purchase)
  const small = page.getByRole('radio', { name: 'Small' })
  while (!(await small.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Large' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Answer recorded')).toBeVisible()
  await expectOnce({ product, sandbox }, purchase, 'Large')
})

test('[R-207] details are answered as well, beside the history, with Enter for a new line', async ({
  page,
  product,
  sandbox,
}) => {
  const purchase = await ask(sandbox, undefined, 'needs_details')
  await page.goto(`/history/${purchase}`)
  await field(page).fill('12 Neem Road')
  await field(page).press('Enter')
  await field(page).pressSequentially('Pune')
  await field(page).press('Control+Enter')
  await expect(title(page, 'Answer recorded')).toBeVisible()
  await expectOnce({ product, sandbox }, purchase, '12 Neem Road\nPune')
})

test('[R-016] [R-014] an empty answer and one that Envoy cannot use are said at the field', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 400)
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await send(page).click()
  await expect(page.getByText('Type an answer first.')).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveAccessibleDescription(/Type an answer first/)
  await field(page).fill('₹'.repeat(22_000))
  await send(page).click()
  await expect(page.getByText('This is longer than Envoy takes. Make it shorter.')).toBeVisible()
  expect(await sentAnswers(sandbox)).toEqual([])
  await field(page).fill('x'.repeat(2_001))
  await send(page).click()
  await expect(page.getByText(/Envoy could not use this answer\. It is too long/)).toBeVisible()
  await expect(field(page)).toHaveValue(/^x+$/)
})

test('[R-047] a double click, Enter and a click are one answer', async ({
  page,
  product,
  sandbox,
}) => {
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await sandbox.fault({ fault: 'delay', tool: 'submit_answer', ms: 1_500 })
  await field(page).fill('Yes')
  await send(page).dblclick()
  await field(page).press('Control+Enter')
  await send(page).click()
  await expect(title(page, 'Answer recorded')).toBeVisible()
  expect(await sentAnswers(sandbox)).toHaveLength(1)
  await expectOnce({ product, sandbox }, purchase, 'Yes')
})

test('[R-047] [R-044] two tabs at the same time: one answer, one key, and both know', async ({
  page,
  context,
  product,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 409)
  const purchase = await ask(sandbox)
  const second = await context.newPage()
  await openQuestion(page, purchase)
  await openQuestion(second, purchase)
  await field(page).fill('Yes')
  await field(second).fill('No')
  await sandbox.fault({ fault: 'delay', tool: 'submit_answer', ms: 1_000, times: 2 })
  // A tab that is not in front is not drawn, so a pointer would wait there for it to stand still.
  await Promise.all([page, second].map((tab) => send(tab).dispatchEvent('click')))
  for (const tab of [page, second]) {
    await expect(
      title(tab, 'Answer recorded').or(title(tab, 'Envoy has an answer to this question')),
    ).toBeVisible()
  }
  const sent = await sentAnswers(sandbox)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(recordedAnswers(product, purchase).answers).toHaveLength(1)
  expect(recordedAnswers(product, purchase).keys).toHaveLength(1)
  await second.close()
})

test('[R-046] [R-112] a 429: the card waits, nothing was changed, and the same bytes go afterwards', async ({
  page,
  product,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 429)
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  const limited = { fault: 'status_429', tool: 'submit_answer', retry_after: 6, after_seconds: 6 }
  await sandbox.fault(limited)
  await field(page).fill('Yes')
  await send(page).click()
  await expect(page.getByText(/Your answer has not left yet\. Nothing was changed\./)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page).getByText('Not sent. Nothing was changed.')).toBeVisible()
  await expect(field(page)).toHaveValue('Yes')
  await send(page).click()
  await expect(title(page, 'Answer recorded')).toBeVisible()
  expect(await sentAnswers(sandbox)).toHaveLength(2)
  await expectOnce({ product, sandbox }, purchase, 'Yes')
})

test('[product] what is typed stays while the purchase is read, and goes with its question', async ({
  page,
  sandbox,
}) => {
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await field(page).fill('Half a sen')
  await sandbox.advance(purchase, { money: 'not_charged' })
  await expect(page.getByText(/Not charged/i).first()).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).first().click()
  await expect(page.getByText('Checked just now').first()).toBeVisible()
  await expect(field(page)).toHaveValue('Half a sen')
  await page.getByRole('link', { name: 'Purchases' }).first().click()
  await page.getByRole('article').filter({ hasText: PROMPT }).getByRole('link').click()
  await expect(field(page)).toHaveValue('Half a sen')
  await sandbox.advance(purchase, { state: 'processing' })
  await expect(title(page, 'This question is no longer open')).toBeVisible()
  await expect(card(page).getByText('What you typed was not sent.')).toBeVisible()
})

test('[R-160] [R-165] a conflict is read and shown, and nothing is sent again by itself', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 409)
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await sandbox.fault({ fault: 'status_409', tool: 'submit_answer' })
  await field(page).fill('Yes')
  await send(page).click()
  await expect(page.getByText('This purchase has moved on')).toBeVisible()
  await expect(field(page)).toHaveValue('Yes')
  expect(await sentAnswers(sandbox)).toHaveLength(1)
})

test('[C57] under another contract nothing can be sent', async ({ page, sandbox }) => {
  const purchase = await ask(sandbox)
  await sandbox.fault({ fault: 'contract', times: 1_000 })
  await openQuestion(page, purchase)
  await expect(page.getByText('Answers cannot be sent from here right now')).toBeVisible()
  await expect(send(page)).toHaveCount(0)
  await field(page).fill('Yes')
  await field(page).press('Control+Enter')
  expect(await sentAnswers(sandbox)).toEqual([])
})

test('[R-020] what cannot be noted down is not sent', async ({ page, sandbox }) => {
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await page.evaluate(() => {
    const full = 'x'.repeat(1024)
    try {
      for (let n = 0; ; n += 1) localStorage.setItem(`full.${n}`, full)
    } catch {
      for (let n = 0; n < 2_000_000; n += 1) {
        try {
          localStorage.setItem(`rest.${n}`, '')
        } catch {
          break
        }
      }
    }
  })
  await field(page).fill('Yes')
  await send(page).click()
  await expect(page.getByText('The answer was not sent')).toBeVisible()
  await expect(field(page)).toHaveValue('Yes')
  expect(await sentAnswers(sandbox)).toEqual([])
})
