import { randomBytes, randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { TOOLS } from '@/api/envoy/contract'
import type { Log, RequestLine } from './log'

type Parts = {
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number
  /** While the server stops, the reads it ends itself are no errors. */
  readonly isStopping?: () => boolean
}

const NAMED = new Set([
  '/healthz',
  '/readyz',
  '/api/session',
  '/auth/sign-in',
  '/auth/callback',
  '/auth/refresh',
  '/auth/sign-out',
  ...TOOLS.map((tool) => `/api/tools/${tool}`),
])
const PAGES = /^\/(?:$|(?:history|purchases)(?:\/[^/]*)?\/?$)/
const ASSETS = /^\/assets\/|^\/[^/]+\.[^/]+$/
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const PROBES = new Set(['/healthz', '/readyz'])

/** The pattern a path falls under: the log names no purchase, no search and nothing made up. */
export function routeOf(path: string): string {
  if (NAMED.has(path)) return path
  if (/^\/(?:api|auth)(?:\/|$)/.test(path)) return 'other'
  if (PAGES.test(path)) return 'page'
  return ASSETS.test(path) ? 'asset' : 'other'
}

/** The trace id of a valid W3C `traceparent`, otherwise a new one: 32 hex digits. */
export function traceOf(traceparent: string | undefined): string {
  const match = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/.exec(
    traceparent ?? '',
  )
  const [, version, trace = '', parent = '', more] = match ?? []
  const isValid =
    match !== null &&
    version !== 'ff' &&
    !(version === '00' && more !== undefined) &&
    !/^0+$/.test(trace) &&
    !/^0+$/.test(parent)
  return isValid ? trace : randomBytes(16).toString('hex')
}

/** What went wrong inside the server: the error's class and the first place in its stack, as `file.js:line:column`. */
export function placeOf(error: Error): { error: string; at?: string } {
  const { name, message, stack = '' } = error
  // A message may hold anything, also lines that look like places.
  const places = stack.replace(message, '')
  const at = /\n {4}at [^\n]*?([\w.-]{1,60}\.[cm]?[jt]s:\d+:\d+)\)?(?:\n|$)/.exec(places)?.[1]
  const isClass = /^(?:[A-Z][A-Za-z]{1,40})?Error$/.test(name)
  return { error: isClass ? name : 'Error', ...(at === undefined ? {} : { at }) }
}

function levelOf(line: RequestLine, isOurs: boolean, isStopping: boolean) {
  const { status, route, error, aborted } = line
  // Whoever leaves half-way makes the reading of the request fail: nothing of ours.
  if (aborted) return 'info'
  if (error !== undefined) return 'error'
  if (status !== null && status >= 500 && isOurs) return isStopping ? 'info' : 'error'
  return PROBES.has(route) ? 'debug' : 'info'
}

/** Envoy's own reply streams through; every failure of Passbook's is one whole piece. */
const isPassedOn = (response: Response) => response.headers.get('transfer-encoding') === 'chunked'

/** One line for what never became a request: no HTTP at all, or a broken `Host` or path. */
export function logUnread(log: Log, status: number): void {
  const line = { id: randomUUID(), trace: traceOf(undefined), method: 'OTHER', route: 'other' }
  log.request('info', { ...line, status, ms: 0 })
}

/**
 * One line for each request, when its reply has ended or can no longer: also when the browser went
 * away or the body was cut. Puts the request's id on the reply (`X-Request-Id`), so that a person can
 * name it to whoever reads the log. Goes first, so that it sees what every other part answered.
 */
export function requestLog(log: Log, parts: Parts = {}): MiddlewareHandler {
  const { now = () => performance.now(), isStopping = () => false } = parts
  return async (c: Context<{ Bindings: Partial<HttpBindings> }>, next) => {
    const started = now()
    const id = randomUUID()
    const { method, path } = c.req
    const base = {
      id,
      trace: traceOf(c.req.header('traceparent')),
      method: METHODS.has(method) ? method : 'OTHER',
      route: routeOf(path),
    }
    let said = false
    const say = (response: Response | null, aborted: boolean) => {
      if (said) return
      said = true
      const line: RequestLine = {
        ...base,
        status: response?.status ?? null,
        ms: Math.round(now() - started),
        ...(aborted ? { aborted } : {}),
        ...(c.error ? placeOf(c.error) : {}),
      }
      const isOurs = response === null || !isPassedOn(response)
      log.request(levelOf(line, isOurs, isStopping()), line)
    }
    let answered: Response | null = null
    // There is none when the app is asked without a socket.
    const outgoing = c.env?.outgoing
    outgoing?.once('close', () =>
      say(answered, !outgoing.writableFinished || outgoing.errored !== null),
    )
    await next()
    c.res.headers.set('X-Request-Id', id)
    answered = c.res
    if (!outgoing) say(answered, false)
  }
}
