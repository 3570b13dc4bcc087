import { expect, it, onTestFinished } from 'vitest'
import { type RunningSandbox, startSandboxWith } from '@/sandbox/start'
import { issueToken } from '@/sandbox/tokens'
import { oneToken } from './bearer'
import { newProofKey, readProofKey } from './proof'
import { callTool } from './tools'
import { createEnvoy } from './upstream'

const DAY = 86_400_000

/** A sandbox on real sockets, and a key-bound connection to it from a machine whose clock is off. */
async function connected(off = 0) {
  const sandbox = await startSandboxWith({ port: 0, lines: 3 })
  onTestFinished(() => sandbox.close())
  const request = { account: 'demo', scope: 'agent', ttlSeconds: 600 } as const
  const { accessToken } = issueToken(sandbox.world, { ...request, keyBound: true })
  const caller = callerOf(sandbox, accessToken, off)
  return { sandbox, accessToken, ...caller }
}

function callerOf(sandbox: RunningSandbox, token: string, off = 0, key = newProofKey()) {
  const upstream = {
    envoy: createEnvoy(new URL(`${sandbox.url}/`), () => Date.now() + off),
    timeoutMs: 5_000,
    stopping: new AbortController().signal,
    onTokenRefused: () => undefined,
  }
  const bearers = oneToken(() => token, readProofKey(key))
  return {
    call(tool: string, body: unknown) {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return callTool(tool, new Request('http://127.0.0.1/', init), bearers, upstream)
    },
  }
}

const codes = (sandbox: RunningSandbox) => sandbox.world.log.since(0).map(({ status }) => status)

it('[R-181] [R-182] the local Envoy takes every call of a key-bound connection', async () => {
  const { sandbox, call } = await connected()
  expect((await call('list_purchases', {})).status).toBe(200)
  expect((await call('list_transactions', { limit: 2 })).status).toBe(200)
  const input = {
    idempotency_key: 'key-of-a-proven-call',
    merchant_url: 'https://kiosk.example.test/cart/1',
    amount: '2499.00',
  }
  expect((await call('start_purchase', input)).status).toBe(200)
  expect((await call('start_purchase', input)).status).toBe(200)
  const rows = sandbox.world.log.since(0)
  expect(new Set(rows.map(({ proof_jti }) => proof_jti)).size).toBe(4)
})

it.each([DAY, -DAY])(
  '[SR-5] a clock %d ms off costs one refused proof, and none after it',
  async (off) => {
    const { sandbox, call } = await connected(off)
    for (let i = 0; i < 3; i += 1) expect((await call('list_purchases', {})).status).toBe(200)
    expect(codes(sandbox)).toEqual([401, 200, 200, 200])
  },
)

it('[C48] a connection bound to another key is refused once, without a second try', async () => {
  const { sandbox, accessToken, call } = await connected()
  await call('list_purchases', {})
  const foreign = callerOf(sandbox, accessToken)
  expect((await foreign.call('list_purchases', {})).status).toBe(401)
  expect(codes(sandbox)).toEqual([200, 401])
})
