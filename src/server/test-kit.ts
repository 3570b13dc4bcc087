import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type BearerSource, oneToken } from './bearer'
import { type RunningServer, type ServerOptions, startServer } from './start'

/** Nothing else in the tests reads like it, so that finding it anywhere is a leak. */
export const TOKEN = 'bearer-that-must-never-leak'

/** Nobody is signed in. */
export const NOBODY: BearerSource = { bearerFor: async () => null, holderFor: async () => null }

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer) => void

export type FakeEnvoy = {
  readonly url: URL
  readonly calls: {
    method: string
    url: string
    headers: IncomingMessage['headers']
    body: Buffer
  }[]
  /** Resolves when a caller went away before its answer was finished. */
  readonly left: Promise<void>
}

/** A promise with its own switch (Node 20 has no Promise.withResolvers). */
export function later(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** A plain HTTP server in Envoy's place, answering as told, on any free port. */
export async function fakeEnvoy(answer: Answer): Promise<FakeEnvoy> {
  const calls: FakeEnvoy['calls'] = []
  const { promise: left, resolve: leave } = later()
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) leave()
    })
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      const body = Buffer.concat(chunks)
      calls.push({ method, url, headers, body })
      answer(incoming, outgoing, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // listening on TCP, so never a pipe's name
  return { url: new URL(`http://127.0.0.1:${port}/`), calls, left }
}

/** A stop that waits for writes only: tests leave connections open that nobody uses again. */
const AT_ONCE = { quietMs: 0, readsMs: 0, writesMs: 3_000 }

/** Passbook's server on any free port, closed when the test ends. */
export async function passbookFor(
  envoyUrl: URL,
  options: Partial<ServerOptions> = {},
): Promise<RunningServer> {
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    envoyUrl,
    bearers: oneToken(() => TOKEN, null),
    signIn: null,
    linkHosts: [],
    requestsPerMinute: 120,
    page: null,
    stopTimes: AT_ONCE,
    ...options,
  })
  onTestFinished(() => server.close())
  return server
}

/** An address where nothing listens. */
export async function nowhere(): Promise<URL> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP, so never a pipe's name
  await new Promise((resolve) => server.close(resolve))
  return new URL(`http://127.0.0.1:${port}/`)
}

export type RawReply = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** A request as a browser cannot make it: any Host, any path, no decoding of what comes back. */
export function raw(
  url: string,
  options: { method?: string; path?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { body, ...rest } = options
    const sent = request(url, rest, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The page's way of calling a tool. */
export function call(server: RunningServer, tool: string, body = '{}', init: RequestInit = {}) {
  return fetch(`${server.url}/api/tools/${tool}`, {
    method: 'POST',
    body,
    ...init,
    headers: { 'content-type': 'application/json', 'x-passbook': '1', ...init.headers },
  })
}
