import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'

/** A line in the middle of the view: its title and where to click it. Only a window is in the document. */
async function lineInView(page: Page) {
  const found = await page.getByRole('grid').evaluate((grid) => {
    const middle = innerHeight / 2
    const distance = (link: Element) => Math.abs(link.getBoundingClientRect().y - middle)
    const [link] = [...grid.querySelectorAll('a')].sort((a, b) => distance(a) - distance(b))
    const { x, y, height } = link?.getBoundingClientRect() ?? new DOMRect()
    return { title: link?.textContent ?? '', x: x + 5, y: y + height / 2 }
  })
  expect(found.title).not.toBe('')
  return found
}

test('[product] a purchase opens beside the list; back returns to the same scroll and focus', async ({
  page,
}) => {
  await page.goto('/history')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('link').first()).toBeVisible()
  await grid.getByRole('link').first().hover()
  for (let step = 0; step < 12; step += 1) await page.mouse.wheel(0, 400)
  await expect(grid.getByRole('row').first()).toBeVisible()
  const main = page.locator('#main')
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBeGreaterThan(3_000)
  const line = await lineInView(page)
  const top = await main.evaluate((element) => element.scrollTop)
  await page.mouse.click(line.x, line.y)
  await expect(page).toHaveURL(/\/history\/pur_[a-f0-9]{32}$/)
  await expect(page.getByRole('complementary').getByText(line.title).first()).toBeVisible()
  await expect(grid).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/history$/)
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(top)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(line.title)
})

test('[product] a reload with the panel open shows list and panel; Escape closes it', async ({
  page,
}) => {
  await page.goto('/history')
  const grid = page.getByRole('grid')
  await grid.getByRole('link').nth(3).click()
  await expect(page.getByText('Checked just now').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Checked just now').first()).toBeVisible()
  await expect(grid.getByRole('link').first()).toBeVisible()
  await grid.getByRole('link').nth(3).focus()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/history$/)
})

test('[R-052] [R-059] dates stand in the URL, go to Envoy, and a change drops the cursor', async ({
  page,
  sandbox,
}) => {
  await page.goto('/history?from=2026-09-01&to=2026-09-30')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('link').first()).toBeVisible()
  await expect(page.getByText(/01 Sep 2026/).first()).toBeVisible()
  const [first] = (await sandbox.log()).filter((row) => row.tool === 'list_transactions')
  const body = typeof first?.body === 'string' ? JSON.parse(first.body) : first?.body
  expect(body).toEqual({ from: '2026-09-01', to: '2026-09-30', limit: 50 })
  await page.reload()
  await expect(page).toHaveURL(/from=2026-09-01&to=2026-09-30/)
  await page
    .getByRole('button', { name: /Remove|Clear/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/history$/)
  await expect(page.getByRole('rowheader', { name: /Today|Yesterday|Oct/ }).first()).toBeVisible()
})

test('[R-053] dates the wrong way round are explained and ask nobody', async ({
  page,
  sandbox,
}) => {
  await page.goto('/history?from=2026-09-30&to=2026-09-01')
  await expect(page.getByText(/after/i).first()).toBeVisible()
  expect((await sandbox.log()).filter((row) => row.tool === 'list_transactions')).toEqual([])
})

test('[product] dates are chosen in the calendar', async ({ page }) => {
  await page.goto('/history')
  await page.getByRole('button', { name: 'Any date' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Any date' })).toBeFocused()
})

test('[product] the list is worked by keys: one tab stop, arrows, by day, Enter', async ({
  page,
}) => {
  await page.goto('/history')
  const grid = page.getByRole('grid')
  await grid.getByRole('link').first().focus()
  const first = await page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('ArrowDown')
  const second = await page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('k')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(first)
  await page.keyboard.press('End')
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Home')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(first)
  await page.keyboard.press('j')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(second)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/history\/pur_/)
})

test('[cases] a very long merchant and a very large amount stay whole at 320 px', async ({
  page,
  sandbox,
}) => {
  await sandbox.reset({ lines: 0, now: '2026-10-29T09:02:00Z' })
  await sandbox.lines([
    {
      title: 'Naam '.repeat(40),
      subtitle: 'Errand agent',
      amount_minor: 99_99_99_999_99,
      date: '2026-10-29T09:00:00Z',
    },
  ])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/history')
  const amount = page.getByRole('grid').getByText('₹99,99,99,999').first()
  await expect(amount).toBeVisible()
  const box = await amount.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  expect(box?.x ?? -1).toBeGreaterThanOrEqual(0)
})
