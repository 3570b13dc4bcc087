import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app'
import type { BearerSource } from './bearer'
import { failure } from './failures'
import { secure, securityHeaders } from './headers'
import { allowedHosts, urlHost } from './host'
import { type Log, SILENT } from './log'
import { logUnread } from './request-log'
import type { Offer } from './session'
import type { SignIn } from './sign-in/sign-in'
import type { Page } from './static'
import { createStop, STOP_TIMES, type Stop, type StopTimes } from './stop'
import { UPSTREAM_TIMEOUT_MS } from './tools'
import { createEnvoy } from './upstream'

const REQUEST_TIMEOUT_MS = 30_000
/** Longer than the proxies that usually stand in front, so that they never reuse a closed connection. */
const KEEP_ALIVE_MS = 65_000
/** The largest session, four sign-ins under way with the longest way back, and a browser's own headers. */
const MOST_HEADER_BYTES = 32_768

export type ServerOptions = Offer & {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly publicUrl: URL | null
  /** Envoy's base address, with a slash at its end. */
  readonly envoyUrl: URL
  readonly bearers: BearerSource
  /** Null: one person's own token, without a sign-in. */
  readonly signIn: SignIn | null
  readonly page: Page | null
  readonly upstreamTimeoutMs?: number
  readonly onTokenRefused?: (token: string) => void
  /** Left out: nothing is logged. */
  readonly log?: Log
  readonly stopTimes?: StopTimes
}

export type RunningServer = {
  /** Where it answers, with the real port. */
  readonly url: string
  /** Answers what is on its way, for as long as `StopTimes` allow, and closes. */
  close(): Promise<void>
}

/** Starts Passbook's server. Rejects with Node's error when it cannot listen (EADDRINUSE, …). */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { log = SILENT, stopTimes = STOP_TIMES } = options
  const readsEnd = new AbortController()
  const https = options.publicUrl?.protocol === 'https:'
  let hosts: ReadonlySet<string> = new Set()
  const app = createApp({
    ...options,
    hosts: () => hosts,
    log,
    isStopping: () => stopper.isStopping(),
    upstream: {
      envoy: createEnvoy(options.envoyUrl, Date.now),
      timeoutMs: options.upstreamTimeoutMs ?? UPSTREAM_TIMEOUT_MS,
      stopping: readsEnd.signal,
      onTokenRefused(token) {
        log.event('Envoy refused the bearer')
        options.onTokenRefused?.(token)
      },
    },
  })
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // What the adapter cannot even make a request of: a missing or malformed Host, a broken path.
    errorHandler() {
      logUnread(log, 403)
      return secure(failure('refused'), https)
    },
  })
  const server = createServer(
    {
      requireHostHeader: false,
      maxHeaderSize: MOST_HEADER_BYTES,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener,
  )
  answerBrokenRequests(server, https, log)
  const stopper = createStop(server, () => readsEnd.abort(), stopTimes)
  const port = await listen(server, options.host, options.port)
  hosts = allowedHosts({ host: options.host, port, publicUrl: options.publicUrl })
  log.event('started', { port })
  let closing: Promise<void> | null = null
  return {
    url: `http://${urlHost(isEverywhere(options.host) ? '127.0.0.1' : options.host)}:${port}`,
    close() {
      closing ??= stopAndLog(stopper, log)
      return closing
    },
  }
}

const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::'

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      // A server that listens on TCP has an address of this shape.
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Node answers what is not HTTP by itself; these answers carry the header set as well (SR-9). */
function answerBrokenRequests(server: Server, https: boolean, log: Log) {
  const headers = {
    ...Object.fromEntries(securityHeaders(https)),
    'Cache-Control': 'no-store',
    'Content-Length': '0',
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const reply = `HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n`
  const isAnswering = followReplies(server)
  server.on('clientError', (_, socket) => {
    // In the middle of a reply these bytes would become part of it.
    if (socket.writable && !isAnswering(socket)) {
      logUnread(log, 400)
      socket.end(reply)
    } else socket.destroy()
  })
  server.on('checkExpectation', (_, outgoing) => {
    logUnread(log, 417)
    outgoing.writeHead(417, headers).end()
  })
}

/** Tells whether a reply has begun on a connection and not ended yet. */
function followReplies(server: Server): (socket: Duplex) => boolean {
  const open = new WeakMap<Duplex, Set<ServerResponse>>()
  server.prependListener('request', ({ socket }, outgoing) => {
    const replies = open.get(socket) ?? new Set()
    open.set(socket, replies.add(outgoing))
    outgoing.once('close', () => replies.delete(outgoing))
  })
  return (socket) => [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent)
}

async function stopAndLog(stopper: Stop, log: Log): Promise<void> {
  const since = performance.now()
  log.event('stopping')
  const { unanswered } = await stopper.stop()
  log.event('stopped', { ms: Math.round(performance.now() - since), unanswered })
}
