import type { Ask } from '../asker'
import type { Check } from '../check'
import { at, isObject, sameJson, textAt } from '../json'
import { badPaths, type Reply } from '../reply'
import { istDay, type Line, linesOf } from '../seen'
import { isRefused, judge, refusal, unseen, type Verdict } from '../verdict'

/** Dates around every line, so that the range stands still while new lines come. */
const FROM = '2000-01-01'
const MOST_PAGES = 4

type Range = { from: string; to: string; limit: number }

const cursorOf = (reply: Reply) => textAt(reply.json, 'data.next_cursor')

/** The arguments of the next page, as they came; null when this is the last one. */
function nextArgs(reply: Reply): unknown {
  const next = at(reply.json, 'next')
  const goesOn = at(next, 'action') === 'call_tool' && at(next, 'tool') === 'list_transactions'
  return goesOn ? at(next, 'args') : null
}

/** A range over everything up to tomorrow by Envoy's clock. */
function everything(reply: Reply): Omit<Range, 'limit'> {
  const now = Date.parse(textAt(reply.json, 'server_time') ?? '')
  return { from: FROM, to: istDay((Number.isNaN(now) ? Date.UTC(2099, 0) : now) + 86_400_000) }
}

const more: Check = {
  title: 'a page with more lines after it',
  rules: ['R-055', 'R-056'],
  async *run({ ask, seen }) {
    const history = await seen.history()
    if (linesOf(history).length < 2) return yield unseen(this.rules, FEW)
    const range = { ...everything(history), limit: 1 }
    for (const args of [{ limit: 1 }, range]) {
      yield* hasNext(await ask('list_transactions', args), args)
    }
  },
}

const FEW = 'the account has fewer than two lines'

function* hasNext(reply: Reply, asked: Readonly<Record<string, unknown>>): Generator<Verdict> {
  if (!reply.ok) return yield unseen(['R-055', 'R-056'], `a page was answered ${reply.summary}`)
  const cursor = cursorOf(reply)
  const args = nextArgs(reply)
  const both = cursor !== null && args !== null
  yield judge('R-055', reply, both, 'next_cursor, and next that calls list_transactions', {
    next_cursor: cursor === null ? 'missing' : 'a text',
    next: at(reply.json, 'next.tool') ?? null,
  })
  if (!both) return
  // A day that was not asked for may be left out or null.
  const given = isObject(args) ? Object.entries(args).filter(([, value]) => value !== null) : []
  const same = sameJson(Object.fromEntries(given), { ...asked, cursor })
  yield judge('R-056', reply, same, `the same ${Object.keys(asked).join(', ')}, and the cursor`, {
    fields: given.map(([name]) => name),
    ...Object.fromEntries(given.filter(([name]) => name !== 'cursor')),
  })
}

const walk: Check = {
  title: 'pages along next against one page of the same lines',
  rules: ['R-055', 'R-067'],
  async *run({ ask, seen }) {
    const history = await seen.history()
    const whole = await ask('list_transactions', { ...everything(history), limit: 50 })
    const lines = linesOf(whole)
    if (lines.length < 2) return yield unseen(this.rules, FEW)
    const limit = Math.max(1, Math.min(20, Math.floor(lines.length / 3)))
    yield* oneLineEach(
      whole,
      lines.flatMap(({ purchaseId }) => purchaseId ?? []),
    )
    const pages = await follow(ask, { ...everything(history), limit })
    const [first] = pages ?? []
    if (!pages || !first) return yield unseen('R-055', 'next could not be followed')
    const walked = pages.flatMap(linesOf)
    const ended = nextArgs(pages.at(-1) ?? first) === null
    const count = ended ? lines.length : Math.min(lines.length, walked.length)
    const same = sameLines(walked.slice(0, count), lines.slice(0, count))
    if (!same && !(await standsStill(ask, whole, history))) {
      return yield unseen('R-055', 'the history changed meanwhile')
    }
    const expected = `the first ${count} lines of one page, in pages of ${limit}`
    yield judge('R-055', first, same, expected, same ? 'the same lines' : 'other lines or order')
  },
}

const sameLines = (some: readonly Line[], others: readonly Line[]) =>
  sameJson(
    some.map(({ json }) => json),
    others.map(({ json }) => json),
  )

async function standsStill(ask: Ask, before: Reply, history: Reply): Promise<boolean> {
  const now = await ask('list_transactions', { ...everything(history), limit: 50 })
  return sameLines(linesOf(before), linesOf(now))
}

/** Up to four pages, each asked with the arguments of the one before; null when one of them was refused. */
async function follow(ask: Ask, range: Range): Promise<Reply[] | null> {
  const pages: Reply[] = []
  let args: unknown = range
  while (args !== null && pages.length < MOST_PAGES) {
    const page = await ask('list_transactions', args)
    if (!page.ok) return null
    pages.push(page)
    args = nextArgs(page)
  }
  return pages
}

function* oneLineEach(reply: Reply, ids: readonly string[]): Generator<Verdict> {
  if (ids.length < 2) return yield unseen('R-067', 'lines do not name their purchase')
  const twice = ids.length - new Set(ids).size
  yield judge(
    'R-067',
    reply,
    twice === 0,
    'each purchase once',
    `${twice} purchases more than once`,
  )
}

const lastPage: Check = {
  title: 'the last page',
  rules: ['R-064'],
  async *run({ ask, seen }) {
    const history = await seen.history()
    const lines = linesOf(history)
    const newest = lines[0]?.at ?? null
    if (lines.length === 0) return yield unseen(this.rules, 'the account has no line')
    if (newest === null) return yield unseen(this.rules, 'lines have no dates')
    const day = { from: istDay(newest), to: istDay(newest) }
    const pages = (await follow(ask, { ...day, limit: 50 })) ?? []
    const last = pages.at(-1)
    if (!last || (nextArgs(last) !== null && pages.length === MOST_PAGES)) {
      return yield unseen(this.rules, 'the last page was too far away')
    }
    yield ended(last)
    const count = linesOf(last).length
    if (pages.length > 1 || count === 0) return
    // Exactly full, and nothing after it.
    yield ended(await ask('list_transactions', { ...day, limit: count }))
  },
}

function ended(reply: Reply): Verdict {
  const none = cursorOf(reply) === null && nextArgs(reply) === null
  return judge('R-064', reply, none, 'neither next_cursor nor a next page', {
    next_cursor: cursorOf(reply) === null ? 'none' : 'a text',
    next: at(reply.json, 'next.tool') ?? null,
  })
}

const bound: Check = {
  title: 'a cursor with a call that is not its own',
  rules: ['R-058', 'R-059', 'R-060', 'C11'],
  async *run({ ask, seen }) {
    const range = { ...everything(await seen.history()), limit: 1 }
    const cursor = cursorOf(await ask('list_transactions', range))
    if (cursor === null) return yield unseen(this.rules, 'no page had a cursor')
    const own = await ask('list_transactions', { ...range, cursor })
    if (!own.ok) return yield unseen(this.rules, `its own call was answered ${own.summary}`)
    const { from: _from, ...fromAlone } = range
    const others = [
      { rule: 'R-060', args: { ...range, limit: 2 } },
      { rule: 'R-059', args: { ...range, from: '2000-01-02' } },
      { rule: 'R-059', args: { ...range, to: '2100-01-01' } },
      { rule: 'R-059', args: fromAlone },
    ] as const
    for (const { rule, args } of others) {
      yield* foreign(await ask('list_transactions', { ...args, cursor }), [rule, 'R-058'])
    }
    const made = await ask('list_transactions', { ...range, cursor: `${cursor.slice(0, -4)}AAAA` })
    yield judge(
      'C11',
      made,
      fits(made),
      'INVALID_INPUT with cursor in error.fields',
      badPaths(made),
    )
  },
}

const fits = (reply: Reply) => reply.code === 'INVALID_INPUT' && badPaths(reply).includes('cursor')

function* foreign(reply: Reply, rules: Parameters<typeof judge>[0]): Generator<Verdict> {
  yield refusal(rules, reply)
  if (isRefused(reply)) {
    yield judge('C11', reply, fits(reply), 'INVALID_INPUT with cursor in error.fields', {
      code: reply.code,
      paths: badPaths(reply),
    })
  }
}

const otherConnection: Check = {
  title: 'a cursor on another connection',
  rules: ['R-058', 'C11'],
  needs: ['other-token'],
  async *run({ ask }) {
    const cursor = cursorOf(await ask('list_transactions', { limit: 1 }))
    if (cursor === null) return yield unseen(this.rules, 'no page had a cursor')
    yield* foreign(await ask('list_transactions', { limit: 1, cursor }, { as: 'other' }), 'R-058')
  },
}

export const PAGING: readonly Check[] = [more, walk, lastPage, bound, otherConnection]
