import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createSandboxApp } from './app'
import { createWorld, USUAL_SETTINGS } from './create-world'
import { type Environment, sandboxOptions } from './env'
import { startLife } from './life'
import { seed } from './seed/seed'
import { findToken, issueToken } from './tokens'
import type { SandboxSettings, World } from './world'

/** How to start a sandbox; what is left out is as usual. */
export type SandboxOptions = {
  [key in keyof SandboxSettings]?: SandboxSettings[key] | undefined
} & {
  /** 0: any free port. */
  port?: number | undefined
  /** A file that keeps the data over restarts; left out: in memory. */
  dbFile?: string | undefined
}

export type RunningSandbox = {
  readonly url: string
  /** A good token of the account `demo`; a new one after a reset took the last. */
  demoToken(): string
  readonly world: World
  /** Answers the reads it holds, closes what is open and lets go of the database. */
  close(): Promise<void>
}

const PORT = 4174
const HOST = '127.0.0.1'
const DEMO_TTL_SECONDS = 365 * 86_400
/** Replies that a fault drags out get this long at the end. */
const LAST_REPLIES_MS = 1_000

/**
 * Starts the local Envoy on 127.0.0.1 from SANDBOX_* variables and says on stderr when its
 * limits are not the documents'. Rejects with one sentence for whoever runs it: a wrong
 * value, a busy port, a file that is no database.
 */
export async function startSandbox(environment: Environment): Promise<RunningSandbox> {
  const read = sandboxOptions(environment)
  if (!read.ok) throw new Error(read.sentences.join(' '))
  const running = await startSandboxWith(read.options)
  // What a person starts is a demo, and a demo should live.
  running.world.demo.buys = true
  const { rate, windowSeconds } = running.world.settings
  if (rate !== USUAL_SETTINGS.rate || windowSeconds !== USUAL_SETTINGS.windowSeconds) {
    process.stderr.write(
      `The local Envoy allows ${rate} requests in ${windowSeconds} s for each token, not the documents' 120 in 60 s.\n`,
    )
  }
  return running
}

/** Starts the local Envoy with options that were read already. */
export async function startSandboxWith(options: SandboxOptions): Promise<RunningSandbox> {
  const { port = PORT, dbFile } = options
  const world = openWorld(settingsOf(options), dbFile)
  try {
    if (isEmpty(world)) {
      const { lines, seed: number } = world.settings
      seed(world, { lines, seed: number, now: world.clock.now() })
    }
    const server = await listen(world, port)
    return running(world, server)
  } catch (error) {
    world.db.close()
    throw error
  }
}

function settingsOf(options: SandboxOptions): SandboxSettings {
  return {
    rate: options.rate ?? USUAL_SETTINGS.rate,
    windowSeconds: options.windowSeconds ?? USUAL_SETTINGS.windowSeconds,
    lines: options.lines ?? USUAL_SETTINGS.lines,
    seed: options.seed ?? USUAL_SETTINGS.seed,
    startAt: options.startAt ?? USUAL_SETTINGS.startAt,
  }
}

function running(world: World, server: Server): RunningSandbox {
  const life = startLife(world)
  // The server listens on TCP, so its address is one with a port.
  const { port } = server.address() as AddressInfo
  let token = newDemoToken(world)
  return {
    url: `http://${HOST}:${port}`,
    world,
    demoToken() {
      if (!findToken(world, token)) token = newDemoToken(world)
      return token
    },
    async close() {
      life.stop()
      await closeServer(world, server)
      world.db.close()
    },
  }
}

function newDemoToken(world: World): string {
  return issueToken(world, {
    account: 'demo',
    scope: 'agent',
    keyBound: false,
    ttlSeconds: DEMO_TTL_SECONDS,
  }).accessToken
}

function openWorld(settings: SandboxSettings, dbFile: string | undefined): World {
  try {
    return createWorld(settings, { dbFile: dbFile ?? null })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `SANDBOX_DB cannot be used (${reason}): name a file that is missing or was made by the local Envoy, in a folder that exists.`,
    )
  }
}

function isEmpty(world: World): boolean {
  return world.db.prepare('SELECT 1 FROM accounts LIMIT 1').get() === undefined
}

function listen(world: World, port: number): Promise<Server> {
  const app = createSandboxApp(world)
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, maxHeaderSize: 16_384 },
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  )
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenProblem(error, port)))
    server.listen(port, HOST, () => resolve(server))
  })
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
async function closeServer(world: World, server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const lastReplies = setInterval(() => world.wakes.closeAll(), 20)
  const cut = setTimeout(() => server.closeAllConnections(), LAST_REPLIES_MS)
  await closed
  clearInterval(lastReplies)
  clearTimeout(cut)
}
