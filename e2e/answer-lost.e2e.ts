import { expect, test } from './fixtures/test'
import {
  again,
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

test('[R-050] [R-081] lost after it was recorded: the purchase is read first, and Envoy has an answer', async ({
  page,
  product,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 502)
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await sandbox.fault({ fault: 'reset', when: 'after_effect', tool: 'submit_answer' })
  await field(page).fill('Yes')
  await send(page).click()
  await expect(title(page, 'Envoy has an answer to this question')).toBeVisible()
  await expect(again(page)).toHaveCount(0)
  expect(await sentAnswers(sandbox)).toHaveLength(1)
  await expectOnce({ product, sandbox }, purchase, 'Yes')
  // Told once; nothing of it is left.
  await page.reload()
  await expect(page.getByText('Working on it').first()).toBeVisible()
  await expect(title(page, 'Envoy has an answer to this question')).toHaveCount(0)
})

test('[R-081] [R-082] a failure that names the purchase: it is read, and nothing is sent again', async ({
  page,
  product,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 503)
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await sandbox.fault({
    fault: 'status_503',
    tool: 'submit_answer',
    retryable: false,
    after_seconds: null,
    after_effect: true,
  })
  await field(page).fill('Yes')
  await send(page).click()
  await expect(title(page, 'Envoy has an answer to this question')).toBeVisible()
  await expectOnce({ product, sandbox }, purchase, 'Yes')
  expect(await sentAnswers(sandbox)).toHaveLength(1)
})

test('[R-043] [R-039] [B10] lost before it was recorded: the same words go again with the same key', async ({
  page,
  product,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 502)
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await sandbox.fault({ fault: 'reset', when: 'before_headers', tool: 'submit_answer' })
  await field(page).fill('Yes, the smaller one')
  await send(page).click()
  await expect(title(page, 'We are not sure your answer arrived')).toBeVisible()
  await expect(card(page).getByText(/The question is still open/)).toBeVisible()
  const tools = (await sandbox.log()).map(({ tool }) => tool)
  expect(tools.slice(tools.indexOf('submit_answer') + 1)).toContain('get_purchase_status')
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).toContain(purchase)
  expect(kept).not.toContain('smaller')
  await again(page).click()
  await expect(title(page, 'Answer recorded')).toBeVisible()
  expect(await sentAnswers(sandbox)).toHaveLength(2)
  await expectOnce({ product, sandbox }, purchase, 'Yes, the smaller one')
})

test('[R-020] [R-050] after a reload the words are gone and the key is not', async ({
  page,
  product,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 502)
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await sandbox.fault({ fault: 'reset', when: 'before_headers', tool: 'submit_answer' })
  await field(page).fill('Yes')
  await send(page).click()
  await expect(again(page)).toBeVisible()
  await page.reload()
  await expect(title(page, 'An answer may have been sent')).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await field(page).fill('No, wait')
  await send(page).click()
  await expect(title(page, 'Answer recorded')).toBeVisible()
  const [first, second] = await sentAnswers(sandbox)
  expect(second?.key).toBe(first?.key)
  expect(recordedAnswers(product, purchase)).toEqual({ answers: ['No, wait'], keys: [first?.key] })
})

test('[R-047] a reload in the middle of sending: one answer, and the page says that there is one', async ({
  page,
  product,
  sandbox,
}) => {
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await sandbox.fault({ fault: 'stall', when: 'before_headers', tool: 'submit_answer', ms: 20_000 })
  await field(page).fill('Yes')
  await send(page).click()
  await expect.poll(() => recordedAnswers(product, purchase).answers).toEqual(['Yes'])
  await page.reload()
  await expect(title(page, 'Envoy has an answer to this question')).toBeVisible()
  await expectOnce({ product, sandbox }, purchase, 'Yes')
})

test('[R-034] another account sees nothing of it and has a key of its own', async ({
  page,
  context,
  product,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 502)
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await sandbox.fault({ fault: 'reset', when: 'before_headers', tool: 'submit_answer' })
  await field(page).fill('Yes')
  await send(page).click()
  await expect(again(page)).toBeVisible()
  await context.clearCookies()
  await context.request
    .get(`${product.url}/auth/sign-in?to=/history`)
    .then((choice) => context.request.post(choice.url(), { form: { account: 'other' } }))
  const { purchase_id: theirs } = await sandbox.purchase({
    account: 'other',
    amount_minor: 100,
    state: 'needs_answer',
    question: { kind: 'text', prompt: PROMPT },
  })
  // With the change of hands an address that names a purchase is left.
  await page.goto('/history')
  await expect(page.getByText('This is now Arjun Nair’s page').first()).toBeVisible()
  await page.goto(`/purchases/${theirs}`)
  await expect(field(page)).toBeVisible()
  await expect(title(page, 'An answer may have been sent')).toHaveCount(0)
  await field(page).fill('Yes')
  await send(page).click()
  await expect(title(page, 'Answer recorded')).toBeVisible()
  const [mine, other] = await sentAnswers(sandbox)
  expect(other?.key).not.toBe(mine?.key)
})

test('[R-050] offline it may have left: the purchase is read when there is a network again', async ({
  page,
  context,
  product,
  sandbox,
  watch,
}) => {
  watch.expectOffline()
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await field(page).fill('Yes')
  await context.setOffline(true)
  await send(page).click()
  await expect(title(page, 'We are not sure your answer arrived')).toBeVisible()
  await expect(again(page)).toHaveCount(0)
  await context.setOffline(false)
  await again(page).click()
  await expect(title(page, 'Answer recorded')).toBeVisible()
  await expectOnce({ product, sandbox }, purchase, 'Yes')
})

test('[R-154] [R-185] [B5] a sign-in that ended: the answer waits for the person', async ({
  page,
  context,
  product,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 401)
  watch.expectFailure('/api/tools/get_purchase_status', 401)
  const purchase = await ask(sandbox)
  await openQuestion(page, purchase)
  await sandbox.fault({ fault: 'status_401', tool: 'submit_answer' })
  await field(page).fill('Yes')
  await send(page).click()
  await expect(page.getByText(/it is kept only while this page is open/)).toBeVisible()
  // The same person signs in again in another tab.
  const other = await context.newPage()
  await other.goto(`${product.url}/auth/sign-in?to=/history`)
  await other.getByRole('button', { name: 'Meera Kulkarni' }).click()
  await expect(other.getByRole('grid').getByRole('link').first()).toBeVisible()
  await expect(field(page)).toHaveValue('Yes')
  expect(await sentAnswers(sandbox)).toHaveLength(1)
  await send(page).click()
  await expect(title(page, 'Answer recorded')).toBeVisible()
  await expectOnce({ product, sandbox }, purchase, 'Yes')
  await other.close()
})

test('[SR-23] a sign-out that would forget an answer in doubt asks first', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(SUBMIT, 502)
  await openQuestion(page, await ask(sandbox))
  await sandbox.fault({ fault: 'reset', when: 'before_headers', tool: 'submit_answer' })
  await field(page).fill('Yes')
  await send(page).click()
  await expect(again(page)).toBeVisible()
  await page.getByRole('button', { name: /^Account, / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog', {
    name: 'An answer of yours has no confirmed outcome',
  })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page)).toHaveValue('Yes')
})
