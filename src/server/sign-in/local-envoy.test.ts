import { expect, it, onTestFinished } from 'vitest'
import { startSandboxWith } from '@/sandbox/start'
import { startPassbook } from '@/server/passbook'
import { type Browser, createBrowser, type Reply } from './browser.fixture'
import { json, sessionOf } from './sign-in.fixture'

/** Passbook as `npm start` has it, with its local Envoy. */
async function started(env: Record<string, string>) {
  const sandbox = await startSandboxWith({
    port: 0,
    lines: 5,
    keyBound: env['ENVOY_KEY_BOUND'] === '1',
  })
  const passbook = await startPassbook({
    env: { PORT: '0', LOG_LEVEL: 'silent', ...env },
    startLocalEnvoy: async () => sandbox,
    page: null,
    say: () => undefined,
  })
  onTestFinished(() => passbook.close())
  return { sandbox, url: passbook.url }
}

async function follow(browser: Browser, first: string): Promise<Reply> {
  let reply = await browser.ask(first)
  for (let hop = 0; hop < 12; hop += 1) {
    const { location } = reply.headers
    const to = location && new URL(location, reply.url)
    if (!to || to.pathname === '/history') return reply
    reply = await browser.ask(to.href)
  }
  throw new Error('The redirects have no end.')
}

/** The one click on the page of the local Central Auth. */
async function choose(browser: Browser, page: Reply, form: string): Promise<Reply> {
  const reply = await browser.ask(page.url, {
    method: 'POST',
    body: form,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(page.url).origin,
    },
  })
  return follow(browser, new URL(reply.headers.location ?? '', page.url).href)
}

async function signIn(browser: Browser, url: string, account: string) {
  const page = await follow(browser, `${url}/auth/sign-in`)
  expect(page.status).toBe(200)
  return choose(browser, page, `account=${account}`)
}

it.each(['0', '1'])(
  '[C46] the local Central Auth signs in, renews and signs out (key-bound: %s)',
  async (ENVOY_KEY_BOUND) => {
    const { sandbox, url } = await started({ ENVOY_KEY_BOUND })
    const browser = createBrowser()
    const back = await signIn(browser, url, 'demo')
    expect([back.status, back.headers.location]).toEqual([302, '/history'])
    const demo = await sessionOf(browser, { url })
    expect(demo).toMatchObject({ signed_in: true, session: { fresh_for_s: expect.any(Number) } })
    const list = () => browser.post(`${url}/api/tools/list_purchases`)
    expect((await list()).status).toBe(200)
    const before = sandbox.world.log.since(0).filter(({ tool }) => tool === 'token').length
    const all = Array.from({ length: 20 }, () => browser.post(`${url}/auth/refresh`))
    for (const { status } of await Promise.all(all)) expect(status).toBe(200)
    const asked = sandbox.world.log.since(0).filter(({ tool }) => tool === 'token').length
    expect(asked - before).toBe(1)
    expect((await list()).status).toBe(200)
    await browser.post(`${url}/auth/sign-out`)
    expect((await list()).status).toBe(401)
    await signIn(browser, url, 'other')
    const other = await sessionOf(browser, { url })
    expect(other.account?.tag).not.toBe(demo.account?.tag)
    expect((await list()).status).toBe(200)
  },
)

it('[C46] the local Central Auth takes a no, and asks again after a sign-out', async () => {
  const { url } = await started({})
  const browser = createBrowser()
  const page = await follow(browser, `${url}/auth/sign-in`)
  expect((await choose(browser, page, 'cancel=')).status).toBe(403)
  await signIn(browser, url, 'demo')
  await browser.post(`${url}/auth/sign-out`)
  const again = await follow(browser, `${url}/auth/sign-in`)
  expect(new URL(again.url).pathname).toMatch(/^\/auth\/interaction\//)
  expect(json(await browser.post(`${url}/auth/refresh`))).toMatchObject({
    passbook: { kind: 'signed_out' },
  })
})
