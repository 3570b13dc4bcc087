import type { BrowserContext, Page } from '@playwright/test'

/** What a person could read on each open page, told by the pages themselves as it changes. */
export type Witness = {
  /** The words now in the page: in its text, its attributes or its title. */
  seen(page: Page): ReadonlySet<string>
  /** Tells every change, also of pages that are gone a moment later. */
  onChange(listener: (page: Page, seen: ReadonlySet<string>) => void): void
}

/**
 * Watches all pages of a browser for some words, from before their first script on: a word that
 * stands there for one frame is told as well. Only Passbook's own pages are watched.
 */
export async function witness(
  context: BrowserContext,
  origin: string,
  words: readonly string[],
): Promise<Witness> {
  const now = new Map<Page, ReadonlySet<string>>()
  const listeners: ((page: Page, seen: ReadonlySet<string>) => void)[] = []
  await context.exposeBinding('passbookTestSaw', ({ page }, seen: string[]) => {
    const words = new Set(seen)
    now.set(page, words)
    for (const listener of listeners) listener(page, words)
  })
  await context.addInitScript(
    ({ origin, words }) => {
      const tell = Reflect.get(window, 'passbookTestSaw') as (seen: string[]) => void
      // Whoever went on to another page sees nothing of Passbook's any more.
      if (location.origin !== origin) return tell([])
      let last = ''
      const look = () => {
        const page = document.documentElement?.outerHTML ?? ''
        const seen = words.filter((word) => page.includes(word) || document.title.includes(word))
        if (seen.join() === last) return
        last = seen.join()
        tell(seen)
      }
      new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
      addEventListener('pageshow', look)
      tell([])
    },
    { origin, words: [...words] },
  )
  return {
    seen: (page) => now.get(page) ?? new Set(),
    onChange: (listener) => void listeners.push(listener),
  }
}
