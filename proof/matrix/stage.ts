import { createMemoryStorage } from '@/api/core/stored'
import { createTestLocks } from '@/api/core/test-locks'
import { type Connection, createConnection } from '@/api/envoy/connection'
import { readSession } from '@/api/envoy/session'
import { type Fault, faultSchema } from '@/sandbox/faults'
import { type RunningSandbox, startSandboxWith } from '@/sandbox/start'
import { issueToken } from '@/sandbox/tokens'
import { oneToken } from '@/server/bearer'
import { type RunningServer, startServer } from '@/server/start'
import { startTcpProxy, type TcpProxy } from '../network/tcp-proxy'
import { createVirtualTime, type VirtualTime } from '../network/virtual-time'

/** One call as it left the page. */
export type Sent = {
  readonly tool: string
  /** The very text. */
  readonly body: string
  /** Virtual milliseconds. */
  readonly at: number
  /** Bytes that came back until its body was read, on both sides of Passbook; null: it was not. */
  weight: Readonly<Record<'page' | 'envoy', number>> | null
}

/** Page, Passbook's server and local Envoy over real sockets, with a network between each two. */
export type Stage = {
  readonly time: VirtualTime
  /** The local Envoy that runs now. */
  sandbox(): RunningSandbox
  /** Stops it and starts it again, at the same address with the same data (which a file has to keep). */
  restartSandbox(): Promise<void>
  readonly proxies: Readonly<Record<'page' | 'envoy', TcpProxy>>
  /** A page of an account that nobody had before. */
  open(): Promise<Page>
  addFaults(account: string, faults: readonly Readonly<Record<string, unknown>>[]): void
  close(): Promise<void>
}

export type Page = {
  readonly account: string
  readonly connection: Connection
  readonly sent: readonly Sent[]
  /** Awaited before each call leaves, with how many have left. */
  beforeSending(listener: (count: number) => Promise<void> | void): void
  /** What the browser says of its network. */
  setOnline(online: boolean): void
  /** The person has gone: everything under way is given up. */
  leave(): void
}

const START = Date.parse('2026-11-29T09:00:00Z')
const YEAR_S = 365 * 86_400

const portOf = (url: string) => Number(new URL(url).port)

export async function openStage({ dbFile }: { dbFile?: string } = {}): Promise<Stage> {
  const time = createVirtualTime(START)
  const { machine } = time
  const start = (port: number) =>
    startSandboxWith({ port, lines: 0, startAt: START, machine, dbFile })
  let sandbox = await start(0)
  const network = (target: () => number) =>
    startTcpProxy({
      target,
      now: machine.mono,
      sleep: machine.sleep,
      random: () => 0,
      onTraffic: time.stir,
    })
  const envoy = await network(() => portOf(sandbox.url))
  const page = await network(() => portOf(server.url))
  let token = ''
  const server: RunningServer = await startServer({
    host: '127.0.0.1',
    port: 0,
    publicUrl: new URL(`http://127.0.0.1:${page.port}`),
    envoyUrl: new URL(`http://127.0.0.1:${envoy.port}/`),
    bearers: oneToken(() => token, null),
    signIn: null,
    linkHosts: [],
    requestsPerMinute: 120,
    page: null,
    stopTimes: { quietMs: 0, readsMs: 0, writesMs: 1_000 },
  })
  let opened = 0

  const open = async (): Promise<Page> => {
    opened += 1
    const account = `person-${opened}`
    const { world } = sandbox
    token = issueToken(world, {
      account,
      scope: 'agent',
      keyBound: false,
      ttlSeconds: YEAR_S,
    }).accessToken
    const sent: Sent[] = []
    let listener: (count: number) => Promise<void> | void = () => {}
    let online = true
    const left = new AbortController()
    const received = () => ({ page: page.passed('down'), envoy: envoy.passed('down') })
    const note = (tool: string, body: string) => {
      const before = received()
      const call: Sent = { tool, body, at: time.passed(), weight: null }
      sent.push(call)
      return () => {
        const now = received()
        call.weight = { page: now.page - before.page, envoy: now.envoy - before.envoy }
      }
    }
    const ask: typeof fetch = async (address, init) => {
      const path = String(address)
      const url = `http://127.0.0.1:${page.port}${path}`
      const ended = time.begin()
      let weigh = () => {}
      try {
        if (path.startsWith('/api/tools/')) {
          await listener(sent.length)
          const tool = path.slice('/api/tools/'.length)
          weigh = note(tool, String(init?.body))
        }
        return untilRead(await fetch(url, init), () => {
          weigh()
          ended()
        })
      } catch (error) {
        ended()
        throw error
      }
    }
    const session = await readSession(ask)
    const connection = createConnection(session, {
      fetch: ask,
      storage: createMemoryStorage(),
      clock: time.clock,
      locks: createTestLocks(),
      online: () => online,
      closed: left.signal,
    })
    if (!connection) throw new Error('Nobody is signed in.')
    return {
      account,
      connection,
      sent,
      beforeSending(next) {
        listener = next
      },
      setOnline(next) {
        online = next
      },
      leave: () => left.abort(),
    }
  }

  return {
    time,
    sandbox: () => sandbox,
    async restartSandbox() {
      const port = portOf(sandbox.url)
      await sandbox.close()
      sandbox = await start(port)
    },
    proxies: { page, envoy },
    open,
    addFaults(account, faults) {
      sandbox.world.faults.add(
        faults.map((fault): Fault => faultSchema.parse({ ...fault, account })),
      )
    },
    async close() {
      // Connections that nobody uses again would be waited for.
      await page.close()
      await server.close()
      await envoy.close()
      await sandbox.close()
    },
  }
}

/** The exchange lasts until its body was read, or cannot be. */
function untilRead(response: Response, ended: () => void): Response {
  const read =
    <T>(work: () => Promise<T>) =>
    () =>
      work().finally(ended)
  response.text = read(response.text.bind(response))
  response.json = read(response.json.bind(response))
  return response
}
