import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test'

export type ShownLine = { title: string; subtitle: string; minor: number }
type ShownDay = { label: string; minor: number; open: boolean }
export type Ledger = { lines: ShownLine[]; days: ShownDay[] }

type RowText = { index: number; day: boolean; cells: string[] }

/** "₹1,24,530.00" or "−₹350.00" → paise, by hand: the page's own parser is what is being tested. */
function paise(text: string): number {
  const match = /(−?)₹([\d,]+)\.(\d\d)/.exec(text.replaceAll('\u2068', '').replaceAll('\u2069', ''))
  if (!match) throw new Error(`No amount in "${text}"`)
  const minor = Number(`${match[2]?.replaceAll(',', '')}${match[3]}`)
  return match[1] ? -minor : minor
}

/**
 * Scrolls on by so many steps of one screen and returns the rows that were in the document on the
 * way: only a window of the list ever is. Runs in the page, so that a long list takes minutes less.
 */
function scrollOn(page: Page, steps: number): Promise<RowText[]> {
  return page.getByRole('grid').evaluate(async (grid, count) => {
    const textOf = (row: Element) =>
      [...row.querySelectorAll('[role=gridcell], [role=rowheader]')].map(
        (cell) => cell.textContent ?? '',
      )
    const scroller = document.getElementById('main')
    const seen: RowText[] = []
    for (let step = 0; step < count; step += 1) {
      for (const row of grid.querySelectorAll('[role=row]')) {
        const day = row.querySelector('[role=rowheader]') !== null
        seen.push({ index: Number(row.getAttribute('aria-rowindex')), day, cells: textOf(row) })
      }
      scroller?.scrollBy(0, 600)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
    return seen
  }, steps)
}

/** Names beyond 120 characters are shown shortened, with the whole name for screen readers after it. */
export const shortened = (name: string) => name.slice(0, 100)

function toLine({ cells }: RowText): ShownLine {
  return {
    title: shortened(cells[0] ?? ''),
    subtitle: cells[1] ?? '',
    minor: paise(cells.at(-1) ?? ''),
  }
}

function toDay({ cells }: RowText): ShownDay {
  const total = cells.at(-1) ?? ''
  return { label: cells[0] ?? '', minor: paise(total), open: /so far/i.test(total) }
}

const AT_THE_END = /All history loaded|All purchases in these dates loaded/

/** Scrolls from the top to the end of everything, and returns each row once, in order. */
export async function readLedger(page: Page): Promise<Ledger> {
  const rows = new Map<number, RowText>()
  const end = page.getByText(AT_THE_END).first()
  await expect(page.getByRole('grid').getByRole('row').first()).toBeVisible()
  for (let idle = 0; idle < 40; ) {
    const before = rows.size
    for (const row of await scrollOn(page, 20)) {
      const seen = rows.get(row.index)
      // A line never changes its place; a day's total may grow while its older part arrives.
      // Compared by hand: Playwright keeps a step for each `expect`, of a hundred thousand rows.
      if (seen && !row.day && String(seen.cells) !== String(row.cells)) {
        throw new Error(`Row ${row.index} was "${seen.cells}" and became "${row.cells}"`)
      }
      rows.set(row.index, row)
    }
    idle = rows.size === before ? idle + 1 : 0
    if (idle > 0 && (await end.isVisible())) break
  }
  await expect(end).toBeVisible()
  const ordered = [...rows.values()].sort((a, b) => a.index - b.index)
  expect(ordered.map((row) => row.index)).toEqual(ordered.map((_, at) => at + 1))
  return {
    lines: ordered.filter((row) => !row.day).map(toLine),
    days: ordered.filter((row) => row.day).map(toDay),
  }
}
