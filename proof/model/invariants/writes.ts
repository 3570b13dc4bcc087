import type { Answer, Invariant, Scene, Sent } from '../observer'

/** One key as it went out. */
type Key = {
  readonly key: string
  readonly bodies: Set<string>
  /** Sendings of it of which nobody has been told that they changed nothing. */
  inDoubt: number
  /** Somebody was told what became of it, for good. */
  known: boolean
}

/**
 * One thing that a person wants has one key until its outcome is known, over all tabs, reloads and
 * tries; the same key always goes with the same bytes; it stands in what the browser
 * keeps before the first of them leaves.
 */
export function writesKeepTheirKey(): Invariant {
  const wishes = new Map<string, Key[]>()
  const keysOf = (wish: string) => {
    const keys = wishes.get(wish) ?? []
    wishes.set(wish, keys)
    return keys
  }
  /** By owner and purchase: the question that its last status had; null: none. */
  const questions = new Map<string, unknown>()
  const isOver = ({ owner, fields }: Sent) => {
    const last = questions.get(`${owner} ${fields['purchase']}`)
    return last !== undefined && last !== (fields['question_id'] ?? last)
  }
  const entryOf = ({ owner, fields, key }: Sent, wish = wishOf(owner, fields)) =>
    wish === null ? undefined : keysOf(wish).find((known) => known.key === key)

  return {
    name: 'one wish, one key, the same bytes',
    left(sent: Sent, { kept }: Scene) {
      const wish = wishOf(sent.owner, sent.fields)
      if (sent.key === null || wish === null) return null
      const keys = keysOf(wish)
      const other = keys.find((each) => each.key !== sent.key && isOpen(each))
      if (other) return `request ${sent.n} has a new key while ${other.key} is in doubt`
      const known = keys.find(({ key }) => key === sent.key)
      const entry = known ?? { key: sent.key, bodies: new Set(), inDoubt: 0, known: false }
      if (!known) keys.push(entry)
      entry.bodies.add(sent.body)
      entry.inDoubt += 1
      if (entry.bodies.size > 1) return `request ${sent.n} says something else with the same key`
      // Another tab was told meanwhile what became of it, or of its question: nothing is in doubt.
      if (entry.known || isOver(sent)) return null
      const isKept = kept().some(([, text]) => text.includes(String(sent.key)))
      return isKept ? null : `request ${sent.n} left before its key was kept`
    },
    answered(sent: Sent, answer: Answer) {
      if (sent.key === null) return settleByRead(sent, answer)
      const entry = entryOf(sent)
      if (!entry || answer.kind === 'unknown') return null
      const { code } = Object(answer.envelope?.['error'])
      const { action } = Object(answer.envelope?.['next'])
      if (answer.kind === 'ok' || code === 'IDEMPOTENCY_CONFLICT') entry.known = true
      else if (action !== 'call_tool') entry.inDoubt -= 1
      return null
    },
    signedOut(owner) {
      for (const wish of [...wishes.keys()]) if (wish.startsWith(`${owner} `)) wishes.delete(wish)
    },
  }

  /** A read that shows another question, or none, says what became of the answer; one by a key, of the start. */
  function settleByRead({ owner, fields }: Sent, { kind, envelope }: Answer): null {
    if (kind !== 'ok') return null
    const purchase = Object(envelope?.['purchase'])
    questions.set(`${owner} ${purchase.purchase_id}`, purchase.question?.id ?? null)
    for (const [wish, keys] of wishes) {
      const isOf = wish.startsWith(`${owner} answer ${purchase.purchase_id} `)
      const answered = isOf && !wish.endsWith(` ${purchase.question?.id}`)
      for (const entry of keys) if (answered || fields['purchase'] === entry.key) entry.known = true
    }
    return null
  }
}

const isOpen = ({ inDoubt, known }: Key) => inDoubt > 0 && !known

/** What a write is for, whatever key it goes by; null for a read. */
function wishOf(owner: string, fields: Readonly<Record<string, unknown>>): string | null {
  if (fields['question_id'] !== undefined) {
    return `${owner} answer ${fields['purchase']} ${fields['question_id']}`
  }
  return fields['merchant_url'] === undefined ? null : `${owner} start ${fields['merchant_url']}`
}

/** After an unknown outcome only a person sends a write again. */
export function writesAreNotRepeated(): Invariant {
  /** By connection and wish: how often a person has asked, and how often it left with nothing said to repeat it. */
  const asked = new Map<string, number>()
  const left = new Map<string, number>()
  const add = (map: Map<string, number>, name: string, by: number) =>
    map.set(name, (map.get(name) ?? 0) + by)
  return {
    name: 'a write is never repeated by itself',
    began({ connection, wish }) {
      if (wish !== null) add(asked, `${connection} ${wish}`, 1)
      return null
    },
    left(sent) {
      const wish = wishOf(sent.owner, sent.fields)
      if (wish === null) return null
      const name = `${sent.connection} ${wish}`
      add(left, name, 1)
      const times = left.get(name) ?? 0
      const most = asked.get(name) ?? 0
      return times > most
        ? `request ${sent.n} is sending ${times} of something a person asked for ${most} times`
        : null
    },
    answered(sent, { kind, envelope }) {
      const wish = wishOf(sent.owner, sent.fields)
      const { action } = Object(envelope?.['next'])
      const saidToRepeat = kind === 'rate_limited' || (kind === 'failed' && action === 'retry')
      if (wish !== null && saidToRepeat) add(left, `${sent.connection} ${wish}`, -1)
      return null
    },
  }
}
