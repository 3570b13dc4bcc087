import type { Page } from '@playwright/test'
import type { LogRow, Sandbox } from './fixtures/sandbox'
import { expect, test } from './fixtures/test'

/*
 * What docs/fault-matrix.md leads to and no other file shows: each outcome once, through the built
 * server, by a fault of the sandbox's own.
 */

const LIST = '/api/tools/list_transactions'
const STATUS = '/api/tools/get_purchase_status'

const bodyOf = ({ body }: LogRow) => Object(typeof body === 'string' ? JSON.parse(body) : body)

const callsOf = async (sandbox: Sandbox, tool: string) =>
  (await sandbox.log()).filter((row) => row.tool === tool)

async function newPurchase(sandbox: Sandbox): Promise<string> {
  const { purchase_id } = await sandbox.purchase({ amount_minor: 249_900, state: 'processing' })
  return purchase_id
}

const firstLine = (page: Page) => page.getByRole('grid').getByRole('link').first()

type Refusal = { fault: Record<string, unknown>; status: number; title: string; text: RegExp }

const OF_A_PURCHASE: Record<string, Refusal> = {
  '[R-160] a conflict with its state': {
    fault: { fault: 'status_409', code: 'STATE_CONFLICT' },
    status: 409,
    title: 'This purchase has moved on',
    text: /Nothing was changed\. Check it again/,
  },
  '[R-158] a conflict of keys': {
    fault: { fault: 'status_409', code: 'IDEMPOTENCY_CONFLICT' },
    status: 409,
    title: 'Envoy already has something else from you',
    text: /It keeps what it had first/,
  },
  '[R-159] a purchase that is under way': {
    fault: { fault: 'status_409', code: 'ACTIVE_PURCHASE_EXISTS' },
    status: 409,
    title: 'A purchase at this shop is already under way',
    text: /Another purchase is already in progress\. Finish that one first/,
  },
  '[R-161] no way to pay': {
    fault: { fault: 'status_422' },
    status: 422,
    title: 'Envoy has no way to buy this',
    text: /Do not try it again and do not split it into parts/,
  },
  '[R-153] input that cannot be used': {
    fault: { fault: 'status_413' },
    status: 413,
    title: 'Envoy could not use this request',
    text: /Nothing was changed/,
  },
  '[R-163] [C35] unavailable for longer than anybody waits': {
    fault: { fault: 'status_503', retryable: true, after_seconds: 400 },
    status: 503,
    title: 'Envoy is not answering right now',
    text: /Do not buy it elsewhere in the meantime\. Try again from \d\d:\d\d:\d\d IST/,
  },
}

for (const [name, { fault, status, title, text }] of Object.entries(OF_A_PURCHASE)) {
  test(`${name} is said where the purchase would be, after one call`, async ({
    page,
    sandbox,
    watch,
  }) => {
    watch.expectFailure(STATUS, status)
    const purchase = await newPurchase(sandbox)
    await sandbox.fault({ tool: 'get_purchase_status', ...fault })
    await page.goto(`/purchases/${purchase}`)
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(notice).toHaveText(text)
    await expect(page.getByText('Working on it')).toHaveCount(0)
    expect(await callsOf(sandbox, 'get_purchase_status')).toHaveLength(1)
  })
}

test('[R-153] input that cannot be used is said in the place of the list', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(LIST, 413)
  await sandbox.fault({ fault: 'status_413', tool: 'list_transactions' })
  await page.goto('/history')
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('Envoy could not use this request')
  expect(await callsOf(sandbox, 'list_transactions')).toHaveLength(1)
})

test('[C40] three calls without an answer: that is said; then nobody asks before a rest, or a press', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(LIST, 502)
  await sandbox.fault({ fault: 'html_502', tool: 'list_transactions', times: 3 })
  await page.goto('/history')
  const main = page.getByRole('main')
  const notice = main.getByRole('alert')
  await expect(notice).toContainText('No answer came back', { timeout: 30_000 })
  expect(await callsOf(sandbox, 'list_transactions')).toHaveLength(3)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(
    main.getByText(/^Envoy is not answering right now\. Trying again at /).first(),
  ).toBeVisible()
  expect(await callsOf(sandbox, 'list_transactions')).toHaveLength(3)
  await main.getByRole('button', { name: 'Try now' }).click()
  await expect(firstLine(page)).toBeVisible()
  const calls = await callsOf(sandbox, 'list_transactions')
  expect(calls.map(({ status }) => status)).toEqual([502, 502, 502, 200])
  expect(new Set(calls.map((row) => JSON.stringify(bodyOf(row)))).size).toBe(1)
})

test('[product] what is asked for without a network waits for it, and is asked once', async ({
  page,
  context,
  sandbox,
  watch,
}) => {
  watch.expectOffline()
  await page.goto('/history')
  await expect(firstLine(page)).toBeVisible()
  // A page fetches the rest of its code once it has time; without a network it could not.
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['newest', 'wait-notice'].every((part) => loaded.some((name) => name.includes(part)))
  })
  await context.setOffline(true)
  const before = (await callsOf(sandbox, 'list_transactions')).length
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await expect(page.getByText('You are offline.', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Passbook goes on by itself when you are connected.')).toBeVisible()
  expect(await callsOf(sandbox, 'list_transactions')).toHaveLength(before)
  await context.setOffline(false)
  await expect
    .poll(async () => (await callsOf(sandbox, 'list_transactions')).length)
    .toBe(before + 1)
})

test('[C57] another contract is said above a purchase, which is watched on', async ({
  page,
  sandbox,
}) => {
  const purchase = await newPurchase(sandbox)
  await sandbox.fault({ fault: 'contract', tool: 'get_purchase_status', times: 1_000 })
  await page.goto(`/purchases/${purchase}`)
  await expect(
    page.getByText(
      'Envoy has changed since this Passbook was made. You can read; an update may be needed.',
    ),
  ).toBeVisible()
  await sandbox.advance(purchase, { state: 'completed', money: 'charged' })
  await expect(page.getByText('The shop confirmed the order.').first()).toBeVisible()
})

test('[C21] Envoy’s server goes down while it holds a read: nobody is told, and nothing is missed', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(STATUS, 502)
  const purchase = await newPurchase(sandbox)
  await page.goto(`/purchases/${purchase}`)
  await expect(page.getByText('Working on it').first()).toBeVisible()
  await sandbox.fault({ fault: 'restart', tool: 'get_purchase_status', ms: 500 })
  // Ends the hold that may be there already: the next one is lost.
  await sandbox.advance(purchase, { state: 'verifying' })
  await expect(page.getByText('Confirming').first()).toBeVisible()
  const reads = () => callsOf(sandbox, 'get_purchase_status')
  const lostAt = async () => (await reads()).findIndex(({ fault }) => fault === 'restart')
  await expect.poll(lostAt).toBeGreaterThan(0)
  await expect.poll(async () => (await reads()).length).toBeGreaterThan((await lostAt()) + 1)
  await sandbox.advance(purchase, { state: 'completed', money: 'charged' })
  await expect(page.getByText('The shop confirmed the order.').first()).toBeVisible()
  await expect(page.getByText('No answer came back')).toHaveCount(0)
  const lost = await lostAt()
  const [hold, plain] = (await reads()).slice(lost, lost + 2).map(bodyOf)
  expect(hold).toHaveProperty('after_revision')
  expect(plain).toEqual({ purchase })
})

test('[R-174] [C17] a state nobody knows is called that, and the purchase is watched on', async ({
  page,
  sandbox,
}) => {
  const purchase = await newPurchase(sandbox)
  await sandbox.fault({ fault: 'unknown_enums', tool: 'get_purchase_status' })
  await page.goto(`/purchases/${purchase}`)
  await expect(page.getByText('Status not recognised').first()).toBeVisible()
  await sandbox.advance(purchase, { state: 'completed', money: 'charged' })
  await expect(page.getByText('The shop confirmed the order.').first()).toBeVisible()
})

const ODD: readonly Record<string, unknown>[] = [
  { fault: 'large_reply' },
  { fault: 'unknown_fields' },
  { fault: 'display_mismatch' },
  { fault: 'clock_skew', ms: 86_400_000 },
  { fault: 'reset', when: 'after_body' },
]

test('[R-150] [C15] odd replies show the same lines, each after one call', async ({
  page,
  sandbox,
}) => {
  await page.goto('/history')
  await expect(firstLine(page)).toBeVisible()
  const lines = await firstLine(page).innerText()
  for (const fault of ODD) {
    const before = (await callsOf(sandbox, 'list_transactions')).length
    await sandbox.fault({ tool: 'list_transactions', ...fault })
    await page.reload()
    await expect(firstLine(page)).toHaveText(lines, { useInnerText: true })
    const calls = (await callsOf(sandbox, 'list_transactions')).slice(before)
    expect(calls.map((row) => row.fault)).toEqual([fault['fault']])
  }
})
