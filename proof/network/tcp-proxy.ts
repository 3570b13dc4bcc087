import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as timer } from 'node:timers/promises'

/** `up`: from who connects to the server behind the proxy; `down`: back. */
type Direction = 'up' | 'down'

/** What a network does to the bytes of one direction. Milliseconds and bytes. */
export type Toxic =
  /** Each piece leaves so long after it came. */
  | { readonly toxic: 'latency'; readonly ms: number; readonly jitterMs?: number }
  | { readonly toxic: 'bandwidth'; readonly bytesPerS: number }
  /** Every piece is cut into ones of this size at most, with a pause after each. */
  | { readonly toxic: 'slicer'; readonly bytes: number; readonly ms?: number }
  /** After so many bytes, counted for each connection from when this was set, it is over. */
  | { readonly toxic: 'limit_data'; readonly bytes: number; readonly end: 'close' | 'reset' }
  /** Instead of the next bytes a reset, so much later. */
  | { readonly toxic: 'reset_peer'; readonly ms: number }
  /** Nothing passes any more; after `ms` the connection closes, or never (Infinity). */
  | { readonly toxic: 'stall'; readonly ms: number }
  /** The server's end of the connection is passed on late. */
  | { readonly toxic: 'slow_close'; readonly ms: number }

export type Toxics = Readonly<Partial<Record<Direction, readonly Toxic[]>>>

export type TcpProxy = {
  readonly port: number
  /** From now on, in place of what was set before; open connections too. */
  set(toxics: Toxics): void
  /** Connections are refused, and those that are open reset. */
  goDown(): Promise<void>
  /** Takes connections again, at the same port. */
  comeUp(): Promise<void>
  /** Resets what is open and goes on. */
  cut(): void
  /** Bytes passed on so far. */
  passed(direction: Direction): number
  close(): Promise<void>
}

export type ProxyOptions = {
  /** The port on 127.0.0.1 where connections lead, asked for each. */
  readonly target: () => number
  /** Monotonic milliseconds, and a sleep on them that ends early, without an error. */
  readonly now?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** 0 ≤ x < 1, for jitter. */
  readonly random?: () => number
  /** Told of every piece that arrives. */
  readonly onTraffic?: () => void
}

type Ways = { toxics: Toxics; round: number; passed: Record<Direction, number> }
/** One connection: `near` is who connected, `far` the server; `left` fires when the former has gone. */
type Ends = { near: Socket; far: Socket; left: AbortSignal }

/** A TCP proxy on a free port of 127.0.0.1, with faults that can be switched while it runs. */
export async function startTcpProxy(options: ProxyOptions): Promise<TcpProxy> {
  const ways: Ways = { toxics: {}, round: 0, passed: { up: 0, down: 0 } }
  const open = new Set<Socket>()
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  const accept = (near: Socket) => {
    const far = connect(options.target(), '127.0.0.1')
    const left = new AbortController()
    const ends = { near, far, left: left.signal }
    for (const socket of [near, far]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('close', () => open.delete(socket))
    }
    // Who has left waits for nothing; what the server still sent is passed on all the same.
    near.on('end', () => left.abort())
    near.on('close', () => left.abort())
    near.on('error', () => far.resetAndDestroy())
    far.on('error', () => near.resetAndDestroy())
    pipe('up', ends, ways, options)
    pipe('down', ends, ways, options)
  }
  let server = await listen(accept, 0)
  // A server that listens on TCP has an address of this shape.
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    cut()
    await closed
  }
  return {
    port,
    set(toxics) {
      ways.toxics = toxics
      ways.round += 1
    },
    goDown: stop,
    async comeUp() {
      server = await listen(accept, port)
    },
    cut,
    passed: (direction) => ways.passed[direction],
    close: stop,
  }
}

async function listen(accept: (socket: Socket) => void, port: number): Promise<Server> {
  const server = createServer(accept)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** How one direction of a connection ends before its time. */
class Over extends Error {
  readonly how: 'close' | 'reset'
  constructor(how: 'close' | 'reset') {
    super(how)
    this.how = how
  }
}

/** Passes one direction on, piece after piece, each when the one before has gone. */
function pipe(direction: Direction, ends: Ends, ways: Ways, options: ProxyOptions) {
  const { near, far, left } = ends
  const [from, to] = direction === 'up' ? [near, far] : [far, near]
  const meter = { round: ways.round, bytes: 0 }
  const { now = () => performance.now(), random = Math.random } = options
  const passing = {
    direction,
    to,
    left,
    meter,
    random,
    sleep: (ms: number) => pause(ms, left, options),
  }
  const end = (error: unknown) => {
    const closes = error instanceof Over && error.how === 'close'
    for (const socket of [near, far]) closes ? socket.destroy() : socket.resetAndDestroy()
  }
  let last = Promise.resolve()
  const afterwards = (work: () => Promise<void>) => {
    last = last.then(() => (left.aborted ? undefined : work())).catch(end)
  }
  from.on('data', (piece: Buffer) => {
    const cameAt = now()
    options.onTraffic?.()
    afterwards(async () => {
      for (const part of slices(piece, ways.toxics[direction])) {
        if (meter.round !== ways.round) Object.assign(meter, { round: ways.round, bytes: 0 })
        await pass(part, { ...passing, waited: now() - cameAt }, ways)
        if (left.aborted) return
      }
    })
  })
  from.on('end', () => {
    if (direction === 'up') return void to.end()
    afterwards(async () => {
      const slow = ways.toxics[direction]?.find((each) => each.toxic === 'slow_close')
      if (slow) await passing.sleep(slow.ms)
      to.end()
    })
  })
}

type Passing = {
  direction: Direction
  to: Socket
  left: AbortSignal
  meter: { bytes: number }
  /** Since the piece came (ms). */
  waited: number
  sleep(ms: number): Promise<void>
  random(): number
}

async function pass(part: Buffer, passing: Passing, ways: Ways) {
  const { direction, to, meter, sleep, random } = passing
  let limit: { allowed: number; end: 'close' | 'reset' } | null = null
  for (const toxic of ways.toxics[direction] ?? []) {
    if (toxic.toxic === 'latency')
      await sleep(Math.max(0, toxic.ms + (toxic.jitterMs ?? 0) * random() - passing.waited))
    if (toxic.toxic === 'bandwidth') await sleep((part.length / toxic.bytesPerS) * 1000)
    if (toxic.toxic === 'slicer') await sleep(toxic.ms ?? 0)
    if (toxic.toxic === 'reset_peer' || toxic.toxic === 'stall') {
      await sleep(toxic.ms)
      throw new Over(toxic.toxic === 'stall' ? 'close' : 'reset')
    }
    if (toxic.toxic === 'limit_data') limit = { allowed: toxic.bytes - meter.bytes, end: toxic.end }
  }
  if (passing.left.aborted) return
  const sent = limit ? part.subarray(0, limit.allowed) : part
  meter.bytes += sent.length
  ways.passed[direction] += sent.length
  await write(to, sent)
  if (limit && sent.length === limit.allowed) throw new Over(limit.end)
}

function slices(piece: Buffer, toxics: readonly Toxic[] = []): Buffer[] {
  const slicer = toxics.find((each) => each.toxic === 'slicer')
  if (!slicer) return [piece]
  const count = Math.ceil(piece.length / slicer.bytes)
  return Array.from({ length: count }, (_, at) =>
    piece.subarray(at * slicer.bytes, (at + 1) * slicer.bytes),
  )
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve()
    // Resolved on failure as well: whoever reads the other way learns of it.
    socket.write(bytes, () => resolve())
  })
}

async function pause(ms: number, left: AbortSignal, { sleep }: ProxyOptions): Promise<void> {
  if (ms > 0 && !left.aborted) await (sleep ?? sleepReally)(ms, left)
}

async function sleepReally(ms: number, signal: AbortSignal): Promise<void> {
  if (ms !== Number.POSITIVE_INFINITY) return timer(ms, undefined, { signal }).catch(() => {})
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
