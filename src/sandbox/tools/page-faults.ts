import type { CursorBinding, Position } from '../cursor'
import type { World } from '../world'
import type { LinePage } from './line-pages'
import type { ToolCall } from './tool'

/** A page and where the next one begins; null: this is the last page. */
type Page = LinePage & { continueAfter: Position | null }
type Asked = CursorBinding & { before: Position | null }

/** In front of the newest line. */
const START: Position = { at: 8.64e15, id: 0 }

/** What a fault of the kinds `cursor` and `vanish_line` makes of a page; any other page as it is. */
export function bendPage(world: World, call: ToolCall, asked: Asked, page: Page): Page {
  const { fault } = call
  if (fault?.fault === 'vanish_line') {
    vanish(world, page)
    return page
  }
  if (fault?.fault !== 'cursor') return page
  const here = asked.before ?? START
  switch (fault.kind) {
    case 'repeat':
      return { ...page, continueAfter: here }
    case 'cycle':
      return { ...page, continueAfter: asked.before ? START : (page.continueAfter ?? START) }
    case 'on_last':
      if (page.continueAfter) world.faults.giveBack(fault)
      return { ...page, continueAfter: page.continueAfter ?? endOf(page, here) }
    case 'empty_page':
      return { rows: [], more: true, continueAfter: here }
  }
}

function endOf(page: Page, here: Position): Position {
  const last = page.rows.at(-1)
  return last ? { at: last.at, id: last.id } : here
}

/** The line the next page would begin after becomes fully refunded, as if between two reads. */
function vanish(world: World, page: Page) {
  const last = page.rows.at(-1)
  if (!last) return
  world.db.prepare('UPDATE lines SET refunded_minor = amount_minor WHERE id = ?').run(last.id)
}
