import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** Below the five seconds most servers keep an idle connection, so that none is used as it closes. */
const IDLE_MS = 4_000

export type Send = (
  path: string,
  body: Uint8Array,
  token: string,
  signal: AbortSignal,
) => Promise<IncomingMessage>

/**
 * Calls to one Envoy. Plain `node:http` rather than fetch: it follows no redirect that would carry
 * the bearer elsewhere, unpacks nothing, so that the bytes stay Envoy's, and costs a third.
 */
export function createSend(base: URL): Send {
  const secure = base.protocol === 'https:'
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, timeout: IDLE_MS })
  const request = secure ? httpsRequest : httpRequest
  return (path, body, token, signal) =>
    new Promise((resolve, reject) => {
      const sent = request(new URL(path, base), {
        agent,
        method: 'POST',
        signal,
        headers: {
          authorization: `Bearer ${token}`,
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
    })
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
