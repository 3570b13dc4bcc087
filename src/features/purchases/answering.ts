import { isAbort } from '@/api/core/abort'
import { createStore, type Store } from '@/api/core/store'
import type { EnvoyClient } from '@/api/envoy/client'
import { CallFailure } from '@/api/envoy/failure'
import type { PurchaseStatus } from '@/api/envoy/types'
// Its code comes with the page that asks: a new build in between must not keep an answer from leaving.
import { WriteNotKept } from '@/api/envoy/writing'
import type { PurchaseId } from '@/lib/ids'
import {
  type AnswerEvent,
  type AnswerState,
  maySend,
  NO_ANSWER,
  nextAnswer,
  sightOf,
} from './answer-state'

type Parts = {
  readonly envoy: Pick<
    EnvoyClient,
    'submitAnswer' | 'checkWrite' | 'unresolvedWrites' | 'getPurchaseStatus'
  >
  readonly purchase: PurchaseId
  /** Takes in what a reply shows of the purchase. */
  readonly learn: (status: PurchaseStatus) => void
}

/** One purchase's question being answered; goes on while its page is away. */
export type Answering = {
  readonly state: Store<AnswerState>
  /** A check came back. */
  see(status: PurchaseStatus): void
  type(words: string): void
  /** Sends what is typed, or the same words again; false: something is missing at the field. */
  send(): boolean
  /** Gives up a sending that waits; one that has left is of unknown outcome. */
  cancel(): void
  /** Reads the purchase again. */
  check(): void
}

/** `first`: the check that the page opens with. */
export function createAnswering(parts: Parts, first: PurchaseStatus): Answering {
  const { envoy, purchase, learn } = parts
  const entries = () =>
    envoy
      .unresolvedWrites()
      .filter((write) => write.tool === 'submit_answer' && write.purchaseId === purchase)
  const inDoubt = () => entries().flatMap(({ questionId }) => questionId ?? [])
  const sight = (status: PurchaseStatus) => sightOf(status.purchase, inDoubt())
  const state = createStore(nextAnswer(NO_ANSWER, { type: 'seen', sight: sight(first) }))
  const happens = (event: AnswerEvent) => state.set(nextAnswer(state.get(), event))
  const questionId = () => state.get().question?.id ?? null
  /** Entries that were asked about since they were found, by their keys. */
  const asked = new Set<string>()
  let reading = false
  let sending: AbortController | null = null

  const take = (status: PurchaseStatus) => {
    learn(status)
    happens({ type: 'read', sight: sight(status) })
  }

  /** With the saved reference where there is one: that also settles the journal. */
  const readNow = async () => {
    const entry = entries().find((write) => write.questionId === questionId())
    if (!entry) return envoy.getPurchaseStatus({ purchase })
    return (await envoy.checkWrite(entry)).status
  }

  const read = async () => {
    if (reading) return
    reading = true
    try {
      take(await readNow())
    } catch (error) {
      // The connection is closed, and nothing more is read over it.
      if (isAbort(error)) return
      happens({ type: 'unread', failure: toFailure(error) })
    } finally {
      reading = false
    }
    settle()
  }

  /** Goes on from where the last event led. */
  const settle = () => {
    if (state.get().phase.kind === 'reading') void read()
  }

  /** What this purchase's other questions left in the journal: one read tells of them. */
  const lookBack = ({ purchase: shown }: PurchaseStatus) => {
    const over = entries().filter((write) => write.questionId !== shown.question?.id)
    if (sending !== null) return
    for (const write of over.filter(({ key }) => !asked.has(key))) {
      asked.add(write.key)
      envoy.checkWrite(write).then(
        ({ status }) => learn(status),
        () => asked.delete(write.key),
      )
    }
  }

  const submit = async (signal: AbortSignal) => {
    const { question, words } = state.get()
    if (question === null) return
    try {
      const answer = { purchase, questionId: question.id, answer: words }
      const result = await envoy.submitAnswer(answer, { signal })
      learn(result)
      const at = result.replayed ? null : (result.meta.serverTime ?? result.meta.receivedAt)
      happens({ type: 'recorded', at, sight: sight(result) })
    } catch (error) {
      if (isAbort(error)) return happens({ type: 'given_up' })
      const failure = toFailure(error)
      happens({ type: 'failed', failure })
      // The purchase was read already, right after the failure.
      if (failure.status) take(failure.status)
    }
  }

  return {
    state,
    see(status) {
      happens({ type: 'seen', sight: sight(status) })
      settle()
      lookBack(status)
    },
    type: (words) => happens({ type: 'typed', words }),
    send() {
      if (!maySend(state.get())) return true
      happens({ type: 'send' })
      if (state.get().phase.kind !== 'sending') return false
      sending = new AbortController()
      void submit(sending.signal).finally(() => {
        sending = null
        settle()
      })
      return true
    },
    cancel: () => sending?.abort(),
    check() {
      happens({ type: 'check' })
      settle()
    },
  }
}

/** Anything else is a fault of ours, and what it left behind is not known. */
function toFailure(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error
  globalThis.reportError?.(error)
  return new CallFailure('not_recognised', { changed: 'unknown' })
}

/** Nothing could be noted down, so nothing was sent. */
export const isNotKept = (failure: CallFailure): boolean => failure instanceof WriteNotKept
