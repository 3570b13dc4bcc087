import type { Page } from '@playwright/test'
import { signIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { axeProblems } from './helpers/axe'

/* Where a list has nothing to show, less than it should, or no way on. */

async function scrollUntil(page: Page, seen: () => Promise<boolean>) {
  await page.getByRole('grid').getByRole('link').first().hover()
  await expect(async () => {
    await page.mouse.wheel(0, 900)
    expect(await seen()).toBe(true)
  }).toPass()
}

test('[product] empty history, empty dates and unusable dates are three screens', async ({
  page,
  sandbox,
}) => {
  const main = page.getByRole('main')
  await page.goto('/history?from=2020-01-01&to=2020-01-31')
  await expect(
    main.getByRole('heading', { name: 'No purchases, 01 Jan 2020 to 31 Jan 2020' }),
  ).toBeVisible()
  await expect(main.getByText('All of these days were read.')).toBeVisible()
  expect(await axeProblems(page)).toEqual([])

  await page.goto('/history?from=2026-10-01&from=2026-10-02')
  await expect(main.getByRole('alert')).toContainText('These dates cannot be used')
  expect(await axeProblems(page)).toEqual([])

  await sandbox.reset({ lines: 0, now: '2026-10-29T09:02:00Z' })
  await page.goto('/history')
  await expect(main.getByRole('heading', { name: 'No purchases yet' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Check again' })).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
})

test('[C1] lines that cannot be read are said, and the total says that they are not in it', async ({
  page,
  sandbox,
}) => {
  await sandbox.fault({ fault: 'currency', tool: 'list_transactions', times: 1, code: 'rupees' })
  await page.goto('/history')
  const main = page.getByRole('main')
  await expect(main.getByText('This line could not be read').first()).toBeVisible()
  await expect(main.getByText(/lines could not be read and cannot be counted/)).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
})

test('[C11] a cursor that is refused: the list is reloaded once, and that is said', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/list_transactions', 400)
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await sandbox.clock('2026-10-29T12:02:00Z')
  const said = page.getByText(/^The list was reloaded from the newest purchase/)
  await scrollUntil(page, () => said.first().isVisible())
  const statuses = (await sandbox.log())
    .filter(({ tool }) => tool === 'list_transactions')
    .map(({ status }) => status)
  expect(statuses.slice(0, 3)).toEqual([200, 400, 200])
})

test('[C12] a cursor that goes round in circles: paging stops, what is loaded stays', async ({
  page,
  sandbox,
}) => {
  await page.goto('/history')
  const first = page.getByRole('grid').getByRole('link').first()
  await expect(first).toBeVisible()
  await sandbox.fault({
    fault: 'cursor',
    kind: 'repeat',
    tool: 'list_transactions',
    times: 100,
  })
  const stopped = page
    .getByRole('status')
    .filter({ hasText: 'Older purchases could not be loaded' })
  await scrollUntil(page, () => stopped.isVisible())
  await expect(stopped).toContainText('Envoy sent a part of the list again')
  await expect(stopped.getByRole('button')).toHaveText(['Reload the list'])
  await expect(first).toBeVisible()
  const calls = (await sandbox.log()).filter(({ tool }) => tool === 'list_transactions').length
  expect(calls).toBeLessThanOrEqual(4)
  expect(await axeProblems(page)).toEqual([])
})

test('[R-032] another owner after reconnecting: only who is there now is named', async ({
  page,
  context,
  product,
  watch,
}) => {
  // What is asked in between has nobody's session.
  watch.expectFailure('/api/tools/list_purchases', 401)
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await context.clearCookies()
  await signIn(context, product.url, 'other')
  await page.reload()
  const news = page.getByRole('status').filter({ hasText: /^This is now .+’s page/ })
  await expect(news).toContainText('What was loaded for the account before is gone.')
  await expect(page.getByText('Meera')).toHaveCount(0)
  expect(await axeProblems(page)).toEqual([])
  await news.getByRole('button', { name: 'Dismiss' }).click()
  await expect(news).toHaveCount(0)
})
