import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createSandboxApp } from '@/sandbox/app'
import { createWorld, USUAL_SETTINGS } from '@/sandbox/create-world'
import type { Fault } from '@/sandbox/faults'
import { moveDue } from '@/sandbox/life'
import { addLines } from '@/sandbox/lines'
import { createPurchase } from '@/sandbox/purchases'
import { hashToken, issueToken } from '@/sandbox/tokens'
import { createEnvoyClock } from '@/server/envoy-clock'
import { newProofKey, PROOF_HEADER, readProofKey } from '@/server/proof'
import { callTool, UPSTREAM_TIMEOUT_MS, type Upstream } from '@/server/tools'
import type { Envoy } from '@/server/upstream'
import { START, type VirtualTime } from './time'

/** What Passbook's server hands on: the parts of a reply that reach a page. */
export type PageReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** One account as the model knows it: the name stands in every line and purchase of it. */
export type ModelAccount = {
  readonly name: string
  readonly tag: string
  readonly purchases: readonly string[]
}

/** A call in Envoy: answered, or held and answered later. */
export type Handled = { readonly reply: Promise<PageReply>; readonly parked: Promise<void> }

export type EnvoySettings = {
  readonly requestsPerMinute: number
  readonly keyBound: boolean
  /** How far the clock of Passbook's server is off, ms. */
  readonly serverOffMs: number
}

export const ACCOUNTS = ['meera', 'arjun'] as const
export type AccountName = (typeof ACCOUNTS)[number]

const tagOf = (account: AccountName) => `tag-of-${account}`

const LINES = 7
/** How late a purchase that moves by itself may move (ms). */
const LIFE_EVERY_MS = 5_000

/**
 * The real sandbox and, before it, what Passbook's server does with a call: whose it is, the bearer, the
 * proof of each sending. In this process and on virtual time.
 */
export function createModelEnvoy(
  time: VirtualTime,
  settings: EnvoySettings,
  proofSeen: (jti: string) => void,
) {
  const world = createWorld(
    { ...USUAL_SETTINGS, rate: settings.requestsPerMinute, startAt: START },
    { mono: time.real, wall: () => START + time.real(), sleep },
  )
  let app = createSandboxApp(world)
  let parked = () => {}

  /** Of a held read: from here on the call goes on by itself. */
  function sleep(ms: number, signal: AbortSignal): Promise<void> {
    parked()
    return new Promise((resolve) => {
      const callOff = time.after('envoy', ms, resolve)
      signal.addEventListener('abort', () => {
        callOff()
        resolve()
      })
    })
  }

  const bearers = new Map(
    ACCOUNTS.map((account) => {
      const { accessToken } = issueToken(world, {
        account,
        scope: 'agent',
        keyBound: settings.keyBound,
        ttlSeconds: 365 * 86_400,
      })
      const key = settings.keyBound ? readProofKey(newProofKey()) : null
      const whose = { tag: tagOf(account), name: account }
      return [account as string, { token: accessToken, account: whose, proofKey: key }]
    }),
  )
  const accounts = new Map(ACCOUNTS.map((name) => [name as string, openAccount(name)]))

  function openAccount(account: AccountName): ModelAccount {
    const lines = Array.from({ length: LINES }, (_, n) => ({
      title: `${account} line ${n}`,
      subtitle: `${account}'s agent`,
      amountMinor: 10_000 + n,
      at: START - (n + 1) * 3_600_000,
    }))
    addLines(world, account, lines)
    const purchases = (['needs_answer', 'processing'] as const).map((state, n) =>
      createPurchase(world, {
        account,
        state,
        merchant: `${account} shop ${n}`,
        domain: `${account}-${n}.example.test`,
        agent: `${account}'s agent`,
        amountMinor: 5_000,
      }),
    )
    return {
      name: account,
      tag: tagOf(account),
      purchases: purchases.map((row) => row.purchase_id),
    }
  }

  const passbooksView: Envoy = {
    addressOf: (path) => new URL(path, 'http://127.0.0.1/'),
    clock: createEnvoyClock(() => START + time.real() + settings.serverOffMs),
    async send(address, body, headers, signal) {
      const proof = headers[PROOF_HEADER]
      if (proof !== undefined) proofSeen(jtiOf(proof))
      const reply = await app.request(
        new Request(address, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: new Uint8Array(body),
          signal,
        }),
      )
      const message = Readable.from([Buffer.from(await reply.arrayBuffer())])
      const date = new Date(START + time.real()).toUTCString()
      // All that Passbook's server looks at of node's own message.
      return Object.assign(message, {
        statusCode: reply.status,
        headers: { ...Object.fromEntries(reply.headers), date },
        complete: true,
      }) as unknown as IncomingMessage
    },
  }
  const upstream: Upstream = {
    envoy: passbooksView,
    timeoutMs: UPSTREAM_TIMEOUT_MS,
    stopping: new AbortController().signal,
    onTokenRefused() {},
  }

  return {
    world,
    accounts,
    /** A page's call as it comes to Passbook's server; `cookie` is the account it opens. */
    call(request: Request, cookie: string | null): Handled {
      const bearer = bearers.get(cookie ?? '') ?? null
      const isParked = new Promise<void>((resolve) => {
        parked = resolve
      })
      const tool = request.url.split('/').at(-1) ?? ''
      const reply = callTool(tool, request, { bearerFor: async () => bearer }, upstream).then(
        async (response) => ({
          status: response.status,
          headers: Object.fromEntries(response.headers),
          text: await response.text(),
        }),
      )
      return { reply, parked: isParked }
    },
    fail(fault: Fault) {
      world.faults.add([fault])
    },
    forgetFaults: () => world.faults.clear(),
    /** Somebody else calls with the account's token. Returns whether the limit is used up by it. */
    alsoUsed(account: string, times: number): boolean {
      const hash = hashToken(bearers.get(account)?.token ?? '')
      return Array.from({ length: times }, () => world.rate.take(hash)).some(({ ok }) => !ok)
    },
    /** As after a restart on the same database: data and tokens are kept, windows are new. */
    restart() {
      world.rate.reset()
      world.faults.clear()
      app = createSandboxApp(world)
    },
    /** Purchases move by themselves until the end. */
    live() {
      const look = () => {
        moveDue(world)
        time.after('envoy', LIFE_EVERY_MS, look)
      }
      look()
    },
    close: () => world.db.close(),
  }
}

export type ModelEnvoy = ReturnType<typeof createModelEnvoy>

function jtiOf(proof: string): string {
  const claims: unknown = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString())
  return String(Object(claims).jti)
}
