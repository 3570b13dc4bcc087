import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Fault } from './faults'

/** A reply ready to go out. */
export type Ready = { status: number; headers: Record<string, string>; body: Uint8Array }

/** Where a reply goes: the node sockets, if there are any, and whether the client is still there. */
export type Line = {
  sockets: Partial<HttpBindings> | undefined
  signal: AbortSignal
  /** The sandbox itself cut the connection. */
  cut: boolean
  /** Milliseconds on the machine's clock; ends early when the client leaves. */
  pause(ms: number): Promise<void>
}

/** Time for bytes to reach the client before a reset throws the rest away. */
const FLUSH_MS = 50

export function jsonReply(
  status: number,
  headers: Readonly<Record<string, string>>,
  reply: unknown,
): Ready {
  const body = Buffer.from(JSON.stringify(reply))
  return { status, headers: { 'content-type': 'application/json', ...headers }, body }
}

/** Sends a reply the way the fault wants it sent; without a fault, as it is. */
export async function deliver(ready: Ready, fault: Fault | null, line: Line): Promise<Response> {
  const bytes = fault ? mangled(ready, fault) : ready
  switch (fault?.fault) {
    case 'reset':
      return resetDuring(bytes, fault.when, line)
    case 'stall':
      if (fault.when === 'before_headers') {
        await line.pause(fault.ms)
        return whole(bytes)
      }
      return inParts(bytes, [fault.when === 'mid_body' ? 0.5 : 0, 1], fault.ms, line)
    case 'restart':
      return resetNow(line)
    case 'drip': {
      const parts = Math.ceil(bytes.body.byteLength / fault.bytes_per_s)
      const shares = Array.from({ length: parts }, (_, part) => (part + 1) / parts)
      return inParts(bytes, shares, 1_000, line)
    }
    default:
      return whole(bytes)
  }
}

/** The connection is reset at once, nothing was sent. */
export function resetNow(line: Line): Response {
  const socket = line.sockets?.incoming?.socket
  if (!socket) throw new Error('A reset needs a real connection.')
  line.cut = true
  socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

function mangled(ready: Ready, fault: Fault): Ready {
  const { headers, body } = ready
  switch (fault.fault) {
    case 'html_500':
      return page(500, headers, 'Internal Server Error')
    case 'html_502':
      return page(502, headers, 'Bad Gateway')
    case 'empty_200':
      return { ...ready, status: 200, body: new Uint8Array() }
    case 'cut_json':
      return { ...ready, body: body.subarray(0, Math.floor(body.byteLength * fault.at)) }
    case 'trailing_garbage':
      return { ...ready, body: Buffer.concat([body, Buffer.from('\n<!-- cached by proxy -->')]) }
    case 'wrong_content_type':
      return { ...ready, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } }
    case 'gzip_lie':
      return { ...ready, headers: { ...headers, 'content-encoding': 'gzip' } }
    default:
      return ready
  }
}

function page(status: number, headers: Record<string, string>, title: string): Ready {
  const html = `<!doctype html><html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>`
  return {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(html),
  }
}

function lengthOf({ headers, body }: Ready): Record<string, string> {
  return { ...headers, 'content-length': String(body.byteLength) }
}

function whole(ready: Ready): Response {
  return new Response(Buffer.from(ready.body), { status: ready.status, headers: lengthOf(ready) })
}

/** Sends the body up to each share of it, with a pause before every part but a first one at once. */
function inParts(ready: Ready, shares: readonly number[], ms: number, line: Line): Response {
  const { body, status } = ready
  let sent = 0
  let part = 0
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (let share = shares[part]; share !== undefined; share = shares[part]) {
        if (part > 0) await line.pause(ms)
        part += 1
        if (line.signal.aborted) break
        const start = sent
        sent = Math.ceil(body.byteLength * share)
        if (sent > start) return controller.enqueue(body.slice(start, sent))
      }
      controller.close()
    },
  })
  return new Response(stream, { status, headers: lengthOf(ready) })
}

async function resetDuring(
  ready: Ready,
  when: Extract<Fault, { fault: 'reset' }>['when'],
  line: Line,
): Promise<Response> {
  const outgoing = line.sockets?.outgoing
  const share = SENT_BEFORE_RESET[when]
  if (outgoing && share !== null) {
    // A reply that was all there: nobody shall send the next call into its reset.
    const headers = { ...lengthOf(ready), ...(share === 1 ? { connection: 'close' } : {}) }
    outgoing.writeHead(ready.status, headers)
    outgoing.flushHeaders()
    if (share > 0) outgoing.write(ready.body.subarray(0, ready.body.byteLength * share))
    await line.pause(FLUSH_MS)
  }
  return resetNow(line)
}

/** How much of the body goes out after the headers; null: not even those. */
const SENT_BEFORE_RESET = {
  before_headers: null,
  after_effect: null,
  after_headers: 0,
  mid_body: 0.5,
  after_body: 1,
} as const
