import { z } from 'zod'
import {
  type CursorBinding,
  cursorKey,
  isBoundTo,
  openCursor,
  type Position,
  sealCursor,
} from '../cursor'
import { dataReply } from '../envelope'
import { invalidInput, type NextStep } from '../errors'
import { type FieldProblem, onePerField, readFields } from '../fields'
import { startOfIstDay } from '../ist'
import type { World } from '../world'
import { createLinePages, type LinePage, lineView } from './line-pages'
import { bendPage } from './page-faults'
import type { Tool, ToolCall } from './tool'

/** Lines a page has when the call does not say (C8). */
const USUAL_LIMIT = 20
const MAX_CURSOR = 4_096

const day = z.string().refine((text) => startOfIstDay(text) !== null, 'is not a calendar day')
const limit = z.int().min(1).max(50)

const input = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  limit: limit.default(USUAL_LIMIT),
  cursor: z.string().min(1).max(MAX_CURSOR).optional(),
})
const expected = {
  from: 'a day, YYYY-MM-DD, not after to',
  to: 'a day, YYYY-MM-DD',
  limit: 'an integer from 1 to 50',
  cursor:
    'the next_cursor of a page with the same from, to and limit, on this connection, not older than 15 minutes',
}

type Asked = CursorBinding & { before: Position | null }

/** list_transactions: history newest first, page by page along `next` (R-051…R-071). */
export function listTransactions(world: World): Tool {
  const pageOf = createLinePages(world)
  const key = cursorKey(world.secret)
  return (call) => {
    const read = readCall(world, key, call)
    if (!read.ok) return invalidInput(read.fields)
    const { asked } = read
    const page = pageOf(call.account.account, asked)
    const last = page.rows.at(-1)
    const bent = bendPage(world, call, asked, {
      ...page,
      continueAfter: page.more && last ? { at: last.at, id: last.id } : null,
    })
    return reply(world, key, call, asked, bent)
  }
}

function reply(
  world: World,
  key: Buffer,
  call: ToolCall,
  asked: Asked,
  page: Omit<LinePage, 'more'> & { continueAfter: Position | null },
) {
  const transactions = page.rows.map((row) => lineView(call.account, row))
  if (!page.continueAfter) return dataReply({ transactions })
  const { before: _, ...binding } = asked
  const cursor = sealCursor(key, binding, page.continueAfter, world.clock.now())
  return dataReply({ transactions, next_cursor: cursor }, nextPage(asked, cursor))
}

/** The same from, to and limit plus the cursor. */
function nextPage({ from, to, limit: size }: Asked, cursor: string): NextStep {
  return {
    action: 'call_tool',
    tool: 'list_transactions',
    args: {
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      limit: size,
      cursor,
    },
    instruction: 'Call list_transactions with these args unchanged for the next page.',
    after_seconds: null,
    by: null,
  }
}

/** Every bad field at once: each field by itself, the order of the days, and the cursor against whatever of the rest is good. */
function readCall(
  world: World,
  key: Buffer,
  call: ToolCall,
): { ok: true; asked: Asked } | { ok: false; fields: FieldProblem[] } {
  const read = readFields(input, expected, call.body, call.problems)
  const good = goodFields(call.body)
  const position = readCursor(world, key, call, good)
  const problems = [
    ...(read.ok ? [] : read.fields),
    ...daysOutOfOrder(good),
    ...(position === 'refused' ? [refusedCursor] : []),
  ]
  if (!read.ok || position === 'refused' || problems.length > 0) {
    return { ok: false, fields: onePerField(problems) }
  }
  const { from, to, limit: size } = read.value
  const { connection } = call.token
  return { ok: true, asked: { connection, from, to, limit: size, before: position } }
}

const refusedCursor: FieldProblem = {
  path: 'cursor',
  problem: 'is not a cursor for this call',
  expected: expected.cursor,
}

type Good = { from?: string | undefined; to?: string | undefined; limit?: number; cursor?: string }

/** The fields that are good by themselves; one that is bad is left out, one that was not sent has its usual value. */
function goodFields(body: Readonly<Record<string, unknown>>): Good {
  const good: Good = {}
  const from = input.shape.from.safeParse(body['from'])
  const to = input.shape.to.safeParse(body['to'])
  const size = input.shape.limit.safeParse(body['limit'])
  const cursor = input.shape.cursor.safeParse(body['cursor'])
  if (from.success) good.from = from.data
  if (to.success) good.to = to.data
  if (size.success) good.limit = size.data
  if (cursor.success && cursor.data !== undefined) good.cursor = cursor.data
  return good
}

/** R-053; YYYY-MM-DD compares as text. */
function daysOutOfOrder({ from, to }: Good): FieldProblem[] {
  if (from === undefined || to === undefined || from <= to) return []
  return [{ path: 'from', problem: 'is after to', expected: expected.from }]
}

function readCursor(
  world: World,
  key: Buffer,
  call: ToolCall,
  good: Good,
): Position | null | 'refused' {
  const { cursor, ...others } = good
  if (cursor === undefined) return null
  const content = openCursor(key, cursor, world.clock.now())
  const { connection } = call.token
  if (!content || !isBoundTo(content, { ...others, connection })) return 'refused'
  return { at: content.at, id: content.id }
}
