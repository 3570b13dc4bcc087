import { createSandboxApp } from './app'
import { createWorld, USUAL_SETTINGS } from './create-world'
import type { Envelope } from './envelope'
import { type Fault, faultSchema } from './faults'
import { addLines } from './lines'
import { createPurchase, type PurchaseDraft } from './purchases'
import { issueToken } from './tokens'
import type { SandboxSettings } from './world'

/** The time of data that tests start at. */
export const NOW = Date.parse('2026-11-29T09:00:00Z')
export const MINUTE = 60_000

/** The envelope with the loose insides that a test looks at. */
export type Reply = Omit<Envelope, 'data' | 'purchase'> & {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came over the wire, whatever it is.
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  purchase: any
}

export type Answer = { status: number; headers: Headers; text: string; reply: Reply }

export type CallOptions = {
  token?: string | null
  method?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The body as it is, instead of the JSON of `body`. */
  raw?: string | Uint8Array
}

/** A sandbox in memory whose machine clocks stand still until they are moved. */
export function createKit(settings: Partial<SandboxSettings> = {}) {
  const machine = { mono: 5_000, wall: NOW }
  const world = createWorld(
    { ...USUAL_SETTINGS, startAt: NOW, ...settings },
    { mono: () => machine.mono, wall: () => machine.wall },
  )
  const app = createSandboxApp(world)
  const tokenOf = (account = 'demo', request: Partial<Parameters<typeof issueToken>[1]> = {}) =>
    issueToken(world, { account, scope: 'agent', keyBound: false, ttlSeconds: 3_600, ...request })
      .accessToken
  const demo = tokenOf()

  async function call(tool: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    const { token = demo, method = 'POST', headers = {}, signal, raw } = options
    const request = new Request(`http://127.0.0.1/tools/${tool}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: method === 'GET' || method === 'HEAD' ? null : bytesOf(raw ?? JSON.stringify(body)),
      signal: signal ?? null,
    })
    const response = await app.request(request)
    return readAnswer(response)
  }

  return {
    world,
    app,
    demo,
    tokenOf,
    call,
    /** Moves the machine's clocks on; the time of data runs with them. */
    pass(ms: number) {
      machine.mono += ms
      machine.wall += ms
    },
    fault(fault: Record<string, unknown>): Fault {
      const parsed = faultSchema.parse(fault)
      world.faults.add([parsed])
      return parsed
    },
    purchase(draft: Partial<PurchaseDraft> = {}) {
      return createPurchase(world, {
        account: 'demo',
        merchant: 'Neem Mart',
        domain: 'neem.example.test',
        agent: 'Errand agent',
        amountMinor: 249_900,
        ...draft,
      })
    },
    /** Lines at these instants, titled by their place. */
    lines(instants: readonly number[], account = 'demo') {
      addLines(
        world,
        account,
        instants.map((at, index) => ({
          title: `Line ${index}`,
          subtitle: 'Errand agent',
          amountMinor: 100 + index,
          at,
        })),
      )
    },
    log: () => world.log.since(0),
  }
}

export type Kit = ReturnType<typeof createKit>

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, text, reply: readJson(text) }
}

function bytesOf(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
}

function readJson(text: string): Reply {
  try {
    // A test reads what came over the wire, whatever it is.
    return JSON.parse(text) as Reply
  } catch {
    return JSON.parse('{}') as Reply
  }
}

/** A key of the right form that tells where it comes from. */
export function keyNamed(name: string): string {
  return `key-${name}`.padEnd(20, '-')
}

export function startInput(key: string, more: Record<string, unknown> = {}) {
  return {
    idempotency_key: keyNamed(key),
    merchant_url: 'https://kiosk.example.test/cart/1',
    amount: '2499.00',
    ...more,
  }
}
