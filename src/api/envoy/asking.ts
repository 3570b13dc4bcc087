import type { Call } from '../core/call'
import type { RequestLog } from '../core/journal'
import { createSingleFlight } from '../core/single-flight'
import { createStore, type Store } from '../core/store'
import type { Verdict } from '../core/verdict'
import type { Wait } from '../core/waits'
import type { CallOptions, EnvoyClientDeps } from './client'
import { CONTRACT } from './contract'
import { CallFailure } from './failure'
import { type Args, frozenBody } from './inputs'
import { createMachinery } from './machinery'
import { readReply } from './read-reply'
import { createServerClock } from './server-clock'
import { waitAsTold } from './told-wait'
import type { Tool } from './tools/tool'
import type { NextCall } from './types'

/** How one tool is asked; everything here rejects with a CallFailure or an AbortError. */
export type Asking = {
  /** A read: identical ones at the same time share one request. */
  ask<T>(tool: Tool<T>, args: Args, options?: CallOptions): Promise<T>
  /** The read Envoy named: its args exactly as they came, not before it said. */
  follow<T>(tool: Tool<T>, next: NextCall, options?: CallOptions): Promise<T>
  /** A write: sent as it is, with these very bytes in every attempt. */
  send<T>(tool: Tool<T>, args: Args, body: string, signal: AbortSignal | undefined): Promise<T>
  readonly waits: Store<readonly Wait[]>
  readonly contractMismatch: Store<string | null>
  readonly requests: RequestLog
  serverNow(): number
  budget(): { readonly used: number; readonly allowed: number }
}

/** An unanswered plain call is given up after this (ms). */
const PLAIN_TIMEOUT_MS = 20_000
/** A held one is kept longer than any hold (C21), in ms. */
const HELD_TIMEOUT_MS = 60_000
/** Longest chain of calls that failed replies send each other on to. */
const LONGEST_CHAIN = 3

const HEADERS = { 'content-type': 'application/json', 'X-Passbook': '1' }

export function createAsking(deps: EnvoyClientDeps): Asking {
  const { clock } = deps
  const { call, waits, requests, usage } = createMachinery(deps)
  const contractMismatch = createStore<string | null>(null)
  const serverClock = createServerClock(clock)
  const share = createSingleFlight()
  // The cookie says who is signed in now, which another tab may have changed: this, whose page asks.
  const headers = deps.account ? { ...HEADERS, 'X-Passbook-Account': deps.account } : HEADERS

  const toCall = <T>(tool: Tool<T>, args: Args, body: string, held: boolean) =>
    ({
      name: tool.name,
      request: { url: `${deps.baseUrl}/${tool.name}`, headers, body },
      readOnly: tool.readOnly,
      held,
      timeoutMs: held ? HELD_TIMEOUT_MS : PLAIN_TIMEOUT_MS,
      read(reply) {
        const reading = readReply(reply, {
          tool: tool.name,
          readOnly: tool.readOnly,
          read: (ok) => tool.read(ok, args),
          seen(meta, times) {
            if (!held) serverClock.observe(meta.serverTime, times)
            if (meta.contract === null) return
            contractMismatch.set(meta.contract === CONTRACT ? null : meta.contract)
          },
        })
        if (isEndedByEnvoy(reading.verdict)) deps.onEnded?.()
        return reading
      },
    }) satisfies Call<T, CallFailure>

  const read = <T>(tool: Tool<T>, args: Args, held: boolean, signal: AbortSignal | undefined) => {
    const body = frozenBody(args)
    return share(`${tool.name} ${body}`, signal, (shared) =>
      call(toCall(tool, args, body, held), shared),
    )
  }

  /** A failed read that names another read of the same tool is continued there, not for ever. */
  const chained = async <T>(
    tool: Tool<T>,
    first: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    let attempt = first
    for (let link = 1; ; link += 1) {
      try {
        return await attempt()
      } catch (error) {
        const next = error instanceof CallFailure ? error.next : null
        if (next?.tool !== tool.name || link === LONGEST_CHAIN) throw error
        attempt = async () => {
          await waitAsTold({ clock, waits }, next, signal)
          return read(tool, next.args, false, signal)
        }
      }
    }
  }

  return {
    ask: (tool, args, { signal } = {}) =>
      chained(tool, async () => read(tool, args, false, signal), signal),
    async follow(tool, next, { signal } = {}) {
      // Only a read, and only the one whose reply the caller knows to read.
      if (!tool.readOnly || next.tool !== tool.name) throw new CallFailure('refused')
      await waitAsTold({ clock, waits }, next, signal)
      const held = tool.name === 'get_purchase_status'
      return chained(tool, async () => read(tool, next.args, held, signal), signal)
    },
    send: (tool, args, body, signal) => call(toCall(tool, args, body, false), signal),
    waits: waits.store,
    contractMismatch,
    requests,
    serverNow: serverClock.now,
    budget: usage,
  }
}

/** Passbook's own server says the same of a session that can still be renewed; that has no meta. */
function isEndedByEnvoy(verdict: Verdict<unknown, CallFailure>): boolean {
  return (
    verdict.kind === 'stop' &&
    verdict.failure.kind === 'signed_out' &&
    verdict.failure.meta !== null
  )
}
