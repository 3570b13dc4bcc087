import type { Ask } from '../asker'
import type { Asking, Check } from '../check'
import { at } from '../json'
import type { Reply } from '../reply'
import { judge, refusal, unseen, type Verdict } from '../verdict'
import { startArgs } from './start-purchase'

const BUDGET = 120
const WINDOW_MS = 60_000
const AT_ONCE = 10
/** Failing sign-ins; how many are too many is not written anywhere (C43). */
const MOST_FAILURES = 130

const isLimited = (reply: Reply) => reply.status === 429

/** One cheap read that neither waits for its place nor waits out a 429. */
const quick = (ask: Ask) => ask('list_purchases', { limit: 1 }, { hurry: true })

async function several(ask: Ask, count: number): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, () => quick(ask)))
}

const budget: Check = {
  title: 'the budget of 120 requests a minute',
  rules: ['R-093', 'R-095', 'R-096', 'R-097', 'R-098', 'R-099', 'R-100', 'R-112', 'R-162'],
  needs: ['limit-test'],
  async *run(asking) {
    const { ask, clock } = asking
    const began = clock.now()
    const pair = await twoRefusals(asking)
    if (pair === 'unsteady') return yield unseen(this.rules, 'the windows ended too soon')
    if (pair === 'never') {
      const slow = clock.now() - began > WINDOW_MS
      if (slow) return yield unseen(this.rules, TOO_SLOW)
      const last = await quick(ask)
      return yield judge('R-093', last, isLimited(last), 'a 429 within 240 requests of a minute')
    }
    yield countdown(...pair)
    const started = yield* writeWhileLimited(asking)
    await clock.sleep(untilNext(pair[1]))
    yield* nextWindow(asking)
    if (started === null) return
    await clock.sleep(untilNext(undefined))
    const after = await ask('get_purchase_status', { purchase: started })
    yield refusal('R-112', after, 'no such purchase: a 429 starts nothing')
  },
}

/** Asks until there is a 429. Two fixed windows may meet within one minute, so that twice the budget can pass. */
async function exhaust(ask: Ask): Promise<Reply | undefined> {
  for (let sent = 0; sent <= 2 * BUDGET; sent += AT_ONCE) {
    const limited = (await several(ask, AT_ONCE)).find(isLimited)
    if (limited) return limited
  }
  return undefined
}

const TRIES = 3
const TOO_SLOW = 'replies took too long to use the budget up'

/** Two 429s of one window, two seconds apart, with time left for more. */
async function twoRefusals({ ask, clock }: Asking): Promise<[Reply, Reply] | 'never' | 'unsteady'> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const first = await exhaust(ask)
    if (!first) return 'never'
    await clock.sleep(2_000)
    const second = await quick(ask)
    if (isLimited(second) && !(secondsLeft(second) < 5)) return [first, second]
    if (isLimited(second)) await clock.sleep(untilNext(second))
  }
  return 'unsteady'
}

/** What Retry-After says; NaN where it says nothing. */
const secondsLeft = (reply: Reply | undefined) =>
  Number(reply?.headers.get('retry-after') ?? Number.NaN)

/** Milliseconds until the next window is open for certain. */
function untilNext(reply: Reply | undefined): number {
  const left = secondsLeft(reply)
  return (left > 0 && left < 60 ? left + 1 : 61) * 1_000
}

function countdown(first: Reply, second: Reply): Verdict {
  const before = secondsLeft(first)
  const now = secondsLeft(second)
  return Number.isNaN(before) || Number.isNaN(now)
    ? unseen('R-098', 'there was no Retry-After to read')
    : judge('R-098', second, now < before, `less than ${before}, two seconds later`, now)
}

/** A start that meets a 429; returns its key, or null when writes are not allowed here. */
async function* writeWhileLimited({
  ask,
  writing,
}: Asking): AsyncGenerator<Verdict, string | null> {
  if (!writing.allowed) {
    yield unseen('R-112', 'it needs --write as well')
    return null
  }
  const key = writing.key('limited')
  const reply = await ask('start_purchase', startArgs(writing, 5, key), { hurry: true })
  if (isLimited(reply)) return key
  yield unseen('R-112', 'the window ended meanwhile')
  return null
}

async function* nextWindow({ ask, clock }: Asking): AsyncGenerator<Verdict> {
  const began = clock.now()
  const replies: Reply[] = []
  while (replies.length < BUDGET) replies.push(...(await several(ask, AT_ONCE)))
  const early = replies.findIndex(isLimited)
  const last = await quick(ask)
  if (clock.now() - began > WINDOW_MS - 5_000) return yield unseen('R-093', TOO_SLOW)
  if (early >= 0) {
    const [reply = last] = replies.slice(early)
    return yield judge(
      'R-093',
      reply,
      false,
      `${BUDGET} requests of one window answered`,
      `a 429 at the latest after ${replies.filter((one) => !isLimited(one)).length}`,
    )
  }
  yield judge('R-093', last, isLimited(last), `${BUDGET} requests answered, and then a 429`)
  yield judge(
    'R-162',
    last,
    isLimited(last) && at(last.json, 'next.action') === 'retry',
    '429, retry',
  )
}

const failures: Check = {
  title: 'the limit of failing sign-ins',
  rules: ['R-113', 'R-114'],
  needs: ['limit-test'],
  async *run({ ask }) {
    for (let sent = 0; sent < MOST_FAILURES; sent += 1) {
      const reply = await ask('list_purchases', { limit: 1 }, { as: 'stranger', hurry: true })
      if (reply.status === 401) continue
      const limited = isLimited(reply) && reply.code === 'RATE_LIMITED'
      return yield judge(['R-113', 'R-114'], reply, limited, `401, or 429 after too many`)
    }
    yield unseen(this.rules, `${MOST_FAILURES} failing requests were all answered 401`)
  },
}

/** Last of all: they use everything up. */
export const LIMIT: readonly Check[] = [budget, failures]
