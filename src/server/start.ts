import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app'
import { failure } from './failures'
import { secure, securityHeaders } from './headers'
import { allowedHosts, urlHost } from './host'
import type { Page } from './static'
import type { TokenSource } from './token'
import { UPSTREAM_TIMEOUT_MS } from './tools'
import { createSend } from './upstream'

const REQUEST_TIMEOUT_MS = 30_000
/** Longer than the proxies that usually stand in front, so that they never reuse a closed connection. */
const KEEP_ALIVE_MS = 65_000
/** What writes on their way get to finish when the server stops. */
const GRACE_MS = 3_000
const SWEEP_MS = 25

export type ServerOptions = {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly publicUrl: URL | null
  /** Envoy's base address, with a slash at its end. */
  readonly envoyUrl: URL
  readonly tokens: TokenSource
  readonly requestsPerMinute: number
  readonly page: Page | null
  readonly upstreamTimeoutMs?: number
  readonly onTokenRefused?: (token: string) => void
}

export type RunningServer = {
  /** Where it answers, with the real port. */
  readonly url: string
  /** Ends held reads, lets writes finish for a moment, and closes. */
  close(): Promise<void>
}

/** Starts Passbook's server. Rejects with Node's error when it cannot listen (EADDRINUSE, …). */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const stopping = new AbortController()
  const https = options.publicUrl?.protocol === 'https:'
  let hosts: ReadonlySet<string> = new Set()
  const app = createApp({
    ...options,
    https,
    hosts: () => hosts,
    upstream: {
      send: createSend(options.envoyUrl),
      timeoutMs: options.upstreamTimeoutMs ?? UPSTREAM_TIMEOUT_MS,
      stopping: stopping.signal,
      onTokenRefused: options.onTokenRefused ?? (() => undefined),
    },
  })
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // What the adapter cannot even make a request of: a missing or malformed Host, a broken path.
    errorHandler: () => secure(failure('refused'), https),
  })
  const server = createServer(
    {
      requireHostHeader: false,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener,
  )
  answerBrokenRequests(server, https)
  const unused = unusedConnections(server)
  const port = await listen(server, options.host, options.port)
  hosts = allowedHosts({ host: options.host, port, publicUrl: options.publicUrl })
  return {
    url: `http://${urlHost(isEverywhere(options.host) ? '127.0.0.1' : options.host)}:${port}`,
    close() {
      for (const socket of unused) socket.destroy()
      return close(server, stopping)
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
function answerBrokenRequests(server: Server, https: boolean) {
  const headers = securityHeaders(https).map(([name, value]) => `${name}: ${value}\r\n`)
  const reply = `HTTP/1.1 400 Bad Request\r\n${headers.join('')}Cache-Control: no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
  server.on('clientError', (_, socket) => {
    if (socket.writable) socket.end(reply)
    else socket.destroy()
  })
}

/** Connections a browser opened in advance and has sent nothing on: Node would wait for them when it stops. */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}

async function close(server: Server, stopping: AbortController): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  stopping.abort()
  // A connection whose answer ends now stays open for its next request: only this closes it.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(grace)
}
