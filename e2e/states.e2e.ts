import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'
import { axeProblems, isTooWide } from './helpers/axe'

/* Each state of connection and service once, as Envoy brings it about: words, role, buttons, axe. */

/** Codes, ids, status numbers, tool names: nothing of it is for a person to read. */
const MACHINE_WORDS = /[A-Z]{2,}_[A-Z]|\b[a-z]+_[a-z_]+\b|\b[45]\d\d\b|\b(?:req|tr|pur)_/
const AMOUNT = /₹[\d,.\s]+/g

async function isFitToBeSeen(page: Page) {
  expect(await axeProblems(page)).toEqual([])
  expect(await isTooWide(page)).toBe(false)
  const words = await page.locator('body').innerText()
  expect(words.replaceAll(AMOUNT, '')).not.toMatch(MACHINE_WORDS)
}

type State = {
  title: string
  text: RegExp
  fault: Record<string, unknown>
  status: number
  /** The one button or link of the notice; null: a person can do nothing here. */
  act: string | null
}

const STATES: Record<string, State> = {
  '[R-154] reconnect needed': {
    title: 'Reconnect to Envoy',
    text: /does not change any purchase/,
    fault: { fault: 'status_401' },
    status: 401,
    act: 'Reconnect',
  },
  '[R-155] not allowed': {
    title: 'This connection may not do that',
    text: /Nothing was changed\. Ask whoever connected Passbook/,
    fault: { fault: 'status_403', code: 'NOT_ALLOWED' },
    status: 403,
    act: null,
  },
  '[R-156] not enabled': {
    title: 'This Envoy service is not enabled for you',
    text: /Passbook cannot turn it on\. Ask whoever set up your Envoy account/,
    fault: { fault: 'status_403', code: 'SERVICE_NOT_ENABLED' },
    status: 403,
    act: null,
  },
  '[R-164] update required': {
    title: 'This version is too old',
    text: /Envoy no longer answers it\. Reload to get the current Passbook/,
    fault: { fault: 'status_426' },
    status: 426,
    act: 'Reload',
  },
  '[R-163] unavailable, and nobody goes on by themselves': {
    title: 'Envoy is not answering right now',
    text: /Nothing was changed\. Do not buy it elsewhere in the meantime/,
    fault: { fault: 'status_503', retryable: false, after_seconds: null },
    status: 503,
    act: 'Try again',
  },
  '[R-117] asked to wait for more than five minutes': {
    title: 'Envoy asked us to wait',
    text: /Passbook has stopped asking by itself\. Try again from \d\d:\d\d:\d\d IST/,
    fault: { fault: 'status_429', retry_after: 400, after_seconds: 400 },
    status: 429,
    act: 'Try again',
  },
  '[product] what only one purchase can answer, in the place of a list': {
    title: 'Envoy could not give this list',
    text: /does not fit a list\. Nothing was changed/,
    fault: { fault: 'status_404' },
    status: 404,
    act: 'Try again',
  },
  '[R-150] an answer Passbook does not know': {
    title: 'Envoy said something Passbook does not know',
    text: /Nothing was changed\. Reload/,
    fault: { fault: 'unknown_code' },
    status: 418,
    act: 'Reload',
  },
}

for (const [name, state] of Object.entries(STATES)) {
  test(`${name}: says what happened and what comes next`, async ({ page, sandbox, watch }) => {
    watch.expectFailure('/api/tools/list_transactions', state.status)
    await sandbox.fault({ tool: 'list_transactions', times: 1, ...state.fault })
    await page.goto('/history')
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice.getByRole('heading', { name: state.title, exact: true })).toBeVisible()
    await expect(notice).toHaveText(state.text)
    const acts = notice.getByRole('button').or(notice.getByRole('link'))
    await expect(acts).toHaveText(state.act === null ? [] : [state.act])
    await expect(page.getByText('No purchases yet')).toHaveCount(0)
    await isFitToBeSeen(page)
    const calls = (await sandbox.log()).filter(({ tool }) => tool === 'list_transactions')
    expect(calls).toHaveLength(1)
  })
}

test('[R-154] reconnecting leads to the sign-in and back to this place', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 401)
  await sandbox.fault({ tool: 'list_transactions', times: 1, fault: 'status_401' })
  await page.goto('/history?from=2026-10-01')
  const link = page.getByRole('main').getByRole('link', { name: 'Reconnect' })
  await expect(link).toHaveAttribute('href', /^\/auth\/sign-in\?to=%2Fhistory%3Ffrom%3D2026-10-01$/)
})

test('[R-117] after a long wait the button takes no press before its time', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 429)
  await sandbox.fault({
    fault: 'status_429',
    tool: 'list_transactions',
    times: 1,
    retry_after: 400,
    after_seconds: 400,
  })
  await page.goto('/history')
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Reconnect' })).toHaveCount(0)
})

test('[C57] another contract revision is said above the page; reading goes on', async ({
  page,
  sandbox,
}) => {
  await sandbox.fault({
    fault: 'contract',
    tool: 'list_transactions',
    value: '2027-01',
    times: 1_000,
  })
  await page.goto('/history')
  await expect(
    page.getByRole('status').filter({ hasText: 'Envoy has changed since this Passbook was made' }),
  ).toBeVisible()
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await isFitToBeSeen(page)
})

test('[product] offline is said above the page, moves nothing, and goes with the network', async ({
  page,
  context,
  watch,
}) => {
  watch.expectOffline()
  await page.goto('/history')
  const first = page.getByRole('grid').getByRole('link').first()
  await expect(first).toBeVisible()
  const before = await first.boundingBox()
  await context.setOffline(true)
  const said = page.getByRole('status').filter({ hasText: 'You are offline' })
  await expect(said).toContainText('You can read what is already loaded')
  await expect(said.getByRole('button')).toHaveCount(0)
  expect(await first.boundingBox()).toEqual(before)
  await isFitToBeSeen(page)
  await context.setOffline(false)
  await expect(said).toHaveCount(0)
})

test('[R-033] no such purchase says what that does not prove', async ({ page, watch }) => {
  const id = `pur_${'0'.repeat(32)}`
  watch.expectFailure('/api/tools/get_purchase_status', 404)
  await page.goto(`/purchases/${id}`)
  const main = page.getByRole('main')
  await expect(
    main.getByRole('heading', { name: 'No such purchase under this account' }),
  ).toBeVisible()
  await expect(main.getByText('says nothing about the purchase itself')).toBeVisible()
  await isFitToBeSeen(page)
})

test('[R-202] spending closed, and a purchase that needs a person', async ({ page, sandbox }) => {
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 249_900,
    state: 'processing',
    needs_support: true,
    spending_closed: true,
  })
  await page.goto(`/purchases/${purchase_id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Spending is closed for this purchase')).toBeVisible()
  await expect(main.getByText('This needs a person to look at it')).toBeVisible()
  await expect(main.getByText(/Do not buy it again/)).toBeVisible()
  await isFitToBeSeen(page)
})
