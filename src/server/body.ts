/**
 * A request's body, byte for byte; null once it is longer than `maxBytes`, however it is sent: a
 * declared length is believed when it is too large, a chunked body is counted as it comes (SR-18).
 * Rejects when the sender goes away.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const declared = request.headers.get('content-length')
  // Node ends a body at its declared length, so that nothing needs counting; it is also far cheaper.
  if (declared !== null) {
    return Number(declared) <= maxBytes ? new Uint8Array(await request.arrayBuffer()) : null
  }
  return countBody(request, maxBytes)
}

async function countBody(request: Request, maxBytes: number) {
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return join(chunks, length)
    length += value.byteLength
    if (length > maxBytes) {
      // Not awaited: the sender may never finish, and its answer should not wait for that.
      reader.cancel().catch(() => undefined)
      return null
    }
    chunks.push(value)
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
