import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { createEnvoyClock, type EnvoyClock } from './envoy-clock'

/** Below the five seconds most servers keep an idle connection, so that none is used as it closes. */
const IDLE_MS = 4_000

/** Calls to one Envoy, and what is known of its clock. */
export type Envoy = {
  /** Where a path under Envoy's base address leads; nowhere else is ever called (SR-1). */
  addressOf(path: string): URL
  /** Sends a POST with a JSON body. Rejects when no reply comes. */
  send(
    address: URL,
    body: Uint8Array,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage>
  readonly clock: EnvoyClock
}

/**
 * The Envoy at a base address that ends with a slash. Plain `node:http` rather than fetch: it
 * follows no redirect that would carry the bearer elsewhere, unpacks nothing, so that the bytes
 * stay Envoy's, and costs a third. `now` is the machine's time, epoch ms.
 */
export function createEnvoy(base: URL, now: () => number): Envoy {
  const secure = base.protocol === 'https:'
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, timeout: IDLE_MS })
  const request = secure ? httpsRequest : httpRequest
  return {
    addressOf: (path) => new URL(path, base),
    clock: createEnvoyClock(now),
    send: (address, body, headers, signal) =>
      new Promise((resolve, reject) => {
        const sent = request(address, {
          agent,
          method: 'POST',
          signal,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': body.byteLength,
            accept: 'application/json',
            'accept-encoding': 'identity',
          },
        })
        sent.on('response', resolve)
        sent.on('error', reject)
        // A switch of protocols nobody asked for closes the connection without an error; after a reply this does nothing.
        sent.on('close', () => reject(new Error('Envoy closed the connection without a reply.')))
        sent.end(body)
      }),
  }
}

/** A reply's bytes as they come, at the reader's pace. Errors when the reply ends before its end. */
export function bytesOf(
  reply: IncomingMessage,
  on: { end(): void; leave(): void },
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      let settled = false
      reply.on('data', (chunk: Uint8Array) => {
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) reply.pause()
      })
      reply.on('error', () => undefined)
      reply.on('close', () => {
        on.end()
        if (settled) return
        settled = true
        if (reply.complete) controller.close()
        else controller.error(cutShort())
      })
      reply.on('end', () => {
        if (settled) return
        settled = true
        on.end()
        controller.close()
      })
    },
    pull() {
      reply.resume()
    },
    cancel() {
      on.leave()
    },
  })
}

/** Breaks the connection to the browser: a reply that was cut must not look whole. */
function cutShort(): Error {
  const error = new Error('Envoy ended its reply half-way.')
  // The adapter prints the stack of what it is given; here there is nothing to debug.
  error.stack = error.message
  return error
}
