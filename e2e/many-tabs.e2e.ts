import type { BrowserContext, Page } from '@playwright/test'
import { type LogRow, type Sandbox, sandboxAt } from './fixtures/sandbox'
import { expect, test } from './fixtures/test'

const PROOF = process.env['PASSBOOK_PROOF'] === '1'
const TABS = 8
/** Of the 120 calls a minute that the sandbox allows. */
const BUDGET = 100
const DAY_MS = 86_400_000

const firstRow = (page: Page) => page.getByRole('grid').getByRole('link').first()
const waiting = (page: Page) => page.getByText(/Envoy asked us to wait/).first()

async function openHistory(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/history')
  await expect(firstRow(page)).toBeVisible()
  return page
}

/** Asks for what is on screen again. */
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).first().click()

async function limitOnce(sandbox: Sandbox, seconds: number, times = 1) {
  await sandbox.fault({
    fault: 'status_429',
    tool: 'list_transactions',
    times,
    retry_after: seconds,
    after_seconds: seconds,
  })
}

/** What has left before a refusal arrives cannot know of it (ms). */
const ON_ITS_WAY_MS = 1_000

/** How long after the first 429 the next call of any tab came, by the sandbox's own clock (ms). */
async function silence(sandbox: Sandbox): Promise<number> {
  const rows = (await sandbox.log()).filter(({ account }) => account === 'demo')
  const refused = rows.findIndex((row) => row.status === 429)
  const at = rows[refused]?.mono_ms
  if (at === undefined) throw new Error('Nothing was refused')
  const after = rows.slice(refused + 1).map(({ mono_ms }) => mono_ms - at)
  // Refreshing asks for two things at most.
  expect(after.filter((ms) => ms < ON_ITS_WAY_MS).length).toBeLessThanOrEqual(1)
  return Math.min(...after.filter((ms) => ms >= ON_ITS_WAY_MS))
}

/** How long after the 429 the same read was answered (ms); infinite: it was not. */
async function mended(sandbox: Sandbox): Promise<number> {
  const rows = (await sandbox.log()).filter(({ tool }) => tool === 'list_transactions')
  const refused = rows.findLastIndex((row) => row.status === 429)
  const next = rows.slice(refused + 1).find((row) => row.status === 200)
  return (next?.mono_ms ?? Number.POSITIVE_INFINITY) - (rows[refused]?.mono_ms ?? 0)
}

const answered = async (sandbox: Sandbox) => (await sandbox.log()).some((row) => row.status === 429)

test('[R-101] [R-103] [CT-2] a 429 in one tab stops every tab, and neither a reload nor a new tab gets past it', async ({
  context,
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 429)
  await page.goto('/history')
  await expect(firstRow(page)).toBeVisible()
  const others = [await openHistory(context), await openHistory(context)]
  await limitOnce(sandbox, 8)
  await refresh(page)
  await expect(waiting(page)).toBeVisible()
  const [one, two] = others
  await one?.reload()
  if (two) await refresh(two)
  const late = await context.newPage()
  await late.goto('/history')
  await expect(waiting(late)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0)
  for (const tab of [page, ...others, late]) {
    await expect(waiting(tab)).toBeHidden()
    await expect(firstRow(tab)).toBeVisible()
  }
  expect(await silence(sandbox)).toBeGreaterThanOrEqual(8_000)
  expect((await sandbox.log()).filter((row) => row.status === 429)).toHaveLength(1)
})

test('[CT-2] a laptop that slept over its wait goes on at once', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 429)
  await page.clock.install()
  await page.goto('/history')
  await expect(firstRow(page)).toBeVisible()
  await limitOnce(sandbox, 200)
  await refresh(page)
  await expect(waiting(page)).toBeVisible()
  await page.clock.fastForward(300_000)
  await expect(waiting(page)).toBeHidden()
  await expect.poll(() => mended(sandbox)).toBeLessThan(100_000)
})

for (const [name, by] of [
  ['back', -DAY_MS],
  ['forward', DAY_MS],
] as const) {
  test(`[CT-2] a clock set ${name} by a day: no tab waits longer than it was asked to`, async ({
    context,
    page,
    sandbox,
    watch,
  }) => {
    watch.expectFailure('/api/tools/list_transactions', 429)
    // The whole browser's clock is set, not one tab's.
    await context.clock.install()
    await page.goto('/history')
    await expect(firstRow(page)).toBeVisible()
    const other = await openHistory(context)
    await limitOnce(sandbox, 12)
    await refresh(page)
    await expect(waiting(page)).toBeVisible()
    await refresh(other)
    await context.clock.setSystemTime(Date.now() + by)
    for (const tab of [page, other]) await expect(waiting(tab)).toBeHidden()
    // Forward, a page cannot tell it from a sleep.
    if (by < 0) expect(await silence(sandbox)).toBeGreaterThanOrEqual(12_000)
    await expect.poll(() => mended(sandbox)).toBeLessThan(20_000)
  })
}

test('[CT-4] a tab that nobody sees repeats nothing before it is looked at', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 429)
  await page.goto('/history')
  await expect(firstRow(page)).toBeVisible()
  // The count is asked for once rows are there: first, and no repetition.
  await expect(page.getByRole('link', { name: /may need you|need you/ })).toBeVisible()
  await limitOnce(sandbox, 2)
  await show(page, false)
  await refresh(page)
  await expect.poll(() => answered(sandbox)).toBe(true)
  // Longer than the wait: what would be sent by then has been sent.
  await expect(async () => {
    const [first] = (await sandbox.log()).filter((row) => row.status === 429)
    const now = (await sandbox.log()).length > 0 ? await monoNow(sandbox) : 0
    expect(now - (first?.mono_ms ?? now)).toBeGreaterThan(4_000)
  }).toPass()
  expect(await silence(sandbox)).toBeGreaterThan(3_000)
  await show(page, true)
  await expect.poll(async () => (await sandbox.log()).at(-1)?.status).toBe(200)
})

/** The page is covered or seen: what the browser says of it, and the event that goes with it. */
const show = (page: Page, seen: boolean) =>
  page.evaluate((isSeen) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: !isSeen })
    document.dispatchEvent(new Event('visibilitychange'))
  }, seen)

/** The sandbox's own clock, read from the log of a call that is no tab's. */
async function monoNow(sandbox: Sandbox): Promise<number> {
  const { access_token } = await sandbox.token({ account: 'other' })
  await fetch(`${sandbox.url}/tools/list_purchases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: '{"limit":1}',
  })
  return (await sandbox.log()).at(-1)?.mono_ms ?? 0
}

/** The most calls that began in any 60 s. */
function busiest(rows: readonly LogRow[]): number {
  const starts = rows.map(({ mono_ms }) => mono_ms)
  const within = (end: number) => starts.filter((at) => at > end - 60_000 && at <= end).length
  return Math.max(...starts.map(within))
}

/** The most reads that were held open at one time; what ends as the next begins does not overlap. */
function mostHeld(rows: readonly LogRow[]): number {
  const held = rows.filter(({ body }) => JSON.stringify(body).includes('after_revision'))
  const during = (at: number) =>
    held.filter(
      ({ mono_ms, held_ms }) =>
        mono_ms <= at && at < mono_ms + (held_ms ?? Number.POSITIVE_INFINITY),
    ).length
  return Math.max(0, ...held.map(({ mono_ms }) => during(mono_ms)))
}

test('[R-116] [CT-3] eight tabs that scroll, refresh and watch share one budget and two held reads', async ({
  context,
  page,
  product,
}) => {
  const lastsMs = PROOF ? 600_000 : 15_000
  test.setTimeout(lastsMs + 240_000)
  const sandbox = sandboxAt(product.sandboxUrl ?? '')
  const tabs = [page]
  while (tabs.length < TABS) tabs.push(await context.newPage())
  const watched = tabs.filter((_, index) => index % 2 === 1)
  const scrolled = tabs.filter((_, index) => index % 2 === 0)
  const purchases: string[] = []
  for (const tab of watched) {
    const { purchase_id } = await sandbox.purchase({ amount_minor: 100, state: 'processing' })
    purchases.push(purchase_id)
    await tab.goto(`/purchases/${purchase_id}`)
  }
  for (const tab of scrolled) await tab.goto('/history')
  for (const tab of scrolled) await expect(firstRow(tab)).toBeVisible()
  const end = Date.now() + lastsMs
  // As fast as a page can be scrolled, and everything from the start again.
  const use = async (tab: Page) => {
    while (Date.now() < end) {
      await firstRow(tab).hover({ timeout: 60_000 })
      for (let turn = 0; turn < 25; turn += 1) await tab.mouse.wheel(0, 4_000)
      await tab.reload()
      await expect(firstRow(tab)).toBeVisible({ timeout: 90_000 })
    }
  }
  await Promise.all(scrolled.map(use))
  for (const id of purchases) await sandbox.advance(id, { state: 'completed', money: 'charged' })
  for (const tab of watched)
    await expect(tab.getByText('The shop confirmed the order.').first()).toBeVisible({
      timeout: 90_000,
    })
  const rows = await sandbox.log()
  expect(rows.filter(({ status }) => status === 429)).toEqual([])
  expect(busiest(rows)).toBeLessThanOrEqual(BUDGET)
  expect(mostHeld(rows)).toBeLessThanOrEqual(2)
  // Otherwise nothing of this was tried.
  expect(rows.length).toBeGreaterThan(30)
  expect(mostHeld(rows)).toBe(2)
})
