import type { Page } from '@playwright/test'
import type { Sandbox } from '../fixtures/sandbox'
import { expect, test } from '../fixtures/test'

const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** A purchase with everything on it, beside the seeded ones. */
function blinds(sandbox: Sandbox) {
  return sandbox.purchase({
    merchant: 'Jharokha Blinds',
    domain: 'jharokhablinds.example.test',
    agent: 'Tara gifting agent',
    amount_minor: 184_900,
    charged_minor: 184_900,
    refunded_minor: 35_000,
    state: 'completed',
    money: 'charged',
    checkout_by: 'envoy',
    at: '2026-10-28T05:36:00Z',
  })
}

function jug(sandbox: Sandbox) {
  return sandbox.purchase({
    merchant: 'Tamba Kitchen',
    domain: 'tambakitchen.example.test',
    agent: 'Homekeeper agent',
    amount_minor: 214_900,
    state: 'needs_answer',
    money: 'set_aside',
    checkout_by: 'envoy',
    question: {
      kind: 'text',
      prompt:
        'The 1.5 litre hammered jug is sold out. Should the shop send the 1.2 litre jug at ₹1,899.00 instead?',
    },
    at: '2026-10-29T08:32:00Z',
  })
}

const PAGES: Record<string, (page: Page, sandbox: Sandbox) => Promise<void>> = {
  history: async (page) => {
    await page.goto('/history')
    await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  },
  'history-detail': async (page, sandbox) => {
    const { purchase_id } = await blinds(sandbox)
    await page.goto(`/history/${purchase_id}`)
    await expect(page.getByText('Checked just now').first()).toBeVisible()
  },
  purchases: async (page) => {
    await page.goto('/purchases')
    await expect(page.getByText('Checked just now').first()).toBeVisible()
    await expect(page.getByText('Checking')).toHaveCount(0)
  },
  purchase: async (page, sandbox) => {
    const { purchase_id } = await jug(sandbox)
    await page.goto(`/purchases/${purchase_id}`)
    await expect(page.getByText('Checked just now').first()).toBeVisible()
  },
}

for (const [name, open] of Object.entries(PAGES)) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${name} ${size} ${colorScheme}`, async ({ page, sandbox }) => {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await open(page, sandbox)
        await page.evaluate(() => document.fonts.ready)
        await page.screenshot({ path: `docs/pictures/${name}-${size}-${colorScheme}.png` })
        await page.goto('about:blank')
      })
    }
  }
}
