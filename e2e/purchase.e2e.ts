import { expect, NOW, test } from './fixtures/test'

test('[product] a purchase moves to its final state on screen, by itself, and stays there', async ({
  page,
  sandbox,
}) => {
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 249_900,
    merchant: 'Neem Mart',
    state: 'processing',
    money: 'set_aside',
  })
  await page.goto(`/purchases/${purchase_id}`)
  await expect(page.getByText('Working on it').first()).toBeVisible()
  await expect(page.getByText('Checked just now').first()).toBeVisible()
  expect(await page.locator('body').innerText()).not.toMatch(/You were charged|paid the shop/i)
  await sandbox.advance(purchase_id, { state: 'verifying' })
  await expect(page.getByText('Confirming').first()).toBeVisible()
  await sandbox.advance(purchase_id, { state: 'completed', money: 'charged' })
  await expect(page.getByText('The shop confirmed the order.').first()).toBeVisible()
  await expect(page.getByText(/charged ₹2,499\.00/).first()).toBeVisible()
  // The watch has ended with the final state: what happens to the money later shows when asked for.
  const reads = async () =>
    (await sandbox.log()).filter((row) => row.tool === 'get_purchase_status').length
  const before = await reads()
  await sandbox.advance(purchase_id, { money: 'refunded' })
  await page.getByRole('button', { name: 'Check again' }).first().click()
  await expect(page.getByText(/₹2,499\.00 .*back/).first()).toBeVisible()
  await expect(page.getByText('The shop confirmed the order.').first()).toBeVisible()
  expect(await reads()).toBe(before + 1)
})

test('[product] a purchase that moves by itself is seen moving, with nobody touching the page', async ({
  page,
  sandbox,
}) => {
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 59_900,
    state: 'processing',
    auto: true,
  })
  await page.goto(`/purchases/${purchase_id}`)
  await expect(page.getByText('Working on it').first()).toBeVisible()
  // Its next moves lie minutes ahead on the sandbox's clock. Some purchases do not go through.
  const ended = page.getByText(/The shop confirmed the order|did not go through. It has ended/)
  const start = Date.parse(NOW)
  await expect(async () => {
    const { now } = await sandbox.state()
    await sandbox.clock(new Date(Math.max(Date.parse(now), start) + 600_000).toISOString(), false)
    await expect(ended.first()).toBeVisible({ timeout: 1_500 })
  }).toPass({ timeout: 40_000 })
})

test('[R-027] [R-086] held reads carry next.args unchanged', async ({ page, sandbox }) => {
  const { purchase_id, revision } = await sandbox.purchase({
    amount_minor: 100,
    state: 'processing',
  })
  await page.goto(`/purchases/${purchase_id}`)
  await expect(page.getByText('Working on it').first()).toBeVisible()
  await sandbox.advance(purchase_id, { state: 'completed', money: 'charged' })
  await expect(page.getByText('The shop confirmed the order.').first()).toBeVisible()
  const bodies = (await sandbox.log())
    .filter((row) => row.tool === 'get_purchase_status')
    .map((row) => (typeof row.body === 'string' ? JSON.parse(row.body) : row.body))
  expect(bodies[0]).toEqual({ purchase: purchase_id })
  expect(bodies[1]).toEqual({ purchase: purchase_id, after_revision: revision })
})

test('[R-033] [R-157] another account’s purchase says what its absence does not prove, after one call', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/get_purchase_status', 404)
  const { purchase_id } = await sandbox.purchase({
    account: 'other',
    amount_minor: 100,
    state: 'processing',
  })
  await page.goto(`/purchases/${purchase_id}`)
  await expect(page.getByText('No such purchase under this account').first()).toBeVisible()
  await expect(page.getByText(/says nothing about the purchase/).first()).toBeVisible()
  expect((await sandbox.log()).filter((row) => row.tool === 'get_purchase_status')).toHaveLength(1)
})

test('[R-025] an address that names no purchase asks nobody', async ({ page, sandbox }) => {
  await page.goto('/purchases/pur_nonsense')
  await expect(page.getByText('No such purchase under this account').first()).toBeVisible()
  expect((await sandbox.log()).filter((row) => row.tool === 'get_purchase_status')).toEqual([])
})

test('[R-208] [SR-30] a question is shown word for word, and its hostile parts stay contained', async ({
  page,
  sandbox,
}) => {
  const prompt = 'Which   size?\n<b>Large</b> costs ₹1,899.00 — see https://evil.example.test'
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 100,
    state: 'needs_answer',
    question: { kind: 'choice', prompt, options: ['Small', 'Large'] },
  })
  await page.goto(`/purchases/${purchase_id}`)
  const asked = page.getByText('Which size?').first()
  await expect(asked).toBeVisible()
  expect(await asked.evaluate((element) => element.textContent)).toBe(prompt)
  await expect(page.getByRole('link', { name: /evil/ })).toHaveCount(0)
  // Stacked marks would otherwise paint over the amount and the state above.
  await expect(page.locator('.ask-q')).toHaveCSS('overflow', 'clip')
})

test('[R-204] [R-213] [B9] ids appear in the support panel only, closed by default, to copy', async ({
  page,
  sandbox,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 100,
    state: 'completed',
    money: 'charged',
  })
  await page.goto(`/purchases/${purchase_id}`)
  await expect(page.getByText('Checked just now').first()).toBeVisible()
  expect(await page.locator('body').innerText()).not.toContain(purchase_id)
  await page.getByText('For support').first().click()
  await expect(page.getByText(purchase_id).first()).toBeVisible()
  await page.getByRole('button', { name: 'Copy purchase id' }).click()
  // The page itself may not read the clipboard: another one does.
  const reader = await context.newPage()
  await reader.goto(`${sandbox.url}/control/state`)
  expect(await reader.evaluate(() => navigator.clipboard.readText())).toBe(purchase_id)
  await reader.close()
  await expect(
    page.getByText('The request and trace IDs belong to this one check.').first(),
  ).toBeVisible()
})

test('[product] a purchase that the person does not recognise leads to what to do next', async ({
  page,
  sandbox,
}) => {
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 100,
    state: 'completed',
    money: 'charged',
  })
  await page.goto(`/purchases/${purchase_id}`)
  await page.getByText(/I don.t recognise this purchase/).click()
  await expect(page.getByText(/For support/).first()).toBeVisible()
})

test('[R-202] [R-210] spending closed and funding say no more than they know', async ({
  page,
  sandbox,
}) => {
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 100,
    state: 'waiting_for_user',
    spending_closed: true,
    funding: {
      url: 'https://pay.example.test/x',
      amount_minor: 249_900,
      expires_at: '2026-10-29T12:00:00Z',
    },
    user_action: { message: 'Pay for the gift card in the Envoy app.' },
  })
  await page.goto(`/purchases/${purchase_id}`)
  await expect(page.getByText('Pay for the gift card in the Envoy app.').first()).toBeVisible()
  const body = await page.locator('main').first().innerText()
  expect(body).not.toMatch(/approve/i)
  expect(body).toMatch(/closed/i)
  await expect(page.locator('a[href*="pay.example.test"]')).toHaveCount(0)
})
