import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test'

export type ShownLine = { title: string; subtitle: string; minor: number }
export type ShownDay = { label: string; minor: number; open: boolean }
export type Ledger = { lines: ShownLine[]; days: ShownDay[] }

type RowText = { index: number; day: boolean; cells: string[] }

/** "₹1,24,530.00" or "−₹350.00" → paise, by hand: the page's own parser is what is being tested. */
export function paise(text: string): number {
  const match = /(−?)₹([\d,]+)\.(\d\d)/.exec(text.replaceAll('\u2068', '').replaceAll('\u2069', ''))
  if (!match) throw new Error(`No amount in "${text}"`)
  const minor = Number(`${match[2]?.replaceAll(',', '')}${match[3]}`)
  return match[1] ? -minor : minor
}

/** The rows that are in the document now: only a window of the list is. */
function visibleRows(page: Page): Promise<RowText[]> {
  return page.getByRole('grid').evaluate((grid) =>
    [...grid.querySelectorAll('[role=row]')].map((row) => ({
      index: Number(row.getAttribute('aria-rowindex')),
      day: row.querySelector('[role=rowheader]') !== null,
      cells: [...row.querySelectorAll('[role=gridcell], [role=rowheader]')].map(
        (cell) => cell.textContent ?? '',
      ),
    })),
  )
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

/** Scrolls with the wheel from the top to the end of everything, and returns each row once, in order. */
export async function readLedger(page: Page): Promise<Ledger> {
  const rows = new Map<number, RowText>()
  await page.getByRole('grid').getByRole('link').first().hover()
  const end = page.getByText(/All history loaded|All purchases in these dates loaded/)
  for (let still = 0; still < 25; ) {
    const before = rows.size
    for (const row of await visibleRows(page)) {
      const seen = rows.get(row.index)
      // A line never changes its place; a day's total may grow while its older part arrives.
      if (seen && !row.day) expect(row.cells).toEqual(seen.cells)
      rows.set(row.index, row)
    }
    const atEnd = (await end.count()) > 0 && (await end.first().isVisible())
    still = rows.size === before ? still + 1 : 0
    if (atEnd && still > 3) break
    await page.mouse.wheel(0, 500)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  await expect(end.first()).toBeVisible()
  const ordered = [...rows.values()].sort((a, b) => a.index - b.index)
  expect(ordered.map((row) => row.index)).toEqual(ordered.map((_, at) => at + 1))
  return {
    lines: ordered.filter((row) => !row.day).map(toLine),
    days: ordered.filter((row) => row.day).map(toDay),
  }
}
