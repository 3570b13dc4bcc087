import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createSandboxApp } from './app'
import { type CentralAuth, createCentralAuth } from './central-auth/create'
import { createWorld, type Machine, USUAL_SETTINGS, type WorldOptions } from './create-world'
import { type Environment, sandboxOptions } from './env'
import { startLife } from './life'
import { closeServer, listen, originOf } from './listen'
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
  /** Of the client `passbook`; left out: a new one that nobody else knows. */
  clientSecret?: string | undefined
  /** Clocks of one's own in place of the machine's. */
  machine?: Machine | undefined
}

export type RunningSandbox = {
  readonly url: string
  /** A good token of the account `demo`; a new one after a reset took the last. */
  demoToken(): string
  readonly world: World
  /** The OpenID Connect issuer over the same accounts, and Passbook's client of it. */
  readonly centralAuth: Omit<CentralAuth, 'routes'>
  /** Answers the reads it holds, closes what is open and lets go of the database. */
  close(): Promise<void>
}

const PORT = 4174
const DEMO_TTL_SECONDS = 365 * 86_400

/**
 * Starts the local Envoy on 127.0.0.1 from SANDBOX_* variables and says on stderr when its
 * limits are not the documents'. Rejects with one sentence for whoever runs it: a wrong
 * value, a busy port, a file that is no database. `options` are for what starts it.
 */
export async function startSandbox(
  environment: Environment,
  options: Pick<SandboxOptions, 'clientSecret'> = {},
): Promise<RunningSandbox> {
  const read = sandboxOptions(environment)
  if (!read.ok) throw new Error(read.sentences.join(' '))
  const running = await startSandboxWith({ ...read.options, ...options })
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
  const { port = PORT, dbFile, machine } = options
  const world = openWorld(settingsOf(options), { dbFile: dbFile ?? null, ...machine })
  let server: Server | null = null
  try {
    if (isEmpty(world)) {
      const { lines, seed: number } = world.settings
      seed(world, { lines, seed: number, now: world.clock.now() })
    }
    server = await listen(port)
    return answering(world, server, options.clientSecret ?? randomBytes(32).toString('base64url'))
  } catch (error) {
    server?.close()
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
    keyBound: options.keyBound ?? USUAL_SETTINGS.keyBound,
  }
}

/** Central Auth is named by its address, so all of this waits until there is one. */
function answering(world: World, server: Server, clientSecret: string): RunningSandbox {
  const url = originOf(server)
  const centralAuth = createCentralAuth(world, { origin: url, clientSecret })
  const app = createSandboxApp(world, centralAuth)
  server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  const life = startLife(world)
  let token = newDemoToken(world)
  return {
    url,
    world,
    centralAuth,
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

function openWorld(settings: SandboxSettings, options: WorldOptions): World {
  try {
    return createWorld(settings, options)
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
