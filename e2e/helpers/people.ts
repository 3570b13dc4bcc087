import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Product } from '../fixtures/product'
import type { Sandbox } from '../fixtures/sandbox'
import { type PageWatch, watchPage } from '../fixtures/watch-page'
import { type Witness, witness } from './witness'

/** Two people of the sandbox, and a word that stands in everything of theirs and nowhere else. */
export const PEOPLE = {
  demo: { name: 'Meera Kulkarni', word: 'Meera' },
  other: { name: 'Arjun Nair', word: 'Arjun' },
} as const
export type Person = keyof typeof PEOPLE

const WORDS = Object.values(PEOPLE).map((person) => person.word)
/** By then every tab is empty after somebody left; that it takes less than a second is measured elsewhere (CT-7). */
const EMPTY_WITHIN_MS = 5_000

/** One person's few purchases and lines, each named after them. */
export async function stock(sandbox: Sandbox, person: Person): Promise<string> {
  const { word } = PEOPLE[person]
  const { purchase_id } = await sandbox.purchase({
    account: person,
    merchant: `${word} Stores`,
    agent: `${word}’s agent`,
    amount_minor: 45_600,
    state: 'needs_answer',
    question: { kind: 'text', prompt: `What should ${word} know?` },
  })
  await sandbox.lines(
    Array.from({ length: 8 }, (_, index) => ({
      title: `${word} Bazaar ${index}`,
      subtitle: `${word}’s agent`,
      amount_minor: 1_000 + index,
      date: `2026-10-${20 - index}T06:00:00Z`,
      purchase_id: index === 0 ? purchase_id : null,
    })),
    person,
  )
  return purchase_id
}

/** A browser that one or the other sits at: who may be seen in it now, and what was seen too long. */
export type Seat = {
  readonly context: BrowserContext
  readonly pages: Page[]
  owner: Person | null
  open(): Promise<Page>
  /** From now on only this person's words may stand on any page; the others' must go at once. */
  belongsTo(person: Person | null): Promise<void>
  /** Fails when anything of anybody else is, or since the last change of hands was, to be seen. */
  check(): void
  /** Fails when the watcher itself is blind: a person's own page must have their word. */
  sees(page: Page, person: Person): void
  readonly watches: PageWatch[]
}

/** Here people sign out, come too late and lose their network: what the browser says of that is expected. */
async function watched(page: Page): Promise<PageWatch> {
  const watch = await watchPage(page)
  const calls = ['list_transactions', 'list_purchases', 'get_purchase_status']
  for (const call of calls) {
    watch.expectFailure(`/api/tools/${call}`, 401)
    watch.expectFailure(`/api/tools/${call}`, 404)
  }
  watch.expectFailure('/auth/refresh', 401)
  watch.expectOffline()
  return watch
}

export async function seatAt(browser: Browser, product: Product): Promise<Seat> {
  const context = await browser.newContext({ baseURL: product.url, timezoneId: 'Asia/Kolkata' })
  const watcher: Witness = await witness(context, product.url, WORDS)
  const wrong: string[] = []
  const watches: PageWatch[] = []
  const pages: Page[] = []
  let settling = false
  const foreign = (seen: ReadonlySet<string>) => {
    const own = seat.owner === null ? null : PEOPLE[seat.owner].word
    return [...seen].filter((word) => word !== own)
  }
  watcher.onChange((page, seen) => {
    if (settling || foreign(seen).length === 0) return
    wrong.push(`${foreign(seen)} on ${new URL(page.url()).pathname} while it is ${seat.owner}'s`)
  })
  const seat: Seat = {
    context,
    pages,
    watches,
    owner: null,
    async open() {
      const page = await context.newPage()
      watches.push(await watched(page))
      pages.push(page)
      page.on('close', () => pages.splice(pages.indexOf(page), 1))
      return page
    },
    async belongsTo(person) {
      if (seat.owner === person) return
      settling = true
      seat.owner = person
      await expect
        .poll(() => pages.flatMap((page) => foreign(watcher.seen(page))), {
          timeout: EMPTY_WITHIN_MS,
          intervals: [20],
        })
        .toEqual([])
      settling = false
    },
    check() {
      expect(wrong).toEqual([])
    },
    sees(page, person) {
      expect([...watcher.seen(page)]).toEqual([PEOPLE[person].word])
    },
  }
  return seat
}
