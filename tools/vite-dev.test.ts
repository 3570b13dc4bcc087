import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { passbookDev } from './vite-dev'

const root = fileURLToPath(new URL('..', import.meta.url))

afterEach(() => vi.unstubAllEnvs())

async function freePort(): Promise<string> {
  const server = createHttpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP, so never a pipe's name
  server.close()
  return String(port)
}

async function listening(answer: string): Promise<string> {
  const server = createHttpServer((_, reply) => reply.end(answer)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP, so never a pipe's name
  return `http://127.0.0.1:${port}`
}

it("[product] npm run dev answers /api, /auth, /healthz and /readyz inside Vite's server", async () => {
  const port = await freePort()
  vi.stubEnv('PORT', port)
  vi.stubEnv('HOST', '127.0.0.1')
  vi.stubEnv('ENVOY_URL', await listening('{"from":"envoy"}'))
  vi.stubEnv('ENVOY_TOKEN', 'dev-token')
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    cacheDir: 'node_modules/.vite-dev-test',
    resolve: { alias: { '@': `${root}src` } },
    optimizeDeps: { noDiscovery: true },
    plugins: [passbookDev()],
  })
  onTestFinished(() => vite.close())
  await vite.listen()
  const url = `http://127.0.0.1:${port}`
  const health = await fetch(`${url}/healthz`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  const own = { 'x-passbook': '1' }
  const session = await fetch(`${url}/api/session`, { headers: own })
  expect(await session.json()).toMatchObject({ signed_in: true })
  const tool = { method: 'POST', headers: own, body: '{}' }
  const reply = await fetch(`${url}/api/tools/list_purchases`, tool)
  expect(await reply.json()).toEqual({ from: 'envoy' })
  expect((await fetch(`${url}/api/session`)).status).toBe(403)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const signIn = await fetch(`${url}/auth/sign-in?to=/purchases`, { redirect: 'manual' })
  expect([signIn.status, signIn.headers.get('location')]).toEqual([302, '/purchases'])
  await vi.waitFor(() => expect(print).toHaveBeenCalledWith(`Passbook: ${url}\n`))
})
