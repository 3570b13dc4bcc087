import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** How long stopping waits for what, in milliseconds from its start. */
export type StopTimes = {
  /** A connection without a request stays open this long: one may be on its way on it. */
  readonly quietMs: number
  /** Reads get this long; what is still held or half sent then ends. */
  readonly readsMs: number
  /** Writes get this long; then everything is cut. */
  readonly writesMs: number
}

export const STOP_TIMES: StopTimes = { quietMs: 1_000, readsMs: 3_000, writesMs: 20_000 }

const SWEEP_MS = 25
/** How long a server that is never idle lets in what the kernel has taken already. */
const LAST_CONNECTIONS_MS = 250
const EMPTY_TURN_MS = 0.05

type Connection = {
  readonly socket: Socket
  readonly replies: Set<ServerResponse>
  /** What had been read when the last reply ended: more than that is the start of a request. */
  bytesRead: number
  idleSince: number
}

export type Stop = {
  isStopping(): boolean
  /** Stops the server so that nobody loses a reply; the number of replies that were cut all the same. */
  stop(): Promise<{ unanswered: number }>
}

/**
 * Follows the connections of a server so that it can be stopped under load: from the first moment no
 * new connection is taken and every reply says `Connection: close`; requests on their way, and those
 * that still arrive on open connections, are answered; `endReads` is called when held reads must end.
 * Node's own `close` would close a connection in the very moment a request arrives on it.
 */
export function createStop(server: Server, endReads: () => void, times: StopTimes): Stop {
  const connections = new Set<Connection>()
  const connectionOf = new WeakMap<Socket, Connection>()
  let accepted = 0
  let stopped: Promise<{ unanswered: number }> | null = null

  server.on('connection', (socket) => {
    accepted += 1
    const connection = { socket, replies: new Set<ServerResponse>(), bytesRead: 0, idleSince: 0 }
    connections.add(connection)
    socket.once('close', () => connections.delete(connection))
    connectionOf.set(socket, connection)
  })
  // Before the app's own listener, which may answer at once.
  server.prependListener('request', (incoming, outgoing) => {
    const connection = connectionOf.get(incoming.socket)
    if (stopped) sayLast(outgoing)
    connection?.replies.add(outgoing)
    outgoing.once('close', () => {
      if (!connection) return
      connection.replies.delete(outgoing)
      connection.bytesRead = connection.socket.bytesRead
      connection.idleSince = performance.now()
    })
  })

  async function run() {
    const since = performance.now()
    for (const { replies } of connections) for (const reply of replies) sayLast(reply)
    const closed = closeListener(server, () => accepted)
    const sweep = setInterval(() => closeUnused(connections, since, times), SWEEP_MS)
    const reads = setTimeout(endReads, times.readsMs)
    let unanswered = 0
    const writes = setTimeout(() => {
      for (const { replies } of connections) unanswered += replies.size
      server.closeAllConnections()
    }, times.writesMs)
    await closed
    clearInterval(sweep)
    clearTimeout(reads)
    clearTimeout(writes)
    // Ends Node's own timer for slow requests.
    server.close()
    return { unanswered }
  }

  return {
    isStopping: () => stopped !== null,
    stop() {
      stopped ??= run()
      return stopped
    },
  }
}

/** A reply whose head is still to be sent ends its connection, and says so. */
function sayLast(reply: ServerResponse) {
  if (!reply.headersSent) reply.setHeader('Connection', 'close')
}

/**
 * Closes the listener, not the connections. Connections that wait in the kernel's queue would be reset
 * with it, though their requests may be sent already. They are let in at each turn of the event loop,
 * so it closes right after a turn that brought none and had nothing else to do. What the kernel takes
 * in the microseconds between is reset unread: nothing of it is carried out.
 */
async function closeListener(server: Server, accepted: () => number): Promise<void> {
  const until = performance.now() + LAST_CONNECTIONS_MS
  for (let turned = performance.now(); turned < until; ) {
    const before = accepted()
    await new Promise((resolve) => setImmediate(resolve))
    const now = performance.now()
    if (accepted() === before && now - turned < EMPTY_TURN_MS) break
    turned = now
  }
  await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
}

/** Destroyed, not ended: a request that crosses the closing must not be carried out without a reply. */
function closeUnused(connections: Iterable<Connection>, since: number, times: StopTimes) {
  const now = performance.now()
  const readsOver = now - since >= times.readsMs
  for (const { socket, replies, bytesRead, idleSince } of connections) {
    const quiet = now - Math.max(since, idleSince) >= times.quietMs
    const isIdle = replies.size === 0 && socket.bytesRead === bytesRead
    const isHalfSent = !isIdle && [...replies].every((reply) => !reply.req.complete)
    if ((isIdle && quiet) || (isHalfSent && readsOver)) socket.destroy()
  }
}
