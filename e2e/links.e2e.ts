import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { startProduct } from './fixtures/product'
import type { Sandbox } from './fixtures/sandbox'
import { test as base, expect, NOW } from './fixtures/test'

const test = base.extend({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
    async ({}, use) => {
      const product = await startProduct({
        SANDBOX_LINES: '50',
        ENVOY_LINK_HOSTS: 'pay.envoy.test, .app.envoy.test',
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

const TITLE = 'You are leaving Passbook'
const after = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1_000).toISOString()

async function openWaiting(page: Page, sandbox: Sandbox, change: Record<string, unknown>) {
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 249_900,
    state: 'waiting_for_user',
    ...change,
  })
  await page.goto(`/purchases/${purchase_id}`)
  await expect(page.getByText('Checked just now').first()).toBeVisible()
}

const action = (url: string, more: Record<string, unknown> = {}) => ({
  user_action: { message: 'Confirm it with Envoy.', url, ...more },
})
const funding = (url: string, seconds = 1_800) => ({
  funding: { url, expires_at: after(seconds) },
  user_action: { message: 'The gift card waits to be paid for.' },
})

/** Answers for every site that is not ours, and tells what was asked of them. */
async function outside(context: BrowserContext, home: string): Promise<Request[]> {
  const asked: Request[] = []
  await context.route(
    (url) => url.origin !== new URL(home).origin,
    (route) => {
      asked.push(route.request())
      return route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' })
    },
  )
  return asked
}

test('[SR-26] an allowed address is left to by hand, from a notice that names its real host', async ({
  page,
  context,
  sandbox,
  product,
}) => {
  const asked = await outside(context, product.url)
  await openWaiting(page, sandbox, action('https://B\u00fccher.app.envoy.test/confirm?a=1#b'))
  const host = 'xn--bcher-kva.app.envoy.test'
  const button = page.getByRole('button', { name: `Open ${host}` })
  await expect(button).toBeVisible()
  await expect(page.locator(`[href*="envoy.test"]`)).toHaveCount(0)

  await button.focus()
  await page.keyboard.press('Enter')
  const notice = page.getByRole('dialog', { name: TITLE })
  await expect(notice).toContainText(`This opens ${host} in a new tab.`)
  await expect
    .poll(() => notice.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab')
    expect(await notice.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(notice).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await notice.getByRole('button', { name: 'Cancel' }).click()
  await expect(notice).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await page.mouse.click(5, 5)
  await expect(notice).toBeHidden()

  await button.click()
  const link = notice.getByRole('link', { name: 'Continue' })
  await expect(link).toHaveAttribute('href', `https://${host}/confirm?a=1#b`)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('referrerpolicy', 'no-referrer')
  await link.hover()
  expect(asked).toEqual([])
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await tab.waitForLoadState()
  expect(tab.url()).toBe(`https://${host}/confirm?a=1#b`)
  expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  expect(await asked[0]?.headerValue('referer')).toBeNull()
  await tab.close()
  await expect(notice).toBeHidden()
  await expect(button).toBeFocused()
  expect(page.url()).toContain('/purchases/pur_')
})

test('[SR-26] [R-210] the way to pay for a gift card is never called an approval', async ({
  page,
  sandbox,
}) => {
  await openWaiting(page, sandbox, funding('https://pay.envoy.test/g/1'))
  await page.getByRole('button', { name: 'Open pay.envoy.test' }).click()
  await expect(page.getByRole('dialog', { name: TITLE })).toBeVisible()
  expect(await page.locator('body').innerText()).not.toMatch(/approv/i)
  expect(await page.content()).not.toMatch(/approv/i)
})

test('[SR-26] beside the list the same notice stands above everything', async ({
  page,
  sandbox,
}) => {
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 249_900,
    state: 'waiting_for_user',
    ...action('https://pay.envoy.test/'),
  })
  await page.setViewportSize({ width: 1000, height: 700 })
  await page.goto(`/history/${purchase_id}`)
  await page.getByRole('button', { name: 'Open pay.envoy.test' }).click()
  const notice = page.getByRole('dialog', { name: TITLE })
  const cancel = notice.getByRole('button', { name: 'Cancel' })
  await cancel.click({ trial: true })
  // Esc closes the notice, not the purchase behind it.
  await page.keyboard.press('Escape')
  await expect(notice).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/history/${purchase_id}`))
})

test('[SR-26] at its end by Envoy’s clock a link is gone, also from an open notice', async ({
  page,
  sandbox,
}) => {
  await sandbox.clock(NOW, false)
  await openWaiting(page, sandbox, action('https://pay.envoy.test/', { expires_at: after(25) }))
  const button = page.getByRole('button', { name: 'Open pay.envoy.test' })
  await button.click()
  const notice = page.getByRole('dialog', { name: TITLE })
  await expect(notice.getByRole('link', { name: 'Continue' })).toBeVisible()
  await expect(notice.getByText('This link has ended.')).toBeVisible({ timeout: 60_000 })
  await expect(notice.getByRole('link')).toHaveCount(0)
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(button).toHaveCount(0)
  await expect(page.getByText(/This ended at/).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('acts')
})

test('[SR-26] a link that has ended before is never offered', async ({ page, sandbox }) => {
  await openWaiting(page, sandbox, funding('https://pay.envoy.test/', -60))
  await expect(page.getByText(/The time to pay ended at/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(0)
  await expect(page.locator('a[href*="envoy.test"]')).toHaveCount(0)
})

const REFUSED = [
  'http://pay.envoy.test/',
  'https://pay.envoy.test.evil.test/',
  'https://pay.envoy.test@evil.test/',
  'https://pay.envoy.test:8443/',
  'https://p\u0430y.envoy.test/',
  'https://pay.envoy.test/\u202e',
  'javascript:alert(1)//https://pay.envoy.test',
  'data:text/html,<script>alert(1)</script>',
]

test('[SR-25] every other address is text that says where to go, and is itself not shown', async ({
  page,
  sandbox,
}) => {
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 249_900,
    state: 'waiting_for_user',
  })
  await page.goto(`/purchases/${purchase_id}`)
  for (const [at, url] of REFUSED.entries()) {
    await sandbox.advance(purchase_id, {
      funding: { url, expires_at: after(1_800) },
      user_action: { message: `Case ${at}.`, url },
    })
    await expect(page.getByText(`Case ${at}.`).first()).toBeVisible()
    await expect(page.getByText('Open this in the Envoy app.')).toHaveCount(2)
    await expect(page.getByRole('button', { name: /^Open \S*(envoy|evil)/ })).toHaveCount(0)
    expect(await page.locator('main').first().innerText()).not.toMatch(/evil|pay\.|alert/)
    const hrefs = await page
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const href of hrefs) expect(href).toMatch(/^(?:\/(?:history|purchases)|#main)/)
  }
})

test('[SR-27] a shop’s domain is text, whoever checks out and whatever list it stands on', async ({
  page,
  sandbox,
}) => {
  await openWaiting(page, sandbox, {
    merchant: 'Neem Mart',
    domain: 'pay.envoy.test',
    checkout_by: 'agent',
  })
  await expect(page.locator('.domain')).toHaveText('pay.envoy.test')
  await expect(page.locator('a[href*="envoy.test"]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Open \S+\.test/ })).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1440]) {
    test(`[SR-26] axe finds nothing on the notice, ${width} px, ${colorScheme}, and nothing is cut off`, async ({
      page,
      sandbox,
    }) => {
      const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.app.envoy.test`
      await page.setViewportSize({ width, height: 640 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await openWaiting(page, sandbox, action(`https://${long}/`))
      await page.getByRole('button', { name: `Open ${long}` }).click()
      const notice = page.getByRole('dialog', { name: TITLE })
      await expect(notice.getByText(long)).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
      const box = await notice.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      expect(await notice.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
      await page.goto('about:blank')
    })
  }
}
