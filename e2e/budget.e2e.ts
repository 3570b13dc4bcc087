import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures/test'

const KB = 1000

/** Gzipped size of every script a page has asked for so far, by the files the build wrote. */
function scriptBytes(urls: readonly string[]): number {
  return urls
    .map((url) => new URL(url).pathname)
    .reduce(
      (sum, path) => sum + gzipSync(readFileSync(`dist/client${path}`), { level: 9 }).length,
      0,
    )
}

test('[bench] JavaScript before the first rows of history is at most 150 kB', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  const history = scriptBytes([...new Set(scripts)])
  test.info().annotations.push({ type: 'kB before history', description: String(history / KB) })
  expect(history).toBeGreaterThan(10 * KB)
  expect(history).toBeLessThanOrEqual(150 * KB)
})

test('[bench] the other routes stay within the budget of the shared part and 30 kB', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/purchases')
  await expect(page.getByRole('heading', { level: 1, name: 'Purchases' })).toBeVisible()
  await expect(page.getByText('As listed').first()).toBeVisible()
  expect(scriptBytes([...new Set(scripts)])).toBeLessThanOrEqual(180 * KB)
})
