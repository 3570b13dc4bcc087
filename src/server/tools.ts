import type { IncomingMessage } from 'node:http'
import { MAX_BODY_BYTES, TOOLS, type ToolName, WRITE_TOOLS } from '@/api/envoy/contract'
import type { Bearer, Bearers } from './bearer'
import { readBody } from './body'
import { failure } from './failures'
import { signedSend } from './signed-send'
import { bytesOf, type Envoy } from './upstream'

export type Upstream = {
  readonly envoy: Envoy
  /** The longest one exchange may take, in milliseconds; longer than any held read (C21). */
  readonly timeoutMs: number
  /** Aborted when the server stops: reads end at once, writes may finish. */
  readonly stopping: AbortSignal
  /** Told each time Envoy refuses the bearer, so that a dead token is noticed. */
  onTokenRefused(token: string): void
}

/** A held read lasts up to 25 s and the page waits 60 s for it: only a lost Envoy takes longer (C21). */
export const UPSTREAM_TIMEOUT_MS = 75_000

/** All of Envoy's reply that the page needs beside the body. */
const PASSED_HEADERS = ['content-type', 'content-encoding', 'retry-after'] as const
const BODYLESS = new Set([204, 205, 304])

const isTool = (name: string): name is ToolName => TOOLS.some((tool) => tool === name)
const isWrite = (tool: ToolName) => WRITE_TOOLS.some((write) => write === tool)

/**
 * `POST /api/tools/:tool`: the page's call with the bearer and its proof added, and Envoy's reply as
 * it is: status, body bytes and `Retry-After` untouched, nothing followed, nothing read, and nothing
 * retried but a proof that carried the wrong time. The call to Envoy ends when the browser
 * goes away, so that a closed tab holds nothing.
 */
export async function callTool(
  name: string,
  request: Request,
  bearers: Bearers,
  upstream: Upstream,
): Promise<Response> {
  if (!isTool(name)) return failure('unknown_tool')
  const bearer = await bearers.bearerFor(request)
  if (!bearer || isForAnother(request, bearer)) return failure('signed_out')
  const body = await readBody(request, MAX_BODY_BYTES)
  if (!body) return failure('too_large')
  const reply = await exchange(name, body, bearer, request.signal, upstream)
  if (reply.status === 401) upstream.onTokenRefused(bearer.token)
  return reply
}

/**
 * The page says whose it is. A page that has not heard yet of another account in its browser must get
 * nothing of that account, and above all not write for it.
 */
function isForAnother(request: Request, { account }: Bearer): boolean {
  const tag = request.headers.get('x-passbook-account')
  return tag !== null && tag !== account.tag
}

async function exchange(
  tool: ToolName,
  body: Uint8Array,
  bearer: Bearer,
  left: AbortSignal,
  upstream: Upstream,
): Promise<Response> {
  const call = createCall(left, isWrite(tool) ? null : upstream.stopping, upstream.timeoutMs)
  try {
    const reply = await signedSend(upstream.envoy, `tools/${tool}`, body, bearer, call.signal)
    return passOn(reply, call)
  } catch {
    call.end()
    call.abort()
    return failure(call.timedOut() ? 'upstream_timeout' : 'upstream_unreachable')
  }
}

type Call = { signal: AbortSignal; timedOut(): boolean; end(): void; abort(): void }

/** Ends one exchange when the browser leaves, the server stops (reads only) or the time is up. */
function createCall(left: AbortSignal, stopping: AbortSignal | null, timeoutMs: number): Call {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    abort()
  }, timeoutMs)
  for (const signal of [left, stopping]) {
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
  }
  return {
    signal: controller.signal,
    timedOut: () => late,
    abort,
    end() {
      clearTimeout(timer)
      for (const signal of [left, stopping]) signal?.removeEventListener('abort', abort)
    },
  }
}

function passOn(reply: IncomingMessage, call: Call): Response {
  const status = reply.statusCode ?? 502
  const headers = new Headers()
  for (const name of PASSED_HEADERS) {
    const value = reply.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  if (BODYLESS.has(status)) {
    call.end()
    reply.resume()
    return new Response(null, { status, headers })
  }
  // Keeps the adapter from waiting for a second chunk before it sends the first.
  headers.set('transfer-encoding', 'chunked')
  const end = () => call.end()
  const leave = () => {
    call.end()
    call.abort()
  }
  return new Response(bytesOf(reply, { end, leave }), { status, headers })
}
