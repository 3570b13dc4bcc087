import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'

const KB = 1000

/** Notes in the page when something that matches was first in the document. */
async function noteFirst(page: Page, selector: string) {
  await page.addInitScript((wanted) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return
      performance.mark('first-content')
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  }, selector)
}

/** The scripts that were asked for before that, gzipped as the build wrote them. */
async function scriptBytesBefore(page: Page): Promise<number> {
  const paths = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName('first-content')
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= (mark?.startTime ?? 0))
      .map(({ name }) => new URL(name).pathname)
  })
  return [...new Set(paths)]
    .map((path) => gzipSync(readFileSync(`dist/client${path}`), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0)
}

test('[bench] JavaScript before the first rows of history is at most 150 kB', async ({ page }) => {
  await noteFirst(page, '[role=grid] a')
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  const bytes = await scriptBytesBefore(page)
  expect(bytes).toBeGreaterThan(100 * KB)
  expect(bytes).toBeLessThanOrEqual(150 * KB)
})

test('[bench] purchases adds at most 30 kB before its first paint', async ({ page }) => {
  await noteFirst(page, 'main h1')
  await page.goto('/purchases')
  await expect(page.getByRole('heading', { level: 1, name: 'Purchases' }).first()).toBeVisible()
  const bytes = await scriptBytesBefore(page)
  expect(bytes).toBeGreaterThan(100 * KB)
  expect(bytes).toBeLessThanOrEqual(180 * KB)
})
