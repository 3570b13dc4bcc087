import { isAbort } from '../core/abort'
import type { UnresolvedWrite } from '../core/journal'
import type { Asking } from './asking'
import type { EnvoyClient } from './client'
import { CallFailure, withDetails } from './failure'
import {
  type Args,
  frozenBody,
  getPurchaseStatusArgs,
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
import { createWriteKeys, type TakenKey, type WriteKeysDeps } from './write-keys'

type Parts = WriteKeysDeps & { readonly asking: Asking }
export type Writing = Pick<EnvoyClient, 'startPurchase' | 'submitAnswer' | 'checkWrite'>

/** This browser cannot note the write down, so it was not sent. */
export class WriteNotKept extends CallFailure {
  constructor() {
    super('refused')
  }
}

type Wanted = {
  readonly tool: Tool<WriteResult>
  readonly entry: Pick<UnresolvedWrite, 'key' | 'purchaseId' | 'questionId'>
  /** The input with its key. */
  readonly argsWith: (key: IdempotencyKey) => Args
  readonly signal: AbortSignal | undefined
}

/** The tools that change something: kept before they leave, never repeated by themselves. */
export function createWriting({ asking, ...shared }: Parts): Writing {
  const keys = createWriteKeys(shared)
  const underway = new Map<string, Promise<WriteResult>>()
  /** Keys of answers whose outcome is not that they were recorded: the same words keep theirs. */
  const unspent = new Map<string, IdempotencyKey>()

  /** The same write at the same time is one write: a double click, Enter and click. */
  const once = (id: string, start: () => Promise<WriteResult>) => {
    const current = underway.get(id)
    if (current) return current
    const write = start().finally(() => underway.delete(id))
    underway.set(id, write)
    return write
  }

  const record = async ({ tool, entry, argsWith, signal }: Wanted) => {
    // A contract we do not speak: reading it leniently is safe, writing is not (C57).
    if (asking.contractMismatch.get() !== null) throw new CallFailure('update_needed')
    const taken = await take({ ...entry, tool: tool.name, createdAt: shared.clock.now() })
    const { write } = taken
    try {
      const args = argsWith(keyOf(write))
      const result = await asking.send(tool, args, frozenBody(args), signal)
      await keys.resolve(write.key)
      return result
    } catch (error) {
      throw await afterFailure(error, taken, signal)
    }
  }

  /** Kept before the first byte leaves; what cannot be kept is not sent. */
  const take = async (wanted: UnresolvedWrite) => {
    try {
      return await keys.take(wanted, (other) => isSameWrite(other, wanted))
    } catch {
      throw new WriteNotKept()
    }
  }

  const afterFailure = async (
    error: unknown,
    { write, repeated }: TakenKey,
    signal: AbortSignal | undefined,
  ): Promise<unknown> => {
    const failure = error instanceof CallFailure ? error : null
    if (failure === null && !isAbort(error)) return error
    if (failure?.changed === 'unknown') {
      await keys.keep(write)
      return failure.kind === 'no_reply' ? failure : readFirst(failure, write, signal)
    }
    // A conflict says that the earlier sending of this key was recorded: that is an outcome.
    if (failure?.kind === 'idempotency_conflict') {
      await keys.resolve(write.key)
      return error
    }
    if (!repeated) {
      await keys.giveBack(write)
      return error
    }
    // This sending changed nothing, but an earlier one with the same key may have.
    return failure === null ? error : withDetails(failure, { changed: 'unknown' })
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
    if (status && isSettled(write, status)) await keys.resolve(write.key)
    return withDetails(failure, { status })
  }

  const readSaved = async (write: UnresolvedWrite, options: { signal?: AbortSignal } = {}) =>
    asking.ask(
      getPurchaseStatus,
      getPurchaseStatusArgs({ purchase: savedReference(write) }),
      options,
    )

  return {
    startPurchase: async (input, { signal } = {}) => {
      const { idempotencyKey: key } = input
      const args = startPurchaseArgs(input)
      return once(`${startPurchase.name} ${frozenBody(args)}`, () =>
        record({
          tool: startPurchase,
          entry: { key, purchaseId: null, questionId: null },
          argsWith: () => args,
          signal,
        }),
      )
    },
    async submitAnswer(input, { signal } = {}) {
      const { purchase, questionId, answer } = input
      const id = JSON.stringify([submitAnswer.name, purchase, questionId, answer])
      const key = input.idempotencyKey ?? unspent.get(id) ?? newIdempotencyKey()
      const argsWith = (idempotencyKey: IdempotencyKey) =>
        submitAnswerArgs({ ...input, idempotencyKey })
      // Before anything is kept: what cannot be sent leaves no trace.
      frozenBody(argsWith(key))
      return once(id, async () => {
        unspent.set(id, key)
        try {
          const entry = { key, purchaseId: purchase, questionId }
          const result = await record({ tool: submitAnswer, entry, argsWith, signal })
          unspent.delete(id)
          return result
        } catch (error) {
          if (isConflict(error)) unspent.delete(id)
          throw error
        }
      })
    },
    async checkWrite(write, options) {
      const status: PurchaseStatus = await readSaved(write, options)
      const settled = isSettled(write, status)
      if (settled) await keys.resolve(write.key)
      return { status, settled }
    },
  }
}

/** One key per purchase and question until the outcome is known, over reloads and tabs. */
function isSameWrite(one: UnresolvedWrite, other: UnresolvedWrite): boolean {
  if (one.tool !== other.tool) return false
  if (other.tool !== submitAnswer.name) return one.key === other.key
  return (
    one.purchaseId === other.purchaseId &&
    one.questionId === other.questionId &&
    isIdempotencyKey(one.key)
  )
}

/** @throws CallFailure 'refused' when what stands in the journal is none */
function keyOf({ key }: UnresolvedWrite): IdempotencyKey {
  if (isIdempotencyKey(key)) return key
  throw new CallFailure('refused')
}

const isConflict = (error: unknown) =>
  error instanceof CallFailure && error.kind === 'idempotency_conflict'
