import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { isAbort } from '@/api/core/abort'
import type { Clock } from '@/api/core/clock'
import { CallFailure } from '@/api/envoy/failure'
import { isIdempotencyKey } from '@/api/envoy/keys'
import type { WriteResult } from '@/api/envoy/types'
import { watchPurchase } from '@/api/envoy/watch'
import { type History, historyQueries } from '@/features/history/queries'
import { lineAt } from '@/features/history/read-index'
import { isPurchaseId, type PurchaseId } from '@/lib/ids'
import type { Ending, Play } from './cells'
import type { Page } from './stage'

/** What the person has before anything goes wrong. */
export type Belongings = {
  readonly purchase: PurchaseId
  readonly questionId: string
  /** Larger than 64 KB, or not. */
  readonly text: string
}

export type Acting = {
  readonly page: Page
  readonly has: Belongings
  readonly clock: Clock
  /** From here on it may go wrong. */
  begin(): void
  tell(ending: Ending): void
  tellFailure(failure: CallFailure): void
  /** A person takes a moment. */
  pause(): Promise<void>
}

/** Does what a person does on a page, and tells what the person is told. */
export async function act(play: Play, acting: Acting): Promise<void> {
  try {
    await ACTS[play](acting)
  } catch (error) {
    if (error instanceof CallFailure) acting.tellFailure(error)
    else if (isAbort(error)) acting.tell('dropped')
    else throw error
  }
}

const ACTS: Record<Play, (acting: Acting) => Promise<void>> = {
  read: readHistory,
  held: watch,
  answer: (acting) =>
    write(acting, () => {
      const { purchase, questionId, text } = acting.has
      return acting.page.connection.envoy.submitAnswer({ purchase, questionId, answer: text })
    }),
  start: (acting) =>
    write(acting, () =>
      acting.page.connection.envoy.startPurchase({
        idempotencyKey: keyOf(acting.page.account),
        merchantUrl: `https://kiosk.example.test/${encodeURIComponent(acting.has.text)}`,
        amountMinor: 249_900,
      }),
    ),
}

/** Asks for page after page, as far as they lead. */
async function readHistory({ page, begin, tell, tellFailure }: Acting) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } })
  client.mount()
  const queries = historyQueries(page.connection)
  const list = new InfiniteQueryObserver(client, { ...queries.transactions({}), enabled: false })
  const stop = list.subscribe(() => {})
  try {
    begin()
    let result = await list.fetchNextPage()
    while (result.data && result.hasNextPage && !result.error) result = await list.fetchNextPage()
    if (result.error instanceof CallFailure) return tellFailure(result.error)
    if (result.error) throw result.error
    if (!result.data) return tell('dropped')
    tell(wordsOf(result.data))
  } finally {
    stop()
    client.clear()
    client.unmount()
  }
}

function wordsOf({ index, stop }: History): Ending {
  const lines = Array.from({ length: index.size }, (_, at) => lineAt(index, at))
  const readable = lines.filter((line) => line?.kind === 'line')
  const count = readable.length
  if (stop !== null) return `${count} lines, stopped`
  const inDollars = readable.some((line) => line.amount.currency === 'USD')
  if (inDollars) return `${count} lines, USD`
  const unreadable = lines.length - count
  return unreadable > 0 ? `${count} lines, ${unreadable} unreadable` : `${count} lines`
}

/** Watches a purchase; it begins to go wrong with the first held read. */
async function watch({ page, has, clock, begin, tell, tellFailure }: Acting) {
  const { signal } = new AbortController()
  let told = 0
  let begun = false
  for await (const seen of watchPurchase(page.connection.envoy, has.purchase, { signal, clock })) {
    if (seen.kind === 'checking') continue
    if (!begun) {
      begun = true
      begin()
      continue
    }
    told += 1
    if (seen.kind === 'failed') tellFailure(seen.failure)
    else tell(stateOf(seen.status.purchase.state))
  }
  if (told === 0) tell('dropped')
}

function stateOf(state: string): Ending {
  if (state === 'completed' || state === 'not_recognised') return `seen ${state}`
  return 'seen processing'
}

/** Sends something once; where nobody knows what became of it, the purchase is looked at. */
async function write(acting: Acting, send: () => Promise<WriteResult>) {
  const { envoy } = acting.page.connection
  acting.begin()
  try {
    await send()
    acting.tell('recorded')
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    acting.tellFailure(error)
    if (error.changed === 'nothing') return
    await acting.pause()
    const [unresolved] = envoy.unresolvedWrites()
    const known = unresolved === undefined || (await isKnown(acting, unresolved, error))
    acting.tell(known ? 'known' : 'still unknown')
  }
}

async function isKnown(
  { page }: Acting,
  unresolved: Parameters<Page['connection']['envoy']['checkWrite']>[0],
  failure: CallFailure,
): Promise<boolean> {
  // Where a reply came, the client has read the purchase itself.
  if (failure.kind !== 'no_reply') return false
  try {
    return (await page.connection.envoy.checkWrite(unresolved)).settled
  } catch (error) {
    if (error instanceof CallFailure) return false
    throw error
  }
}

function keyOf(account: string) {
  const key = `pbk_${account}`.padEnd(24, '_')
  if (!isIdempotencyKey(key)) throw new Error('Not a key.')
  return key
}

/** The id as the sandbox gave it. */
export function purchaseIdOf(text: string): PurchaseId {
  if (!isPurchaseId(text)) throw new Error('Not a purchase.')
  return text
}
