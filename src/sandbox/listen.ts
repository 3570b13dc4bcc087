import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { World } from './world'

const HOST = '127.0.0.1'
/** Replies that a fault drags out get this long at the end. */
const LAST_REPLIES_MS = 1_000

/** A server on 127.0.0.1 that answers nothing yet (port 0: any free one). Rejects with one sentence. */
export function listen(port: number): Promise<Server> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    maxHeaderSize: 16_384,
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenProblem(error, port)))
    server.listen(port, HOST, () => resolve(server))
  })
}

/** Where a listening server is reached, such as `http://127.0.0.1:4174`. */
export function originOf(server: Server): string {
  // It listens on TCP, so its address is one with a port.
  const { port } = server.address() as AddressInfo
  return `http://${HOST}:${port}`
}

function listenProblem(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is in use: stop what runs there, or set SANDBOX_PORT to another one.`,
    )
  }
  if (error.code === 'EACCES') {
    return new Error(`Port ${port} is not allowed for this user: set SANDBOX_PORT above 1023.`)
  }
  return error
}

/** Takes no more connections, gives every held read its last reply, and cuts what is still open after that. */
export async function closeServer(world: World, server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const lastReplies = setInterval(() => world.wakes.closeAll(), 20)
  const cut = setTimeout(() => server.closeAllConnections(), LAST_REPLIES_MS)
  await closed
  clearInterval(lastReplies)
  clearTimeout(cut)
}
