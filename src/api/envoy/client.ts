import type { PurchaseId } from '@/lib/ids'
import type { Together } from '../core/budget'
import type { Clock } from '../core/clock'
import type { GateStore } from '../core/gate-record'
import type { HeldSlots } from '../core/held-slots'
import {
  createMemoryJournal,
  type RequestLog,
  type UnresolvedWrite,
  type WriteJournal,
} from '../core/journal'
import type { Locks } from '../core/locks'
import type { Presence } from '../core/presence'
import type { Store } from '../core/store'
import type { Wait } from '../core/waits'
import { createAsking } from './asking'
import { CallFailure } from './failure'
import {
  getPurchaseStatusArgs,
  type ListTransactionsInput,
  listPurchasesArgs,
  listTransactionsArgs,
  type StartPurchaseInput,
  type SubmitAnswerInput,
} from './inputs'
import { getPurchaseStatus } from './tools/get-purchase-status'
import { listGiftCardMerchants } from './tools/list-gift-card-merchants'
import { listPurchases } from './tools/list-purchases'
import { listTransactions } from './tools/list-transactions'
import type {
  GiftCardMerchants,
  IdempotencyKey,
  NextCall,
  Page,
  PurchaseList,
  PurchaseStatus,
  WriteResult,
} from './types'
import type { Writing } from './writing'

export type CallOptions = { readonly signal?: AbortSignal }

export type EnvoyClient = {
  /** One page of history, newest first. Both days are inclusive IST days (C5). */
  listTransactions(input: ListTransactionsInput, options?: CallOptions): Promise<Page>
  /** The page after: sends `next.args` exactly as they came. */
  followPage(next: NextCall, options?: CallOptions): Promise<Page>
  listPurchases(input: { readonly limit: number }, options?: CallOptions): Promise<PurchaseList>
  getPurchaseStatus(
    input: { readonly purchase: PurchaseId | IdempotencyKey },
    options?: CallOptions,
  ): Promise<PurchaseStatus>
  /** A held status read (or any status read `next` asks for): `next.args` unchanged. */
  followStatus(next: NextCall, options?: CallOptions): Promise<PurchaseStatus>
  listGiftCardMerchants(options?: CallOptions): Promise<GiftCardMerchants>
  /** Never repeated by itself after a lost reply: fails with 'no_reply', `changed` 'unknown'. */
  startPurchase(input: StartPurchaseInput, options?: CallOptions): Promise<WriteResult>
  submitAnswer(input: SubmitAnswerInput, options?: CallOptions): Promise<WriteResult>
  /** After a lost reply: reads the purchase and says whether the write's outcome is now known. */
  checkWrite(
    write: UnresolvedWrite,
    options?: CallOptions,
  ): Promise<{ readonly status: PurchaseStatus; readonly settled: boolean }>
  /** Writes whose outcome is not known, this account's only. */
  unresolvedWrites(): readonly UnresolvedWrite[]
  /**
   * Leave to hold one read open, and the way to give it back; null: enough are held over all tabs,
   * so read plainly.
   */
  takeHold(): Promise<(() => void) | null>
  /** What the shell shows as being waited for. */
  readonly waits: Store<readonly Wait[]>
  /** Another contract revision than ours, when the last reply named one: banner, writes refused (C57). */
  readonly contractMismatch: Store<string | null>
  /** Envoy's clock by the last quick reply, epoch ms (C5, CT-5). */
  serverNow(): number
  /** Attempts in memory, for Support. */
  readonly requests: RequestLog
  /** Requests that all tabs started in the last minute, of how many we allow ourselves. */
  budget(): { readonly used: number; readonly allowed: number }
}

export type EnvoyClientDeps = {
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** "/api/tools" */
  readonly baseUrl: string
  readonly requestsPerMinute: number
  /** The tag of the account the page belongs to: another one's session answers none of its calls. */
  readonly account?: string
  /** What the tabs of the account share of its budget. Default: this tab counts alone. */
  readonly together?: Together
  readonly gateStore?: GateStore
  /** Default: as many as are asked for. */
  readonly heldSlots?: HeldSlots
  /** Default: in memory. */
  readonly journal?: WriteJournal
  /** Default: no other tab shares anything with this client. */
  readonly locks?: Locks
  /** Default: the browser's own hint; only `false` means anything. */
  readonly online?: () => boolean
  /** Default: a page that is always there and seen. */
  readonly presence?: Presence
  /** Awaited before a call's turn comes, so that between its turn and its leaving nothing is waited for. */
  readonly ready?: () => Promise<void> | null
  /** Once it fires, every call rejects with an AbortError, those under way included (SR-21). */
  readonly closed?: AbortSignal
  /** Envoy itself says that the connection has ended: only a person goes on from there. */
  readonly onEnded?: () => void
}

/** The typed way to Envoy's six tools. Every method rejects with a CallFailure or an AbortError. */
export function createEnvoyClient(deps: EnvoyClientDeps): EnvoyClient {
  const journal = deps.journal ?? createMemoryJournal()
  const asking = createAsking(deps)
  const { ask, follow } = asking
  let loaded: Promise<Writing> | null = null
  /** Fetched with the first write: no page waits for it before its first rows. */
  const writing = () => {
    loaded ??= import('./writing').then(
      ({ createWriting }) =>
        createWriting({ asking, journal, clock: deps.clock, locks: deps.locks }),
      () => {
        loaded = null
        // The code to write with did not come, so nothing has left.
        throw new CallFailure('offline')
      },
    )
    return loaded
  }

  return {
    listTransactions: async (input, options) =>
      ask(listTransactions, listTransactionsArgs(input), options),
    followPage: async (next, options) => follow(listTransactions, next, options),
    listPurchases: async (input, options) => ask(listPurchases, listPurchasesArgs(input), options),
    getPurchaseStatus: async (input, options) =>
      ask(getPurchaseStatus, getPurchaseStatusArgs(input), options),
    followStatus: async (next, options) => follow(getPurchaseStatus, next, options),
    listGiftCardMerchants: async (options) => ask(listGiftCardMerchants, {}, options),
    startPurchase: async (input, options) => (await writing()).startPurchase(input, options),
    submitAnswer: async (input, options) => (await writing()).submitAnswer(input, options),
    checkWrite: async (write, options) => (await writing()).checkWrite(write, options),
    unresolvedWrites: () => journal.unresolved(),
    takeHold: async () => (deps.heldSlots ? deps.heldSlots.take() : () => {}),
    waits: asking.waits,
    contractMismatch: asking.contractMismatch,
    serverNow: asking.serverNow,
    requests: asking.requests,
    budget: asking.budget,
  }
}
