import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Sandbox } from './fixtures/sandbox'
import { expect, test } from './fixtures/test'
import type { PageWatch } from './fixtures/watch-page'
import { again, ask, card, field, openQuestion, SUBMIT, send, title } from './helpers/answers'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Stage = { page: Page; sandbox: Sandbox; watch: PageWatch }

const SCREENS: Record<string, (stage: Stage) => Promise<void>> = {
  'a choice': async ({ page, sandbox }) => {
    const options = ['Small', 'Large, with a lid that closes'.repeat(8)]
    await openQuestion(page, await ask(sandbox, { kind: 'choice', prompt: 'Which size?', options }))
    await page.getByRole('radio', { name: 'Small' }).check()
  },
  'a field that is empty': async ({ page, sandbox }) => {
    await openQuestion(page, await ask(sandbox))
    await send(page).click()
    await expect(card(page).getByText('Type an answer first.')).toBeVisible()
  },
  'an answer that is not confirmed': async ({ page, sandbox, watch }) => {
    watch.expectFailure(SUBMIT, 502)
    await openQuestion(page, await ask(sandbox))
    await sandbox.fault({ fault: 'reset', when: 'before_headers', tool: 'submit_answer' })
    await field(page).fill('Yes')
    await send(page).click()
    await expect(again(page)).toBeVisible()
  },
  'an answer that waits': async ({ page, sandbox, watch }) => {
    watch.expectFailure(SUBMIT, 429)
    await openQuestion(page, await ask(sandbox))
    await sandbox.fault({
      fault: 'status_429',
      tool: 'submit_answer',
      retry_after: 100,
      after_seconds: 100,
    })
    await field(page).fill('Yes')
    await send(page).click()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  },
  'an answer that is recorded': async ({ page, sandbox }) => {
    await openQuestion(page, await ask(sandbox))
    await field(page).fill('Yes'.repeat(200))
    await send(page).click()
    await expect(title(page, 'Answer recorded')).toBeVisible()
  },
}

for (const [name, show] of Object.entries(SCREENS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`[product] axe finds nothing on ${name}, ${colorScheme}, and it fits a phone`, async ({
      page,
      sandbox,
      watch,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await show({ page, sandbox, watch })
      const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(320)
      await page.goto('about:blank')
    })
  }
}
