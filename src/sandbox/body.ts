import type { IncomingMessage } from 'node:http'

/** A request's body: its bytes, or that it is larger than allowed, or that it never came to its end. */
export type BodyRead =
  | { kind: 'read'; bytes: Uint8Array }
  | { kind: 'too_large' }
  | { kind: 'broken' }

/**
 * Reads at most `limit` bytes and decides as soon as one more is seen or announced; nothing
 * beyond is kept (R-006, R-007, SR-18). Works on the node stream where there is one, because
 * giving up a web stream would close the connection before the reply is out.
 */
export async function readBody(
  request: Request,
  incoming: IncomingMessage | undefined,
  limit: number,
): Promise<BodyRead> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > limit) return { kind: 'too_large' }
  return incoming ? readNodeStream(incoming, limit) : readWebStream(request, limit)
}

function readNodeStream(incoming: IncomingMessage, limit: number): Promise<BodyRead> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const finish = (result: BodyRead) => {
      incoming.off('data', onData)
      incoming.off('end', onEnd)
      incoming.off('error', onBroken)
      incoming.off('close', onBroken)
      resolve(result)
    }
    const onData = (chunk: Uint8Array) => {
      length += chunk.byteLength
      if (length > limit) {
        incoming.pause()
        finish({ kind: 'too_large' })
      } else {
        chunks.push(chunk)
      }
    }
    const onEnd = () => finish({ kind: 'read', bytes: Buffer.concat(chunks) })
    const onBroken = () => finish({ kind: 'broken' })
    if (incoming.readableEnded) return onEnd()
    if (incoming.destroyed) return onBroken()
    incoming.on('data', onData)
    incoming.on('end', onEnd)
    incoming.on('error', onBroken)
    incoming.on('close', onBroken)
  })
}

async function readWebStream(request: Request, limit: number): Promise<BodyRead> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    const reader = request.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      length += part.value.byteLength
      if (length > limit) {
        await reader?.cancel()
        return { kind: 'too_large' }
      }
      chunks.push(part.value)
    }
  } catch {
    return { kind: 'broken' }
  }
  return { kind: 'read', bytes: Buffer.concat(chunks) }
}

/** True for `application/json`, in UTF-8 if it says a charset (C37). */
export function isJsonContentType(header: string | undefined): boolean {
  return /^application\/json *(; *charset *= *"?utf-8"? *)?$/i.test(header ?? '')
}
