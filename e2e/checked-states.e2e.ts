import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'

const STATE_WORDS =
  /Details needed|Question for you|Waiting for you|Working on it|Ready to pay|Confirming|Done|Did not go through|Cancelled|Replaced/

/** The words of states that are drawn as just checked, wherever they stand. */
async function shownAsCurrent(page: Page): Promise<string[]> {
  const body = await page.locator('body').innerText()
  return body.split('\n').filter((line) => /Checked just now/.test(line))
}

/** The states that are drawn as known: no part of their glyph is dashed (design §1). */
function drawnSolid(page: Page): Promise<string[]> {
  return page.locator('main .st').evaluateAll((marks) =>
    marks
      .filter((mark) => {
        const parts = [...mark.querySelectorAll('svg *')].map((part) => getComputedStyle(part))
        return parts.every(({ strokeDasharray }) => strokeDasharray === 'none')
      })
      .map((mark) => mark.textContent ?? ''),
  )
}

test('[R-172] [R-173] no page shows a listed state as current before its check, and the check wins', async ({
  page,
  sandbox,
}) => {
  await sandbox.reset({ lines: 0, now: '2026-10-29T09:02:00Z' })
  const listed = await Promise.all(
    ['processing', 'verifying', 'needs_answer', 'waiting_for_user', 'completed'].map((state, n) =>
      sandbox.purchase({ amount_minor: 10_000 + n, merchant: `Shop ${state}`, state }),
    ),
  )
  // Every check is slow, so that the list stands on the page without one.
  await sandbox.fault({ fault: 'delay', tool: 'get_purchase_status', times: 50, ms: 2_500 })
  await page.goto('/purchases')
  await expect(page.getByText('Shop processing').first()).toBeVisible()
  expect(await shownAsCurrent(page)).toEqual([])
  expect(await drawnSolid(page)).toEqual([])
  // Meanwhile the truth moves on: what was listed is wrong now.
  for (const { purchase_id } of listed.slice(0, 4)) {
    await sandbox.advance(purchase_id, { state: 'completed', money: 'charged' })
  }
  expect(await shownAsCurrent(page)).toEqual([])
  expect(await drawnSolid(page)).toEqual([])
  await expect(page.getByText('Checked just now')).toHaveCount(4, { timeout: 20_000 })
  await expect(page.getByText('Working on it')).toHaveCount(0)
  await expect(page.getByText('As listed')).toHaveCount(1)
  expect(await drawnSolid(page)).toEqual(['Done', 'Done', 'Done', 'Done'])
  const checks = (await sandbox.log()).filter((row) => row.tool === 'get_purchase_status')
  expect(checks).toHaveLength(4)
})

test('[R-073] [R-075] history shows no state and no mark of payment', async ({ page }) => {
  await page.goto('/history')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('link').first()).toBeVisible()
  expect(await grid.innerText()).not.toMatch(STATE_WORDS)
  expect(await grid.innerText()).not.toMatch(/\b(paid|charged|unpaid|pending)\b/i)
})

test('[R-074] one purchase shows no state before its check, on its page and beside the list', async ({
  page,
  sandbox,
}) => {
  const { purchase_id } = await sandbox.purchase({ amount_minor: 5_000, state: 'processing' })
  for (const path of [`/purchases/${purchase_id}`, `/history/${purchase_id}`]) {
    await sandbox.fault({ fault: 'delay', tool: 'get_purchase_status', times: 1, ms: 5_000 })
    await page.goto(path)
    // In one look: on a slow machine the check may be back between two.
    const checking = await page.waitForFunction(() => {
      const text = document.body.innerText
      return text.includes('Checking with Envoy') ? text : null
    })
    expect(await checking.jsonValue()).not.toMatch(STATE_WORDS)
    await expect(page.getByText('Working on it').first()).toBeVisible()
    await expect(page.getByText('Checked just now').first()).toBeVisible()
  }
  await page.goto('about:blank')
})

test('[product] a failed check keeps the older state with its time, and says so', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/get_purchase_status', 503)
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 5_000,
    state: 'completed',
    money: 'charged',
  })
  await page.goto(`/purchases/${purchase_id}`)
  await expect(page.getByText('Checked just now').first()).toBeVisible()
  await sandbox.fault({
    fault: 'status_503',
    tool: 'get_purchase_status',
    times: 1,
    retryable: false,
    after_seconds: null,
  })
  await page.getByRole('button', { name: 'Check again' }).first().click()
  await expect(page.getByText(/Could not check at \d\d:\d\d/).first()).toBeVisible()
  await expect(page.getByText('The shop confirmed the order.').first()).toBeVisible()
})
