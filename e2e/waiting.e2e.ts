import { expect, test } from './fixtures/test'

const isLines = (row: { tool: string | null }) => row.tool === 'list_transactions'

test('[R-101] [R-103] [R-117] a 429 in the middle of scrolling: one wait, nothing sent before its end, then the next page', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 429)
  await page.goto('/history')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('link').first()).toBeVisible()
  await expect.poll(async () => (await sandbox.log()).filter(isLines).length).toBe(1)
  await sandbox.fault({
    fault: 'status_429',
    tool: 'list_transactions',
    times: 1,
    retry_after: 4,
    after_seconds: 4,
  })
  await grid.getByRole('link').first().hover()
  const waiting = page.getByText(/Envoy asked us to wait/).first()
  while (!(await waiting.isVisible())) await page.mouse.wheel(0, 400)
  await expect(page.getByText(/Trying again at \d\d:\d\d:\d\d/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0)
  await expect(grid.getByRole('link').first()).toBeVisible()
  await expect
    .poll(async () => (await sandbox.log()).filter(isLines).at(-1)?.status, { timeout: 15_000 })
    .toBe(200)
  const rows = await sandbox.log()
  const refused = rows.findIndex((row) => row.status === 429)
  const [before, after] = [rows[refused], rows[refused + 1]]
  expect(rows.filter((row) => row.status === 429)).toHaveLength(1)
  expect((after?.mono_ms ?? 0) - (before?.mono_ms ?? 0)).toBeGreaterThanOrEqual(4_000)
  expect(after?.body).toEqual(before?.body)
  await expect(waiting).toBeHidden()
})

test('[B7] an unavailable Envoy that names no wait is not asked again by itself', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 503)
  await sandbox.fault({
    fault: 'status_503',
    tool: 'list_transactions',
    times: 1,
    retryable: false,
    after_seconds: null,
  })
  await page.goto('/history')
  await expect(page.getByText('Envoy is not answering right now').first()).toBeVisible()
  expect((await sandbox.log()).filter(isLines)).toHaveLength(1)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
})

test('[product] a page that fails keeps the lines that are loaded, and goes on from there', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 503)
  await page.goto('/history')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('link').first()).toBeVisible()
  await sandbox.fault({
    fault: 'status_503',
    tool: 'list_transactions',
    times: 1,
    retryable: false,
    after_seconds: null,
  })
  await grid.getByRole('link').first().hover()
  const failed = page.getByText('Envoy is not answering right now').first()
  while (!(await failed.isVisible())) await page.mouse.wheel(0, 400)
  await expect(grid.getByRole('link').first()).toBeVisible()
  expect((await sandbox.log()).filter(isLines)).toHaveLength(2)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.poll(async () => (await sandbox.log()).filter(isLines).length).toBe(3)
  await expect(failed).toBeHidden()
})

test('[R-154] a connection that ended says so, and no purchase is touched', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 401)
  await sandbox.fault({ fault: 'status_401', tool: 'list_transactions', times: 5 })
  await page.goto('/history')
  await expect(page.getByText('Reconnect to Envoy').first()).toBeVisible()
  await expect(page.getByText('No purchases yet')).toHaveCount(0)
  expect((await sandbox.log()).filter(isLines)).toHaveLength(1)
})

test('[R-164] an outdated client is told to reload, and does not ask again', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 426)
  await sandbox.fault({ fault: 'status_426', tool: 'list_transactions', times: 5 })
  await page.goto('/history')
  await expect(page.getByText('This version is too old').first()).toBeVisible()
  expect((await sandbox.log()).filter(isLines)).toHaveLength(1)
})

test('[R-156] an account that is switched off is told so', async ({ page, sandbox, watch }) => {
  watch.expectFailure('/api/tools/list_transactions', 403)
  await sandbox.account({ enabled: false })
  await page.goto('/history')
  await expect(page.getByText('This Envoy service is not enabled for you').first()).toBeVisible()
  await sandbox.account({ enabled: true })
})

test('[product] an empty history and empty dates are different screens', async ({
  page,
  sandbox,
}) => {
  await page.goto('/history?from=2020-01-01&to=2020-01-31')
  await expect(page.getByRole('heading', { name: 'History' }).first()).toBeVisible()
  const forDates = page.getByText(/No purchases, 01 Jan 2020/).first()
  await expect(forDates).toBeVisible()
  await sandbox.reset({ lines: 0, now: '2026-10-29T09:02:00Z' })
  await page.goto('/history')
  await expect(page.getByText('No purchases yet').first()).toBeVisible()
})

test('[C1] lines that cannot be read take no page down, and the next page is read all the same', async ({
  page,
  sandbox,
}) => {
  await sandbox.fault({ fault: 'currency', tool: 'list_transactions', times: 1, code: 'rupees' })
  await page.goto('/history')
  const unreadable = page.getByRole('grid').getByText('This line could not be read')
  await expect(unreadable.first()).toBeVisible()
  await expect(page.getByRole('grid').getByText('₹')).toHaveCount(0)
  await unreadable.first().hover()
  const readable = page.getByRole('grid').getByRole('link').first()
  await expect(async () => {
    await page.mouse.wheel(0, 600)
    await expect(readable).toBeVisible({ timeout: 200 })
  }).toPass()
})

test('[product] offline keeps what is loaded and says so', async ({ page, context, watch }) => {
  watch.expectOffline()
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline').first()).toBeVisible()
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toHaveCount(0)
})
