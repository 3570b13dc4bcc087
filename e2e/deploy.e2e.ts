import { request } from 'node:https'
import { type BrowserContext, chromium, expect, test } from '@playwright/test'
import { findChromium } from '../tools/chromium.mjs'
import { startDeployment } from '../tools/deployment.mjs'
import { sandboxAt } from './fixtures/sandbox'
import { watchPage } from './fixtures/watch-page'

/** Another site than Central Auth's 127.0.0.1, as in real life: ports share a site, names do not. */
const NAME = 'passbook.test'
type Deployment = Awaited<ReturnType<typeof startDeployment>>
type Reply = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }
type LogLine = { msg: string; route?: string; status?: number; unanswered?: number }

// One deployment for all: it takes four programs.
test.describe.configure({ mode: 'default' })

let deployment: Deployment
test.beforeAll(async () => {
  deployment = await startDeployment({
    name: NAME,
    sandbox: { SANDBOX_RATE: '100000', SANDBOX_LINES: '600' },
  })
})
test.afterAll(() => deployment.stop())

/** One whole exchange through nginx; rejects when the reply was cut. */
function ask(path: string, headers: Record<string, string>, body?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: deployment.httpsPort,
        servername: NAME,
        ca: deployment.nginx.ca,
        method: body === undefined ? 'GET' : 'POST',
        path,
        headers: { host: new URL(deployment.url).host, 'x-passbook': '1', ...headers },
      },
      (reply) => {
        let text = ''
        reply.on('data', (chunk) => {
          text += chunk
        })
        reply.on('error', reject)
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

function logOf(server: number): LogLine[] {
  const lines = deployment.servers[server]?.errors().split('\n') ?? []
  // The HTTP adapter prints a line of its own about a reply that was cut.
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}

async function launch() {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
    ...(executablePath ? { executablePath } : {}),
  })
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  return { browser, context, page: await context.newPage() }
}

async function cookieHeader(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies(deployment.url)
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Calls again and again until told to stop, and keeps what each came to. */
function keepAsking(call: () => Promise<Reply>) {
  const outcomes: string[] = []
  let asking = true
  const done = (async () => {
    while (asking) {
      outcomes.push(
        await call().then(
          ({ status, body }) => `${status} ${JSON.parse(body).passbook?.kind ?? 'envoy'}`,
          (error) => `lost: ${error.message}`,
        ),
      )
    }
  })()
  return {
    outcomes,
    async stop() {
      asking = false
      await done
    },
  }
}

test('[product] two servers behind nginx with TLS, one stopped and started while people work: nobody is signed out, no reply is lost', async () => {
  test.setTimeout(120_000)
  const sandbox = sandboxAt(deployment.sandboxUrl)
  const { browser, context, page } = await launch()
  const watch = await watchPage(page)
  await page.goto(`${deployment.url}/auth/sign-in?to=%2Fhistory`)
  await page.getByRole('button', { name: /demo/ }).click()
  await expect(page).toHaveURL(`${deployment.url}/history`)
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()

  const { purchase_id, revision } = await sandbox.purchase({
    amount_minor: 100,
    state: 'processing',
  })
  const headers = {
    cookie: await cookieHeader(context),
    'content-type': 'application/json',
    // A connection of its own for each, so that both servers get their share.
    connection: 'close',
  }
  const read = () => ask('/api/tools/list_transactions', headers, '{"limit": 20}')
  const held = JSON.stringify({ purchase: purchase_id, after_revision: revision })
  const hold = () => ask('/api/tools/get_purchase_status', headers, held)
  const reads = Array.from({ length: 4 }, () => keepAsking(read))
  const holds = Array.from({ length: 2 }, () => keepAsking(hold))
  const session = keepAsking(() => ask('/api/session', headers))

  // Chromium's own line about a hold that ended with its server.
  watch.expectFailure('/api/tools/get_purchase_status', 502)
  for (const server of deployment.servers) {
    await page.goto(`${deployment.url}/purchases/${purchase_id}`)
    await expect(page.getByText('Working on it').first()).toBeVisible()
    expect(await server.stop()).toBe(0)
    await expect(page.getByText('Working on it').first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.goto(`${deployment.url}/history`)
    await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
    await server.start()
  }
  await page.goto(`${deployment.url}/purchases/${purchase_id}`)
  await expect(page.getByText('Working on it').first()).toBeVisible()
  await sandbox.advance(purchase_id, { state: 'completed' })
  await expect(page.getByText('Done').first()).toBeVisible()
  await Promise.all([...reads, session, ...holds].map((one) => one.stop()))

  expect(new Set(reads.flatMap(({ outcomes }) => outcomes))).toEqual(new Set(['200 envoy']))
  expect(new Set(session.outcomes)).toEqual(new Set(['200 envoy']))
  // A hold that ends with its server is an answer in Passbook's own words; the page asks again.
  for (const outcome of holds.flatMap(({ outcomes }) => outcomes)) {
    expect(['200 envoy', '502 upstream_unreachable']).toContain(outcome)
  }
  const now = await ask('/api/session', headers)
  expect(JSON.parse(now.body)).toMatchObject({ signed_in: true })
  for (const index of [0, 1]) {
    const lines = logOf(index)
    const served = lines.filter(({ route, status }) => route?.startsWith('/api/tools/') && status)
    expect(served.length).toBeGreaterThan(20)
    expect(lines.filter(({ msg }) => msg === 'stopped')).toMatchObject([{ unanswered: 0 }])
  }
  expect(watch.problems).toEqual([])
  await browser.close()
})

test('[product] nginx adds what is missing and nothing twice, compresses no /api and keeps no log', async () => {
  const page = await ask('/history', { accept: 'text/html', 'accept-encoding': 'gzip' })
  expect(page.status).toBe(200)
  for (const name of [
    'strict-transport-security',
    'content-security-policy',
    'x-content-type-options',
  ]) {
    // Node joins what comes twice with a comma.
    expect(page.headers[name]).toMatch(/^[^,]+$/)
  }
  expect(page.headers['server']).toBe('nginx')
  const session = await ask('/api/session', { 'accept-encoding': 'gzip, br' })
  expect(session.headers['content-encoding']).toBeUndefined()
  expect(deployment.nginx.read('access.log')).toBe('')
  expect(deployment.nginx.read('error.log')).toBe('')
})

test('[product] a session in three cookies passes nginx', async () => {
  const cookie = ['', '.1', '.2'].map((part) => `__Host-passbook${part}=${'x'.repeat(3_800)}`)
  const reply = await ask('/api/session', { cookie: cookie.join('; ') })
  expect([reply.status, JSON.parse(reply.body).signed_in]).toEqual([200, false])
})
