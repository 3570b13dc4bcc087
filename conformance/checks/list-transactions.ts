import type { Check } from '../check'
import { isDateTime } from '../contract'
import { at, isObject, sameJson } from '../json'
import type { Reply } from '../reply'
import { istDay, type Line, linesOf, newestFirst } from '../seen'
import { isMoney } from '../shapes'
import { accepted, judge, refusal, unseen, type Verdict, weigh } from '../verdict'
import { badFields } from './fields'

const answers: Check = {
  title: 'what list_transactions answers',
  rules: ['R-051', 'R-063', 'R-149', 'C1', 'C2', 'C4', 'C8'],
  async *run({ ask, seen }) {
    const reply = await seen.history()
    yield accepted('R-051', reply, 'an answer without from and to')
    if (!reply.ok) return yield unseen(this.rules, `list_transactions answered ${reply.summary}`)
    yield judge(
      'R-149',
      reply,
      isObject(at(reply.json, 'data')),
      'an object in data',
      typeof at(reply.json, 'data'),
    )
    const listed = Array.isArray(at(reply.json, 'data.transactions'))
    yield judge(
      'C2',
      reply,
      listed,
      'a list in data.transactions',
      Object.keys(at(reply.json, 'data') ?? {}),
    )
    const lines = linesOf(reply)
    if (lines.length === 0) return yield unseen(['R-063', 'C1', 'C4', 'C8'], 'there are no lines')
    const badly = lines.filter((line) => !isLine(line))
    yield judge(
      'C1',
      reply,
      badly.length === 0,
      'title, subtitle and amount in each line',
      `${badly.length} lines of another shape`,
    )
    const undated = lines.filter(({ json }) => !isDateTime(at(json, 'date')))
    yield judge(
      'C4',
      reply,
      undated.length === 0,
      'a date in each line',
      `${undated.length} lines without`,
    )
    const instants = lines.flatMap(({ at: time }) => time ?? [])
    if (new Set(instants).size < 2) yield unseen('R-063', 'no two lines have dates of their own')
    else
      yield judge('R-063', reply, newestFirst(instants), 'dates from the newest on', datesOf(lines))
    const usual = linesOf(await ask('list_transactions', {})).length
    if (lines.length > 20) yield judge('C8', reply, usual === 20, '20 lines without a limit', usual)
  },
}

function isLine({ title, subtitle, json }: Line): boolean {
  return title !== null && title !== '' && subtitle !== null && isMoney(at(json, 'amount'))
}

const datesOf = (lines: readonly Line[]) => lines.map(({ json }) => at(json, 'date'))

const days: Check = {
  title: 'the days of list_transactions',
  rules: ['R-012', 'R-013', 'R-051', 'R-052', 'R-053', 'C6'],
  async *run({ ask }) {
    for (const from of ['2026-02-30', '30-01-2026', '2026-1-5']) {
      yield* badFields(await ask('list_transactions', { from, limit: 1 }), ['from'], 'R-052')
    }
    const order = { from: '2026-03-02', to: '2026-03-01', limit: 1 }
    yield* badFields(await ask('list_transactions', order), ['from', 'to'], 'R-053')
    const equal = await ask('list_transactions', { from: '2026-03-01', to: '2026-03-01', limit: 1 })
    yield accepted(['R-051', 'R-053'], equal, 'an answer: from and to may be the same day')
    const leap = await ask('list_transactions', { from: '2024-02-29', to: '2024-02-29', limit: 1 })
    yield accepted('R-052', leap, 'an answer: 2024 had this day')
    for (const alone of [{ from: '2026-03-01' }, { to: '2026-03-01' }]) {
      const reply = await ask('list_transactions', { ...alone, limit: 1 })
      yield accepted('C6', reply, 'an answer')
    }
  },
}

const limits: Check = {
  title: 'the limit of list_transactions',
  rules: ['R-012', 'R-013', 'R-054', 'C9'],
  async *run({ ask, seen }) {
    for (const limit of [0, 51]) {
      yield* badFields(await ask('list_transactions', { limit }), ['limit'], 'R-054')
    }
    for (const limit of ['20', 20.5, null]) {
      const reply = await ask('list_transactions', { limit })
      yield refusal('C9', reply)
    }
    yield atMost(await seen.history(), 50)
    yield atMost(await ask('list_transactions', { limit: 1 }), 1)
  },
}

function atMost(reply: Reply, most: number): Verdict {
  const count = linesOf(reply).length
  const came = `${reply.summary}, ${count} lines`
  return weigh(
    'R-054',
    reply,
    reply.ok && count <= most,
    `an answer of at most ${most} lines`,
    came,
  )
}

const oneDay: Check = {
  title: 'a day of India',
  rules: ['C5', 'C7'],
  async *run({ ask, seen }) {
    const lines = linesOf(await seen.history())
    const days = lines.flatMap(({ at: time }) => (time === null ? [] : istDay(time)))
    // A day that the first page has whole: neither its newest nor its oldest.
    const day = days.find((one) => one !== days[0] && one !== days.at(-1))
    if (day === undefined) return yield unseen(this.rules, 'no day stands whole in the first page')
    const there = lines.filter(({ at: time }) => time !== null && istDay(time) === day)
    const reply = await ask('list_transactions', { from: day, to: day, limit: 50 })
    const same = sameJson(
      linesOf(reply).map(({ json }) => json),
      there.map(({ json }) => json),
    )
    yield judge(
      'C5',
      reply,
      same,
      `the ${there.length} lines of ${day}`,
      `${linesOf(reply).length} lines, on ${[...new Set(datesOf(linesOf(reply)))].join(', ')}`,
    )
    const newest = days[0] ?? day
    const span = await ask('list_transactions', { from: day, to: newest, limit: 50 })
    const instants = linesOf(span).flatMap(({ at: time }) => time ?? [])
    yield judge(
      'C7',
      span,
      newestFirst(instants),
      'dates from the newest on',
      datesOf(linesOf(span)),
    )
  },
}

export const LIST_TRANSACTIONS: readonly Check[] = [answers, days, limits, oneDay]
