import { createHash } from 'node:crypto'
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
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('framenavigated', (frame) => said.push(frame.url()))
  page.on('download', (download) => said.push(download.url()))
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
  expect([storages, ...said].join('\n')).not.toMatch(/Zebra|Errand|₹|1,?234\.57|123457|Hari/)
  expect(shown.join('\n')).not.toMatch(/pur_[a-f0-9]{32}/)
  expect(shown.join('\n')).not.toMatch(/req_|[a-f0-9]{32}/)
  await page.goto('about:blank')
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Everything in a text that could be a token: long runs of the characters tokens are made of. */
const tokenLike = (text: string) => new Set(text.match(/[\w.~+/-]{16,}/g) ?? [])

test('[SR-2] [SR-20] after a tour with a sign-in, a renewal and a sign-out no token is anywhere in the browser', async ({
  page,
  sandbox,
}) => {
  const seen: string[] = []
  const downloads: string[] = []
  page.on('console', (message) => seen.push(message.text()))
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  page.on('download', (download) => downloads.push(download.url()))
  page.on('request', (request) => seen.push(request.url(), request.postData() ?? ''))
  page.on('response', async (response) => {
    seen.push(JSON.stringify(response.headers()))
    seen.push(await response.text().catch(() => ''))
  })
  const look = async () => seen.push(await kept(page), await page.content())
  // So short that the page renews it before its first call.
  await sandbox.account({ access_ttl_s: 20 })
  await page.context().clearCookies()
  await page.goto('/history')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Meera Kulkarni' }).click()
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await look()
  await page.getByRole('grid').getByRole('link').nth(2).click()
  await expect(page.getByText('Checked just now').first()).toBeVisible()
  await look()
  await page.getByRole('link', { name: 'Purchases' }).first().click()
  await expect(page.getByText('As listed').first()).toBeVisible()
  await look()
  const hashes = new Set((await sandbox.log()).map((row) => row.token_hash))
  await page.getByRole('button', { name: /^Account, / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await look()
  expect(hashes.size).toBeGreaterThan(0)
  expect(JSON.stringify(await sandbox.log(0, 'auth'))).toContain('refresh_token')
  const leaked = [...tokenLike(seen.join('\n'))].filter((text) => hashes.has(hashOf(text)))
  expect(leaked).toEqual([])
  // The check itself would find one.
  const { access_token } = await sandbox.token()
  const planted = [...tokenLike(`x="${access_token}";`)].map(hashOf)
  expect(planted).toContain(hashOf(access_token))
  expect(downloads).toEqual([])
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/^passbook_\d+$/) }),
  )
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
