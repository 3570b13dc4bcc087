import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Sandbox } from './fixtures/sandbox'
import { expect, test } from './fixtures/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

const PAGES: Record<string, (page: Page, sandbox: Sandbox) => Promise<void>> = {
  history: async (page) => {
    await page.goto('/history')
    await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  },
  'history with a purchase': async (page, sandbox) => {
    const { purchase_id } = await sandbox.purchase({
      amount_minor: 184_900,
      refunded_minor: 35_000,
      charged_minor: 184_900,
      state: 'completed',
      money: 'charged',
    })
    await page.goto(`/history/${purchase_id}`)
    await expect(page.getByText('Checked just now').first()).toBeVisible()
  },
  purchases: async (page) => {
    await page.goto('/purchases')
    await expect(page.getByText('Checked just now').first()).toBeVisible()
  },
  purchase: async (page, sandbox) => {
    const { purchase_id } = await sandbox.purchase({
      amount_minor: 249_900,
      state: 'needs_answer',
      money: 'set_aside',
      question: { kind: 'choice', prompt: 'Which size?', options: ['Small', 'Large'] },
    })
    await page.goto(`/purchases/${purchase_id}`)
    await expect(page.getByText('Checked just now').first()).toBeVisible()
    await page.getByText('For support').first().click()
  },
}

for (const [name, open] of Object.entries(PAGES)) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`[product] axe finds nothing on ${name}, ${size}, ${colorScheme}`, async ({
        page,
        sandbox,
      }) => {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await open(page, sandbox)
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
        expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
        await page.goto('about:blank')
      })
    }
  }
}

for (const [name, open] of Object.entries(PAGES)) {
  test(`[product] ${name} fits 320 px without sideways scrolling`, async ({ page, sandbox }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page, sandbox)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(320)
    await page.goto('about:blank')
  })
}
