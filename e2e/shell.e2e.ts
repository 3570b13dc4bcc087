import { expect, test } from './fixtures/test'

test('[product] / leads to history, and navigation moves focus to the heading', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/history$/)
  await expect(page).toHaveTitle('History · Passbook')
  await page
    .getByRole('navigation', { name: 'Main' })
    .first()
    .getByRole('link', { name: 'Purchases' })
    .click()
  await expect(page).toHaveTitle('Purchases · Passbook')
  await expect(page.getByRole('heading', { level: 1, name: 'Purchases' })).toBeFocused()
})

test('[product] the skip link comes first and leads past the navigation', async ({ page }) => {
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').first()).toBeFocused()
})

test('[product] the theme follows the system until it is switched, and the choice is kept', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/history')
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await scheme()).toBe('dark')
  const dark = await paper()
  await page
    .getByRole('button', { name: /light|theme/i })
    .first()
    .click()
  await expect.poll(scheme).toBe('light')
  expect(await paper()).not.toBe(dark)
  await page.reload()
  expect(await scheme()).toBe('light')
})

test('[product] phones have a bottom bar, and a purchase fills the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/history')
  const line = page.getByRole('grid').getByRole('link').first()
  await expect(line).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Main' }).last()
  await expect(bar).toBeVisible()
  expect((await bar.boundingBox())?.y ?? 0).toBeGreaterThan(700)
  await line.click()
  await expect(page.getByText('Checked just now').first()).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('grid')).toBeHidden()
  await page.getByRole('link', { name: /Back/ }).first().click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(line).toBeFocused()
})

test('[product] an unknown address says so and leads back', async ({ page }) => {
  await page.goto('/nothing-here')
  await page
    .getByRole('link', { name: /History/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/history$/)
})
