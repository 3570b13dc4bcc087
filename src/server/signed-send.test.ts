import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import fc from 'fast-check'
import { compactVerify, EmbeddedJWK } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { TOOLS, type ToolName } from '@/api/envoy/contract'
import { oneToken } from './bearer'
import { newProofKey, type ProofKey, readProofKey } from './proof'
import { fakeEnvoy, TOKEN } from './test-kit'
import { callTool } from './tools'
import { createEnvoy } from './upstream'

const NOW = Date.parse('2026-11-29T09:00:00Z')
const DAY = 86_400_000
const DATE = new Date(NOW).toUTCString()
const KEY = readProofKey(newProofKey())

type Call = { headers: IncomingMessage['headers']; url: string; body: Buffer }
type Options = {
  key?: ProofKey | null
  now?: () => number
  timeoutMs?: number
  token?: () => string
}

/** A caller of tools whose machine has its own idea of the time. */
function callerOf(base: URL, options: Options = {}) {
  const { key = KEY, now = () => NOW, timeoutMs = 5_000, token = () => TOKEN } = options
  const onTokenRefused = vi.fn()
  const upstream = {
    envoy: createEnvoy(base, now),
    timeoutMs,
    stopping: new AbortController().signal,
    onTokenRefused,
  }
  const call = (tool: string, body: string | Uint8Array = '{}', signal?: AbortSignal) =>
    callTool(
      tool,
      new Request('http://127.0.0.1/', {
        method: 'POST',
        body: Buffer.from(body),
        signal: signal ?? null,
      }),
      oneToken(token, key),
      upstream,
    )
  return { call, onTokenRefused, envoy: upstream.envoy }
}

const proofIn = (call: Call | undefined) => String(call?.headers['envoy-installation-proof'])

async function claimsIn(call: Call | undefined) {
  const { payload } = await compactVerify(proofIn(call), EmbeddedJWK, { algorithms: ['ES256'] })
  return JSON.parse(new TextDecoder().decode(payload))
}

/** Answers each call with the next of these; a date of null is none. */
function scripted(replies: readonly { status: number; date?: string | null; body?: string }[]) {
  let at = 0
  return fakeEnvoy((_, outgoing) => {
    const reply = replies[Math.min(at, replies.length - 1)]
    at += 1
    answer(outgoing, reply?.status ?? 200, reply?.date ?? null, reply?.body)
  })
}

function answer(outgoing: ServerResponse, status: number, date: string | null, body = '{}') {
  outgoing.sendDate = false
  outgoing.writeHead(status, { 'retry-after': '7', ...(date === null ? {} : { date }) }).end(body)
}

const ofDate = (ms: number) => new Date(ms).toUTCString()

describe('the proof of a call', () => {
  it.each(TOOLS)(
    '[R-181] [R-182] goes with %s, over the address and bytes Envoy gets',
    async (tool) => {
      const envoy = await scripted([{ status: 200, date: DATE }])
      const base = new URL('v2/', envoy.url)
      const body = ' {"a":"₹ 👩\\u00e9"}\n'
      await callerOf(base).call(tool, body)
      const [call] = envoy.calls
      expect(await claimsIn(call)).toMatchObject({
        htm: call?.method,
        htu: new URL(call?.url ?? '', envoy.url).href,
        iat: Math.floor(NOW / 1_000),
        ath: createHash('sha256').update(TOKEN).digest('base64url'),
        bsh: createHash('sha256')
          .update(call?.body ?? '')
          .digest('base64url'),
      })
      expect(call?.headers.authorization).toBe(`Bearer ${TOKEN}`)
    },
  )

  it('[R-181] is left out on a connection without a key', async () => {
    const envoy = await scripted([{ status: 200, date: DATE }])
    await callerOf(envoy.url, { key: null }).call('list_purchases')
    expect(envoy.calls[0]?.headers).not.toHaveProperty('envoy-installation-proof')
  })

  it('[R-183] is made anew for each attempt, with the bearer of the moment', async () => {
    const envoy = await scripted([{ status: 503 }])
    const { call } = callerOf(envoy.url)
    for (let i = 0; i < 3; i += 1) await call('start_purchase', '{"same":1}')
    const claims = await Promise.all(envoy.calls.map(claimsIn))
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(3)
    expect(new Set(claims.map(({ bsh }) => bsh)).size).toBe(1)
  })

  it('[product] is of the browser in no case', async () => {
    const envoy = await scripted([{ status: 200 }])
    const { envoy: upstreamEnvoy } = callerOf(envoy.url)
    const request = new Request('http://127.0.0.1/', {
      method: 'POST',
      headers: { 'envoy-installation-proof': 'mine' },
      body: '{}',
    })
    const stopping = new AbortController().signal
    const upstream = { envoy: upstreamEnvoy, timeoutMs: 5_000, stopping, onTokenRefused() {} }
    await callTool(
      'list_purchases',
      request,
      oneToken(() => TOKEN, null),
      upstream,
    )
    expect(envoy.calls[0]?.headers).not.toHaveProperty('envoy-installation-proof')
  })
})

describe('a proof that carried the wrong time', () => {
  it.each([31_000, -31_000, DAY, -DAY])(
    '[R-183] [SR-5] is made once more by the clock of the 401: %d ms off',
    async (off) => {
      const envoy = await scripted([
        { status: 401, date: DATE },
        { status: 200, date: DATE, body: '{"ok":true}' },
      ])
      const { call, onTokenRefused } = callerOf(envoy.url, { now: () => NOW + off })
      const body = '{"idempotency_key":"k"}'
      const reply = await call('start_purchase', body)
      expect([reply.status, await reply.text()]).toEqual([200, '{"ok":true}'])
      expect(onTokenRefused).not.toHaveBeenCalled()
      expect(envoy.calls.map((sent) => sent.body.toString())).toEqual([body, body])
      const [first, second] = await Promise.all(envoy.calls.map(claimsIn))
      expect(first.iat).toBe(Math.floor((NOW + off) / 1_000))
      expect(Math.abs(second.iat - NOW / 1_000)).toBeLessThanOrEqual(1)
      expect(second.jti).not.toBe(first.jti)
      expect(second.bsh).toBe(first.bsh)
    },
  )

  it('[R-183] is not made a third time, whatever the clock says then', async () => {
    const envoy = await scripted([
      { status: 401, date: DATE },
      { status: 401, date: ofDate(NOW + DAY), body: '{"second":true}' },
    ])
    const { call, onTokenRefused } = callerOf(envoy.url, { now: () => NOW - DAY })
    const reply = await call('start_purchase')
    expect([reply.status, reply.headers.get('retry-after'), await reply.text()]).toEqual([
      401,
      '7',
      '{"second":true}',
    ])
    expect(envoy.calls).toHaveLength(2)
    expect(onTokenRefused).toHaveBeenCalledExactlyOnceWith(TOKEN)
  })

  it('[R-183] is judged by the time it was made with, not by what others learnt meanwhile', async () => {
    let release = () => {}
    const envoy = await fakeEnvoy((incoming, outgoing) => {
      const first = incoming.url?.endsWith('start_purchase') && envoy.calls.length === 1
      if (first) release = () => answer(outgoing, 401, DATE)
      else answer(outgoing, 200, DATE)
    })
    const { call } = callerOf(envoy.url, { now: () => NOW + DAY })
    const early = call('start_purchase')
    await vi.waitFor(() => expect(envoy.calls).toHaveLength(1))
    await call('list_purchases')
    release()
    expect((await early).status).toBe(200)
    expect(envoy.calls).toHaveLength(3)
  })

  it('[product] is let go of with its reply, though that never ends', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => {
      if (envoy.calls.length > 1) return answer(outgoing, 200, DATE)
      outgoing.sendDate = false
      outgoing.writeHead(401, { date: DATE }).write('{')
    })
    const { call } = callerOf(envoy.url, { now: () => NOW + DAY })
    expect((await call('list_purchases')).status).toBe(200)
    await envoy.left
  })

  it('[product] has one time limit for both attempts', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => {
      if (envoy.calls.length === 1) setTimeout(() => answer(outgoing, 401, DATE), 500)
    })
    const { call } = callerOf(envoy.url, { now: () => NOW + DAY, timeoutMs: 600 })
    const start = performance.now()
    expect((await call('list_purchases')).status).toBe(504)
    expect(performance.now() - start).toBeLessThan(1_000)
    expect(envoy.calls).toHaveLength(2)
  })

  it('[product] is not made again for a browser that has left', async () => {
    const tab = new AbortController()
    const envoy = await fakeEnvoy((_, outgoing) => {
      tab.abort()
      answer(outgoing, 401, DATE)
    })
    const { call } = callerOf(envoy.url, { now: () => NOW + DAY })
    expect((await call('list_purchases', '{}', tab.signal)).status).toBe(502)
    expect(envoy.calls).toHaveLength(1)
  })
})

describe('everything else goes out once', () => {
  it.each<[string, number, string | null, Options]>([
    ['a 401 by a right clock', 401, DATE, {}],
    ['a 401 by a clock 29 s off', 401, DATE, { now: () => NOW - 29_000 }],
    ['a 401 without a date', 401, null, { now: () => NOW - DAY }],
    ['a 401 with an unreadable date', 401, 'yesterday', { now: () => NOW - DAY }],
    ['a 401 with a date 11 years off', 401, ofDate(NOW + 11 * 366 * DAY), {}],
    ['a 401 without a proof', 401, DATE, { key: null, now: () => NOW - DAY }],
    ['a 400', 400, DATE, { now: () => NOW - DAY }],
    ['a 403', 403, DATE, { now: () => NOW - DAY }],
    ['a 429', 429, DATE, { now: () => NOW - DAY }],
    ['a 503', 503, DATE, { now: () => NOW - DAY }],
    ['a 200', 200, DATE, { now: () => NOW - DAY }],
  ])('[R-183] %s', async (_, status, date, options) => {
    const envoy = await scripted([{ status, date }])
    const reply = await callerOf(envoy.url, options).call('start_purchase')
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([status, '7'])
    expect(envoy.calls).toHaveLength(1)
  })

  it('[R-104] a 429: with the one token there is', async () => {
    const envoy = await scripted([{ status: 429, date: DATE }])
    const tokens = [TOKEN, 'another-token']
    const { call } = callerOf(envoy.url, { token: () => tokens.shift() ?? TOKEN })
    expect((await call('list_purchases')).status).toBe(429)
    expect(envoy.calls.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`])
  })

  it('[R-183] a connection that breaks', async () => {
    const envoy = await fakeEnvoy((incoming) => incoming.socket.destroy())
    const { call } = callerOf(envoy.url, { now: () => NOW - DAY })
    expect((await call('start_purchase')).status).toBe(502)
    expect(envoy.calls).toHaveLength(1)
  })
})

type Step = { tool: ToolName; body: Uint8Array; status: number; passes: number; dated: boolean }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    tool: fc.constantFrom(...TOOLS),
    body: fc.uint8Array({ maxLength: 200 }),
    // 0: no reply at all.
    status: fc.constantFrom(0, 200, 400, 401, 401, 429, 503),
    passes: fc.nat(3 * 3_600_000),
    dated: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

describe('any sequence of attempts', () => {
  it('[SR-5] has no jti twice, the hash of the bytes sent, and the time of Envoy after its first reply', async () => {
    let time = NOW
    let step: Step | undefined
    const envoy = await fakeEnvoy((incoming, outgoing) => {
      if (!step || step.status === 0) incoming.socket.destroy()
      else answer(outgoing, step.status, step.dated ? ofDate(time) : null)
    })
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: -DAY, max: DAY }), async (sequence, off) => {
        const { call } = callerOf(envoy.url, { now: () => time + off })
        let told = false
        for (const next of sequence) {
          time += next.passes
          step = next
          const before = envoy.calls.length
          await call(next.tool, next.body)
          const sent = envoy.calls.slice(before)
          expect(sent.length).toBeLessThanOrEqual(told ? 1 : 2)
          for (const [index, one] of sent.entries()) {
            const claims = await claimsIn(one)
            expect(seen.has(claims.jti)).toBe(false)
            seen.add(claims.jti)
            expect(one.body.equals(next.body)).toBe(true)
            expect(claims.bsh).toBe(createHash('sha256').update(one.body).digest('base64url'))
            if (told || index > 0) {
              expect(Math.abs(claims.iat - time / 1_000)).toBeLessThanOrEqual(60)
            }
          }
          told ||= next.dated && next.status !== 0
        }
      }),
      { numRuns: 60 },
    )
    expect(seen.size).toBe(envoy.calls.length)
  })
})
