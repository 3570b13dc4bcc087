import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** What axe finds on the page as it stands, on a wide screen and a phone, light and dark. */
export async function axeProblems(page: Page): Promise<unknown[]> {
  const problems: unknown[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
      for (const { id, nodes } of violations) {
        problems.push([id, size.width, colorScheme, nodes.map((node) => node.html)])
      }
    }
  }
  return problems
}

/** Whether anything is wider than the page. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
}
