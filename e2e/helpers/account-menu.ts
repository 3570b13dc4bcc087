import { expect, type Page } from '@playwright/test'

/** The menu's own code comes with the rest of a page, not when it is opened: from then on it needs no network. */
export async function menuIsHere(page: Page): Promise<void> {
  const loaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /account-menu/.test(name)),
    )
  await expect.poll(loaded).toBe(true)
}
