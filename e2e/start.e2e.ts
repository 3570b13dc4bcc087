import { spawn } from 'node:child_process'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProduct } from './fixtures/product'
import { expect, test } from './fixtures/test'

function start(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('node', ['dist/server/main.js'], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('exit', (code) => resolve({ code, output }))
  })
}

const WRONG: [name: string, env: Record<string, string>][] = [
  ['PORT', { PORT: 'http' }],
  ['ENVOY_URL', { ENVOY_URL: 'envoy', ENVOY_TOKEN: 't' }],
  ['ENVOY_TOKEN', { ENVOY_URL: 'http://127.0.0.1:9' }],
  ['HOST', { ENVOY_URL: 'http://127.0.0.1:9', ENVOY_TOKEN: 't', HOST: '0.0.0.0' }],
  ['ENVOY_REQUESTS_PER_MINUTE', { ENVOY_REQUESTS_PER_MINUTE: '0' }],
  ['SANDBOX_LINES', { SANDBOX_LINES: '-1' }],
  [
    'SESSION_SECRET',
    {
      ENVOY_URL: 'http://127.0.0.1:9',
      CENTRAL_AUTH_ISSUER: 'http://127.0.0.1:9',
      CENTRAL_AUTH_CLIENT_ID: 'passbook',
      SESSION_SECRET: 'short',
    },
  ],
  ['ENVOY_PROOF_KEY', { ENVOY_URL: 'http://127.0.0.1:9', ENVOY_TOKEN: 't', ENVOY_KEY_BOUND: '1' }],
]

for (const [name, env] of WRONG) {
  test(`[product] a wrong ${name} stops the start with one sentence that names it`, async () => {
    const { code, output } = await start(env)
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain(name)
    expect(output).not.toContain('    at ')
  })
}

test('[product] a busy port is one sentence with the next step', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => busy.once('listening', resolve))
  const { port } = busy.address() as AddressInfo // listening on TCP, so never a pipe's name
  const { code, output } = await start({ PORT: String(port), SANDBOX_PORT: '0' })
  busy.close()
  expect(code).toBe(1)
  expect(output).toContain(String(port))
  expect(output).not.toContain('    at ')
})

test('[product] the same pages run on another server that speaks the contract', async ({
  page,
  sandbox,
}) => {
  const { access_token } = await sandbox.token()
  const elsewhere = await startProduct({ ENVOY_URL: sandbox.url, ENVOY_TOKEN: access_token })
  await page.goto(`${elsewhere.url}/history`)
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await page.goto('about:blank')
  await elsewhere.stop()
})

test('[product] its own failures never look like an answer of Envoy', async ({
  page: { request },
  product,
}) => {
  const tool = `${product.url}/api/tools/list_transactions`
  const own = { 'X-Passbook': '1' }
  const refused = await request.post(tool, { data: {} })
  expect([refused.status(), await refused.json()]).toMatchObject([
    403,
    { passbook: { kind: 'refused' } },
  ])
  const unknown = await request.post(`${product.url}/api/tools/close_account`, {
    data: {},
    headers: own,
  })
  expect([unknown.status(), await unknown.json()]).toMatchObject([
    404,
    { passbook: { kind: 'unknown_tool' } },
  ])
  const large = await request.post(tool, { data: { from: 'x'.repeat(65_537) }, headers: own })
  expect([large.status(), await large.json()]).toMatchObject([
    413,
    { passbook: { kind: 'too_large' } },
  ])
  const session = await request.get(`${product.url}/api/session`, { headers: own })
  expect(await session.json()).toMatchObject({
    signed_in: true,
    account: { name: 'Meera Kulkarni' },
    envoy: { contract: 'envoy@2026-10' },
    calls: false,
  })
})

test('[product] a page elsewhere reads nothing by DNS rebinding', async ({ product }) => {
  const { port } = new URL(product.url)
  const sandboxPort = new URL(product.sandboxUrl ?? '').port
  const asOther = (at: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Host: `evil.test:${at}`, 'X-Passbook': '1' }
      httpRequest({ host: '127.0.0.1', port: at, path: '/api/session', headers }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
        .on('error', reject)
        .end()
    })
  expect(await asOther(port)).toBe(403)
  expect(await asOther(sandboxPort)).toBe(403)
})

test('[product] a closed tab ends its held read', async ({ page, sandbox }) => {
  const { purchase_id } = await sandbox.purchase({ amount_minor: 100, state: 'processing' })
  await page.goto(`/purchases/${purchase_id}`)
  const reads = async () =>
    (await sandbox.log()).filter((row) => row.tool === 'get_purchase_status')
  // Not before a read is really held: a tab that closes between two reads ends none.
  await expect.poll(async () => (await reads()).some((row) => row.status === null)).toBe(true)
  await expect(page.getByText('Working on it').first()).toBeVisible()
  await page.goto('about:blank')
  await expect.poll(async () => (await reads()).some((row) => row.aborted)).toBe(true)
})

test('[product] health is answered without a token', async ({ request, product }) => {
  expect((await request.get(`${product.url}/healthz`)).status()).toBe(200)
})
