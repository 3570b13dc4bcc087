import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** Node answers what is not HTTP by itself; this answer carries the header set as well (SR-9). */
function answerBrokenRequests(server: Server, https: boolean, log: Log) {
  const headers = securityHeaders(https).map(([name, value]) => `${name}: ${value}\r\n`)
  const reply = `HTTP/1.1 400 Bad Request\r\n${headers.join('')}Cache-Control: no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
  server.on('clientError', (_, socket) => {
    if (socket.writable) {
      logUnread(log, 400)
      socket.end(reply)
    } else socket.destroy()
  })
}

async function stopAndLog(stopper: Stop, log: Log): Promise<void> {
  const since = performance.now()
  log.event('stopping')
  const { unanswered } = await stopper.stop()
  log.event('stopped', { ms: Math.round(performance.now() - since), unanswered })
}
