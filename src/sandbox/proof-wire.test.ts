import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BODY, newKey, proofOf } from './proof-kit'
import { type RunningSandbox, startSandboxWith } from './start'

async function started(): Promise<RunningSandbox> {
  const sandbox = await startSandboxWith({ port: 0, lines: 3 })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** A key-bound token, as anybody gets one. */
async function boundToken(sandbox: RunningSandbox): Promise<string> {
  const reply = await fetch(`${sandbox.url}/control/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'demo', key_bound: true }),
  })
  const { access_token: token } = await reply.json()
  return token
}

type Sent = { host?: string; query?: string; proofs: readonly string[] }

/** The status of one call on the wire, with every header where it was put. */
function statusOf(sandbox: RunningSandbox, token: string, { host, query = '', proofs }: Sent) {
  const { port } = new URL(sandbox.url)
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    const headers = [
      ['Host', `${host ?? '127.0.0.1'}:${port}`],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(BODY.length)],
      ['Authorization', `Bearer ${token}`],
      ...proofs.map((proof) => ['Envoy-Installation-Proof', proof]),
    ].flat()
    const path = `/tools/list_purchases${query}`
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false })
    sent.on('response', resolve)
    sent.on('error', reject)
    sent.end(BODY)
  })
  return reply.then((message) => {
    message.resume()
    return message.statusCode
  })
}

it('[R-181] a key-bound token of /control works over the wire, with a proof only', async () => {
  const sandbox = await started()
  const token = await boundToken(sandbox)
  const proof = proofOf(token, new URL(sandbox.url).host, Date.now())
  expect(await statusOf(sandbox, token, { proofs: [] })).toBe(401)
  expect(await statusOf(sandbox, token, { proofs: [proof] })).toBe(200)
  expect(await statusOf(sandbox, token, { proofs: [proof] })).toBe(401)
})

it('[SR-6] refuses two header lines, the second empty too', async () => {
  const sandbox = await started()
  const token = await boundToken(sandbox)
  const key = newKey()
  const next = () => proofOf(token, new URL(sandbox.url).host, Date.now(), { key })
  for (const proofs of [
    [next(), next()],
    [next(), ''],
    ['', next()],
  ]) {
    expect(await statusOf(sandbox, token, { proofs })).toBe(401)
  }
  expect(await statusOf(sandbox, token, { proofs: [next()] })).toBe(200)
})

it('[C47] takes the address as the client called it, without its query', async () => {
  const sandbox = await started()
  const token = await boundToken(sandbox)
  const key = newKey()
  const { port } = new URL(sandbox.url)
  const next = (host: string) => proofOf(token, `${host}:${port}`, Date.now(), { key })
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const query = '?a=1'
    expect(await statusOf(sandbox, token, { host, query, proofs: [next(host)] })).toBe(200)
  }
  expect(await statusOf(sandbox, token, { host: 'localhost', proofs: [next('127.0.0.1')] })).toBe(
    401,
  )
})

it('[SR-6] a restart forgets no used proof and no key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-proof-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'sandbox.db')
  const first = await startSandboxWith({ port: 0, lines: 3, dbFile: file })
  const token = await boundToken(first)
  const key = newKey()
  const port = Number(new URL(first.url).port)
  const next = (of = key) => proofOf(token, `127.0.0.1:${port}`, Date.now(), { key: of })
  const used = next()
  expect(await statusOf(first, token, { proofs: [used] })).toBe(200)
  await first.close()

  const again = await startSandboxWith({ port, lines: 3, dbFile: file })
  onTestFinished(() => again.close())
  expect(await statusOf(again, token, { proofs: [used] })).toBe(401)
  expect(await statusOf(again, token, { proofs: [next(newKey())] })).toBe(401)
  expect(await statusOf(again, token, { proofs: [next()] })).toBe(200)
})
