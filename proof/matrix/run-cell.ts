import { isDeepStrictEqual } from 'node:util'
import type { CallFailure } from '@/api/envoy/failure'
import { addLines } from '@/sandbox/lines'
import { advancePurchase, createPurchase, purchaseById } from '@/sandbox/purchases'
import type { Cause, Cell, Ending, Play, Sending, Waiting } from './cells'
import { act, type Belongings, purchaseIdOf } from './person'
import type { Page, Sent, Stage } from './stage'
import { type Trying, tryCause, type Weights } from './try-cause'
import type { Told } from './words'

/** What was seen of one play under one fault. */
export type Seen = Required<Pick<Cell, 'sent' | 'waits' | 'told'>> & {
  readonly effects: number
  /** The calls of the play itself carried the same bytes each time, and so the same key. */
  readonly sameBytes: boolean
  /** Envoy's log has the same calls with the same bodies, and no others. */
  readonly loggedAsSent: boolean
  /** Of the first call. */
  readonly weight: Sent['weight']
  /** Waits and endings in the order a person saw them. */
  readonly story: readonly Told[]
  /** Virtual seconds from the first faulty call to the last word. */
  readonly seconds: number
}

const QUESTION = 'qst_0001'
const LINES = 3
const LINES_OF_PAGES = 120

/** Plays once on a page of its own, with the fault, on virtual time. */
export async function runCell(
  stage: Stage,
  { play, cause, weights, paged }: { play: Play; cause: Cause; weights: Weights; paged: boolean },
): Promise<Seen> {
  const { time } = stage
  const page = await time.finish(stage.open())
  const has = settle(stage, page, { play, cause, paged })
  const trying = tryCause(stage, page, { cause, play, weights })
  const notes = takeNotes(stage, page)
  const acting = {
    page,
    has,
    clock: time.clock,
    begin() {
      notes.begin()
      trying.begin()
    },
    tell: notes.tell,
    tellFailure: notes.tellFailure,
    // Over when nothing moves any more.
    pause: () => time.clock.sleep(0),
  }
  try {
    await time.finish(act(play, acting), () => trying.atRest() || moveOn(stage, page, has, trying))
    if (cause.by === 'meanwhile' && cause.what === 'other_account') {
      notes.alsoFrom(await time.finish(comeAsAnother(stage, notes.tell)))
    }
    return notes.seen(play, has)
  } finally {
    page.leave()
    await trying.end()
    await time.settle()
  }
}

/** What the person has before anything goes wrong. */
function settle(
  { sandbox }: Stage,
  { account }: Page,
  { play, cause, paged }: { play: Play; cause: Cause; paged: boolean },
): Belongings {
  const { world } = sandbox()
  const now = world.clock.now()
  addLines(
    world,
    account,
    Array.from({ length: paged ? LINES_OF_PAGES : LINES }, (_, index) => ({
      title: `Shop ${index}`,
      subtitle: 'Errand agent',
      amountMinor: 100 + index,
      at: now - index * 1000,
    })),
  )
  const row = createPurchase(world, {
    account,
    merchant: 'Neem Mart',
    agent: 'Errand agent',
    amountMinor: 249_900,
    ...(play === 'answer'
      ? { state: 'needs_answer', question: { id: QUESTION, kind: 'text', prompt: 'Which size?' } }
      : { state: 'processing' }),
  })
  const text = cause.by === 'large_input' ? 'x'.repeat(65_537) : 'Small'
  return { purchase: purchaseIdOf(row.purchase_id), questionId: QUESTION, text }
}

/** Once the fault is over and a read is held, the purchase is completed. */
function moveOn({ sandbox }: Stage, page: Page, has: Belongings, trying: Trying): boolean {
  const { world } = sandbox()
  if (!trying.isOver()) return false
  const last = world.log.since(0).findLast((row) => row.account === page.account)
  const isHeld = last?.status === null && last.fault === null && !last.aborted
  if (!isHeld || !last || !('after_revision' in Object(last.body))) return false
  advancePurchase(world, has.purchase, { state: 'completed', money: 'charged' })
  return true
}

/** A second account on the same page, after the first has gone. */
async function comeAsAnother(stage: Stage, tell: (ending: Ending) => void) {
  const page = await stage.open()
  addLines(stage.sandbox().world, page.account, [
    { title: 'Own', subtitle: 'Errand agent', amountMinor: 7, at: stage.time.clock.now() },
  ])
  const { lines } = await page.connection.envoy.listTransactions({ limit: 50 })
  const own = lines.every((line) => line.kind === 'line' && line.title === 'Own')
  tell(own && lines.length === 1 ? 'own lines only' : `${lines.length} lines`)
  return page.sent
}

function takeNotes({ time, sandbox }: Stage, page: Page) {
  const { envoy } = page.connection
  const told: Ending[] = []
  const waits: Waiting[] = []
  const story: Told[] = []
  const shown = new Set<number>()
  let others: readonly Sent[] = []
  let from = 0
  let firstAt: number | null = null
  let logFrom = 0
  let endAt = 0

  const seconds = (ms: number) => Math.floor(ms / 1000)
  const since = () => firstAt ?? page.sent[from]?.at ?? time.passed()
  const tell = (ending: Ending) => {
    told.push(ending)
    story.push({ ending })
    endAt = time.passed()
  }

  return {
    begin() {
      from = page.sent.length
      logFrom = sandbox().world.log.since(0).at(-1)?.id ?? 0
      envoy.waits.subscribe(() => {
        for (const { id, reason, until } of envoy.waits.get()) {
          if (shown.has(id)) continue
          shown.add(id)
          const left = until === null ? null : seconds(until - time.clock.now())
          story.push({ wait: reason })
          if (left !== null) waits.push(`${reason} ${left}`)
          else if (reason === 'offline' || reason === 'breaker') waits.push(reason)
        }
      })
      envoy.contractMismatch.subscribe(() => {
        if (envoy.contractMismatch.get() !== null) tell('other contract')
      })
    },
    tell,
    tellFailure({ kind, changed, until }: CallFailure) {
      if (changed === 'unknown') tell(`${kind}, maybe done`)
      else if (until === null) tell(kind)
      else {
        const start = time.clock.now() - time.passed() + since()
        tell(`${kind}, again from ${seconds(until - start)}`)
      }
    },
    alsoFrom(sent: readonly Sent[]) {
      others = sent
    },
    seen(play: Play, has: Belongings): Seen {
      const sent = page.sent.slice(from)
      firstAt = sent[0]?.at ?? time.passed()
      const first = sent[0]
      const again = sent.filter(({ tool }) => tool === first?.tool && play !== 'held')
      return {
        sent: [...sent, ...others].map(({ tool, body, at }): Sending => {
          return `${nameOf(tool, body)} ${seconds(at - since())}`
        }),
        waits,
        told,
        story,
        weight: first?.weight ?? null,
        effects: effectsOf(sandbox(), page, play, has),
        sameBytes: again.every(({ body }) => body === first?.body),
        loggedAsSent: isDeepStrictEqual(
          sandbox()
            .world.log.since(logFrom)
            .filter(({ account }) => account === page.account)
            .map(({ tool, body }) => ({ tool, body })),
          sent.map(({ tool, body }) => ({ tool, body: JSON.parse(body) })),
        ),
        seconds: Math.max(0, seconds(endAt - since())),
      }
    },
  }
}

function nameOf(tool: string, body: string) {
  if (tool === 'list_transactions') return 'page'
  if (tool === 'get_purchase_status') return body.includes('after_revision') ? 'hold' : 'status'
  return tool === 'submit_answer' ? 'answer' : 'start'
}

/** How often the write has happened: purchases beside the first, or a question that is answered. */
function effectsOf(
  { world }: ReturnType<Stage['sandbox']>,
  page: Page,
  play: Play,
  has: Belongings,
): number {
  if (play === 'answer') {
    return purchaseById(world, has.purchase)?.state === 'needs_answer' ? 0 : 1
  }
  const count = world.db
    .prepare<[string], number>('SELECT count(*) FROM purchases WHERE account = ?')
    .pluck()
    .get(page.account)
  return (count ?? 0) - 1
}
