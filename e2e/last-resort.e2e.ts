import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'

const SECRET = 'Neem Mart pur_0123456789abcdef0123456789abcdef STATE_CONFLICT https://evil.test/x'
const TRACES = /Neem Mart pur_|STATE_CONFLICT|evil\.test|\bat \S+\.js|Error:|\.js:\d+/

/** A page of its own, without the watch that takes every console line for a failure: here they are counted. */
async function unwatched(context: { newPage(): Promise<Page> }) {
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  return { page, said: () => said.filter((text) => !text.includes('Permissions-Policy')) }
}

test('[SR-15] what nobody caught is said in our words, and stands neither on the page nor in the console', async ({
  context,
}) => {
  for (const how of ['rejection', 'error'] as const) {
    const { page, said } = await unwatched(context)
    await page.goto('/history')
    await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
    await page.evaluate(
      ([kind, secret]) => {
        if (kind === 'rejection') void Promise.reject(new Error(secret))
        setTimeout(() => {
          if (kind === 'error') throw new Error(secret)
        })
      },
      [how, SECRET] as const,
    )
    await expect(page.getByText('Something on this page did not work.')).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(TRACES)
    expect(said()).toEqual([])
    await page.close()
  }
})

test('[SR-15] a page that breaks says so without a stack, a code, an id or an address', async ({
  context,
}) => {
  const { page, said } = await unwatched(context)
  await page.addInitScript((secret) => {
    // Every amount that is drawn now fails.
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get: () => () => {
        throw new Error(secret)
      },
    })
  }, SECRET)
  await page.goto('/purchases')
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' }).first()).toBeVisible()
  expect(await page.locator('body').innerText()).not.toMatch(TRACES)
  expect(await page.title()).not.toMatch(TRACES)
  expect(said()).toEqual([])
})
