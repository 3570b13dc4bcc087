import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'
import { axeProblems, isTooWide } from './helpers/axe'

/* What is waited for: words, time, bar, what a screen reader hears, and which buttons there are. */

const LIST = '/api/tools/list_transactions'
const asksToWait = (seconds: number, times = 1) => ({
  fault: 'status_429',
  tool: 'list_transactions',
  times,
  retry_after: seconds,
  after_seconds: seconds,
})

/** Everything the page's polite regions come to say, in order. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Reflect.set(window, 'passbookHeard', heard)
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[aria-live="polite"], [role="status"], [role="alert"]')
        const text = region?.textContent?.trim()
        if (text && heard.at(-1) !== text) heard.push(text)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'passbookHeard'))
}

test('[R-101, R-112, R-117] asked to wait: the real time as text, then a bar, silent, and no button', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(LIST, 429)
  await sandbox.fault(asksToWait(120))
  await page.goto('/history')
  const main = page.getByRole('main')
  const title = main.getByText(/^Envoy asked us to wait\. Trying again at \d\d:\d\d:\d\d\.$/).last()
  await expect(title).toBeVisible()
  const timer = main.getByRole('timer')
  await expect(timer).toHaveText(/^(?:\d min )?\d+ s left\.$/)
  await expect(timer).toHaveAttribute('aria-live', 'off')
  await expect(main.getByText('Nothing was changed.').first()).toBeVisible()
  await expect(main.getByRole('button', { name: /Try/ })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Reconnect' })).toHaveCount(0)
  await expect(page.getByText('Waiting, as Envoy asked')).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  expect(await isTooWide(page)).toBe(false)
})

test('[R-117] a wait is said once when it begins and once when it ends', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(LIST, 429)
  const heard = await listen(page)
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await sandbox.fault(asksToWait(5))
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect.poll(heard).toContain('The wait is over.')
  const ofTheWait = (await heard()).filter((text) => /^Envoy asked|^The wait/.test(text))
  expect(ofTheWait).toEqual([
    expect.stringMatching(/^Envoy asked us to wait\. Trying again at \d\d:\d\d:\d\d\.$/),
    'The wait is over.',
  ])
})

test('[B4] asked to wait again after a wait: signing in again is offered beside waiting', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(LIST, 429)
  await sandbox.fault(asksToWait(3, 2))
  await page.goto('/history')
  const main = page.getByRole('main')
  await expect(main.getByRole('timer')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Reconnect' })).toHaveCount(0)
  const reconnect = main.getByRole('link', { name: 'Reconnect' })
  await expect(reconnect).toHaveAttribute('href', /^\/auth\/sign-in\?to=/)
  await expect(main.getByRole('timer')).toBeVisible()
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await expect(reconnect).toHaveCount(0)
})

test('[B4] [R-117] refused four times in a row: nothing goes on by itself, the button comes with its time', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(LIST, 429)
  await sandbox.fault(asksToWait(1, 4))
  await page.goto('/history')
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('Passbook has stopped asking by itself', { timeout: 60_000 })
  const again = notice.getByRole('button', { name: 'Try again' })
  await expect(again).toBeDisabled()
  await expect(notice.getByRole('link', { name: 'Reconnect' })).toBeVisible()
  await expect(page.getByText('Connected to Envoy')).toHaveCount(0)
  expect(await axeProblems(page)).toEqual([])
  await expect(again).toBeEnabled({ timeout: 60_000 })
  expect((await sandbox.log()).filter(({ status }) => status === 429)).toHaveLength(4)
  await again.click()
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
})

test('[R-163] unavailable with a time: nobody pays another way, and there is no button', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure(LIST, 503)
  await sandbox.fault({
    fault: 'status_503',
    tool: 'list_transactions',
    times: 1,
    retryable: true,
    after_seconds: 120,
  })
  await page.goto('/history')
  const main = page.getByRole('main')
  await expect(
    main.getByText(/^Envoy is not answering right now\. Trying again at /).last(),
  ).toBeVisible()
  await expect(main.getByText('Do not pay another way in the meantime.')).toBeVisible()
  await expect(main.getByRole('button', { name: /Try/ })).toHaveCount(0)
  await expect(page.getByText('Envoy is not answering', { exact: true })).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
})

test('[product] a wait of our own can be cut short', async ({ page, sandbox, watch }) => {
  watch.expectFailure(LIST, 502)
  await sandbox.fault({ fault: 'html_502', tool: 'list_transactions', times: 2 })
  await page.goto('/history')
  const main = page.getByRole('main')
  await expect(main.getByText(/^No answer came back\./).last()).toBeVisible()
  const calls = async () => (await sandbox.log()).length
  await main.getByRole('button', { name: 'Try now' }).click()
  await expect.poll(calls).toBeGreaterThanOrEqual(2)
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
})
