import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'

/** Everything a browser can keep of a page, as one text. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const cached = await caches.keys()
    const workers = await navigator.serviceWorker.getRegistrations()
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      state: history.state,
      cookie: document.cookie,
      databases,
      cached,
      workers: workers.length,
      title: document.title,
    })
  })
}

test('[SR-20] [B10] after a tour no storage holds purchase data, and ids stand nowhere outside Support', async ({
  page,
  sandbox,
}) => {
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 123_457,
    merchant: 'Zebra Emporium',
    agent: 'Errand agent',
    state: 'processing',
  })
  const shown: string[] = []
  const look = async () => {
    shown.push(await kept(page))
    shown.push(await page.evaluate(() => document.body.innerText))
  }
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await look()
  await page.getByRole('grid').getByRole('link').nth(2).click()
  await expect(page.getByText('Checked just now').first()).toBeVisible()
  await look()
  await page.getByRole('link', { name: 'Purchases' }).first().click()
  await expect(page.getByText('Zebra Emporium').first()).toBeVisible()
  await look()
  await page.goto(`/purchases/${purchase_id}`)
  await expect(page.getByText('Checked just now').first()).toBeVisible()
  await look()
  const storages = shown.filter((_, index) => index % 2 === 0).join('\n')
  expect(storages).not.toMatch(/Zebra|Errand|1,?234|123457|Hari/)
  expect(shown.join('\n')).not.toMatch(/pur_[a-f0-9]{32}/)
  expect(shown.join('\n')).not.toMatch(/req_|[a-f0-9]{32}/)
  await page.goto('about:blank')
})

test('[product] the bearer never reaches the browser', async ({ page, sandbox }) => {
  const bodies: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return
    bodies.push(JSON.stringify(response.headers()), await response.text().catch(() => ''))
  })
  const sent: string[] = []
  page.on('request', (request) => sent.push(JSON.stringify(request.headers())))
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  const [row] = await sandbox.log()
  expect(row?.token_hash).toBeTruthy()
  expect(sent.join('\n')).not.toMatch(/authorization|bearer/i)
  expect(bodies.join('\n')).not.toMatch(/bearer|access_token/i)
})
