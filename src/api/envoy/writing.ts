import { isAbort } from '../core/abort'
import type { Clock } from '../core/clock'
import type { UnresolvedWrite, WriteJournal } from '../core/journal'
import type { Asking } from './asking'
import type { EnvoyClient } from './client'
import { CallFailure, withDetails } from './failure'
import {
  type Args,
  frozenBody,
  getPurchaseStatusArgs,
  type SubmitAnswerInput,
  startPurchaseArgs,
  submitAnswerArgs,
} from './inputs'
import { isIdempotencyKey, newIdempotencyKey } from './keys'
import { getPurchaseStatus } from './tools/get-purchase-status'
import { startPurchase } from './tools/start-purchase'
import { submitAnswer } from './tools/submit-answer'
import type { Tool } from './tools/tool'
import type { IdempotencyKey, PurchaseStatus, WriteResult } from './types'
import { isSettled, savedReference } from './unresolved'

type Parts = { readonly asking: Asking; readonly journal: WriteJournal; readonly clock: Clock }
export type Writing = Pick<EnvoyClient, 'startPurchase' | 'submitAnswer' | 'checkWrite'>

/** The tools that change something: kept before they leave, never repeated by themselves. */
export function createWriting({ asking, journal, clock }: Parts): Writing {
  const underway = new Map<string, Promise<WriteResult>>()

  /** The same write at the same time is one write: a double click, Enter and click. */
  const once = (tool: Tool<WriteResult>, args: Args, entry: Entry, signal?: AbortSignal) => {
    const body = frozenBody(args)
    const id = `${tool.name} ${body}`
    const current = underway.get(id)
    if (current) return current
    const write = record(tool, args, body, entry, signal).finally(() => underway.delete(id))
    underway.set(id, write)
    return write
  }

  const record = async (
    tool: Tool<WriteResult>,
    args: Args,
    body: string,
    entry: Entry,
    signal: AbortSignal | undefined,
  ) => {
    // A contract we do not speak: reading it leniently is safe, writing is not (C57).
    if (asking.contractMismatch.get() !== null) throw new CallFailure('update_needed')
    const repeated = journal.unresolved().some(({ key }) => key === entry.key)
    const write = { ...entry, tool: tool.name, createdAt: clock.now() }
    if (!repeated) keep(write)
    try {
      const result = await asking.send(tool, args, body, signal)
      journal.resolve(entry.key)
      return result
    } catch (error) {
      throw await afterFailure(error, write, repeated, signal)
    }
  }

  /** Kept before the first byte leaves; what cannot be kept is not sent. */
  const keep = (write: UnresolvedWrite) => {
    try {
      journal.record(write)
    } catch {
      throw new CallFailure('refused')
    }
  }

  const afterFailure = async (
    error: unknown,
    write: UnresolvedWrite,
    repeated: boolean,
    signal: AbortSignal | undefined,
  ): Promise<unknown> => {
    const failure = error instanceof CallFailure ? error : null
    if (failure === null && !isAbort(error)) return error
    if (failure?.changed === 'unknown') {
      return failure.kind === 'no_reply' ? failure : readFirst(failure, write, signal)
    }
    // A conflict says that the earlier sending of this key was recorded: that is an outcome.
    const known = !repeated || failure?.kind === 'idempotency_conflict'
    if (known) journal.resolve(write.key)
    // This sending changed nothing, but an earlier one with the same key may have.
    return known || failure === null ? error : withDetails(failure, { changed: 'unknown' })
  }

  /** The purchase is read before anything else, and handed back with the failure. */
  const readFirst = async (
    failure: CallFailure,
    write: UnresolvedWrite,
    signal: AbortSignal | undefined,
  ) => {
    const options = signal ? { signal } : {}
    const { next } = failure
    const named = next?.tool === 'get_purchase_status' ? next : null
    const status = await (named
      ? asking.follow(getPurchaseStatus, named, options)
      : readSaved(write, options)
    ).catch(() => null)
    if (status && isSettled(write, status)) journal.resolve(write.key)
    return withDetails(failure, { status })
  }

  const readSaved = async (write: UnresolvedWrite, options: { signal?: AbortSignal } = {}) =>
    asking.ask(
      getPurchaseStatus,
      getPurchaseStatusArgs({ purchase: savedReference(write) }),
      options,
    )

  return {
    startPurchase: async (input, options) =>
      once(
        startPurchase,
        startPurchaseArgs(input),
        { key: input.idempotencyKey, purchaseId: null, questionId: null },
        options?.signal,
      ),
    async submitAnswer(input, options) {
      const { purchase, questionId } = input
      const key = answerKey(journal, input)
      const args = submitAnswerArgs({ ...input, idempotencyKey: key })
      return once(submitAnswer, args, { key, purchaseId: purchase, questionId }, options?.signal)
    },
    async checkWrite(write, options) {
      const status: PurchaseStatus = await readSaved(write, options)
      const settled = isSettled(write, status)
      if (settled) journal.resolve(write.key)
      return { status, settled }
    },
  }
}

type Entry = Pick<UnresolvedWrite, 'key' | 'purchaseId' | 'questionId'>

/** One key per purchase and question until the outcome is known, over reloads and tabs. */
function answerKey(journal: WriteJournal, input: SubmitAnswerInput): IdempotencyKey {
  const earlier = journal
    .unresolved()
    .find(
      ({ tool, purchaseId, questionId }) =>
        tool === submitAnswer.name &&
        purchaseId === input.purchase &&
        questionId === input.questionId,
    )?.key
  if (earlier !== undefined && isIdempotencyKey(earlier)) return earlier
  return input.idempotencyKey ?? newIdempotencyKey()
}
