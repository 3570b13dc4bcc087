import * as z from 'zod/mini'
import { REQUESTS_PER_MINUTE } from './contract'
import { CallFailure, type LostCause } from './failure'
import { text, wholeNumber } from './schemas'

export type Session = {
  readonly signedIn: boolean
  readonly account: { readonly tag: string; readonly name: string } | null
  readonly contract: string | null
  readonly requestsPerMinute: number
  /** Where addresses from Envoy may lead (SR-25). */
  readonly linkHosts: readonly string[]
  /** Whether the Calls page exists. */
  readonly calls: boolean
  /**
   * Whole seconds that the way to Envoy stays open before it has to be renewed; null: it never has
   * to be (one-token mode), or nobody is signed in.
   */
  readonly freshForS: number | null
}

const budget = z.catch(wholeNumber.check(z.refine((value) => value > 0)), REQUESTS_PER_MINUTE)

const linkHosts = z.catch(z.array(z.string()), [])

const sessionReply = z.object({
  signed_in: z.boolean(),
  account: z.catch(z.nullable(z.object({ tag: z.string(), name: z.string() })), null),
  envoy: z.catch(z.object({ contract: text, requests_per_minute: budget, link_hosts: linkHosts }), {
    contract: null,
    requests_per_minute: REQUESTS_PER_MINUTE,
    link_hosts: [],
  }),
  calls: z.catch(z.boolean(), false),
  // A number that cannot be read is one that has passed: renewing needlessly does no harm.
  session: z.catch(z.nullable(z.object({ fresh_for_s: z.catch(z.number(), 0) })), null),
})

/** The address of Passbook's own word on who is signed in. */
const SESSION_URL = '/api/session'
const TIMEOUT_MS = 20_000

/**
 * Who is signed in at Passbook.
 * @throws CallFailure 'no_reply' when Passbook's own server gives no usable answer; AbortError when
 * `signal` fires
 */
export async function readSession(ask: typeof fetch, signal?: AbortSignal): Promise<Session> {
  const body = await askSession(ask, signal)
  const parsed = z.safeParse(sessionReply, body)
  if (!parsed.success) throw lost('unreadable')
  const { signed_in, account, envoy, calls, session } = parsed.data
  const signedIn = signed_in && account !== null
  return {
    signedIn,
    account: signedIn ? account : null,
    contract: envoy.contract,
    requestsPerMinute: envoy.requests_per_minute,
    linkHosts: envoy.link_hosts,
    calls,
    freshForS: signedIn ? (session?.fresh_for_s ?? null) : null,
  }
}

async function askSession(ask: typeof fetch, signal: AbortSignal | undefined): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await ask(SESSION_URL, {
      headers: { 'X-Passbook': '1', accept: 'application/json' },
      cache: 'no-store',
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return await response.json()
  } catch (error) {
    if (signal?.aborted) throw error
    if (timeout.aborted) throw lost('timeout')
    throw lost(error instanceof SyntaxError ? 'unreadable' : 'network')
  }
}

function lost(cause: LostCause): CallFailure {
  return new CallFailure('no_reply', { lost: cause })
}
