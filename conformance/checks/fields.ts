import type { Check } from '../check'
import { at, listAt, sameJson, textAt } from '../json'
import { badPaths, type Reply } from '../reply'
import { purchasesOf } from '../seen'
import { isRefused, judge, type RuleId, refusal, unseen, type Verdict } from '../verdict'

/** A call with bad fields only, and which those are. */
const BAD_CALLS: readonly { tool: string; args: Record<string, unknown>; bad: string[] }[] = [
  {
    tool: 'list_transactions',
    args: { from: '2026-02-30', to: 7, limit: 51, colour: 'red' },
    bad: ['colour', 'from', 'limit', 'to'],
  },
  {
    tool: 'list_purchases',
    args: { limit: 'many', colour: 'red', shape: 'round' },
    bad: ['colour', 'limit', 'shape'],
  },
]

const READS: readonly { tool: string; args: Record<string, unknown> }[] = [
  { tool: 'list_transactions', args: { limit: 1 } },
  { tool: 'list_purchases', args: { limit: 1 } },
  { tool: 'list_gift_card_merchants', args: {} },
]

/** INVALID_INPUT that names one of these fields: the rules on error.fields, and `rule` for the refusal itself. */
export function* badFields(reply: Reply, bad: readonly string[], rule: RuleId): Generator<Verdict> {
  // Looked up before its fields were read, or not answered at all.
  if (reply.code === 'NOT_FOUND' || (!reply.ok && !isRefused(reply))) {
    return yield unseen([rule, 'R-012', 'R-013'], `it was answered ${reply.summary}`)
  }
  yield refusal(rule, reply)
  if (reply.ok) return
  const paths = badPaths(reply)
  const came = { code: reply.code, paths }
  const named = reply.code === 'INVALID_INPUT' && paths.some((path) => bad.includes(path))
  yield judge('R-012', reply, named, `INVALID_INPUT with error.fields on ${bad.join(', ')}`, came)
  if (paths.length === 0) return
  const entries = listAt(reply.json, 'error.fields')
  const full = entries.every((entry) =>
    ['path', 'problem', 'expected'].every((name) => typeof at(entry, name) === 'string'),
  )
  const single = new Set(paths).size === paths.length
  yield judge('R-013', reply, full && single, 'one entry a field: path, problem, expected', entries)
}

/** Every bad field in one reply, and no other. */
export function allTogether(reply: Reply, bad: readonly string[]): Verdict {
  const expected = [...bad].sort()
  return judge(
    'R-014',
    reply,
    sameJson(badPaths(reply), expected),
    expected.join(', '),
    badPaths(reply),
  )
}

const together: Check = {
  title: 'several bad fields at once',
  rules: ['R-012', 'R-013', 'R-014'],
  async *run({ ask }) {
    for (const { tool, args, bad } of BAD_CALLS) {
      const reply = await ask(tool, args)
      yield* badFields(reply, bad, 'R-012')
      if (isRefused(reply)) yield allTogether(reply, bad)
    }
  },
}

const unknownFields: Check = {
  title: 'fields that are not declared',
  rules: ['R-004', 'R-012', 'R-013'],
  async *run({ ask, seen }) {
    const purchase = textAt(purchasesOf(await seen.purchases())[0], 'purchase_id')
    const status = { tool: 'get_purchase_status', args: { purchase } }
    for (const { tool, args } of purchase === null ? READS : [...READS, status]) {
      const reply = await ask(tool, { ...args, client_version: '1.0' })
      yield* badFields(reply, ['client_version'], 'R-004')
    }
  },
}

const missing: Check = {
  title: 'a required field that is missing',
  rules: ['R-012', 'R-013'],
  async *run({ ask }) {
    yield* badFields(await ask('get_purchase_status', {}), ['purchase'], 'R-012')
  },
}

export const FIELDS: readonly Check[] = [together, unknownFields, missing]
