import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { call, fakeEnvoy, later, nowhere, passbookFor, raw } from './test-kit'

describe('startServer', () => {
  it('[product] listens on any free port and says which', async () => {
    const { url } = await passbookFor(await nowhere())
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/)
    expect((await raw(url, { path: '/healthz' })).status).toBe(200)
  })

  it('[product] rejects when the port is busy', async () => {
    const { url } = await passbookFor(await nowhere())
    const port = Number(new URL(url).port)
    await expect(passbookFor(await nowhere(), { port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })

  it('[product] stops at once although reads are held and connections idle', async () => {
    const arrived = later()
    const envoy = await fakeEnvoy(() => arrived.resolve())
    const server = await passbookFor(envoy.url)
    const idle = connect(Number(new URL(server.url).port), '127.0.0.1')
    await raw(server.url, { path: '/healthz', headers: { connection: 'keep-alive' } })
    const held = call(server, 'get_purchase_status')
    await arrived.promise
    const started = performance.now()
    await server.close()
    expect(performance.now() - started).toBeLessThan(1_500)
    expect((await held).status).toBe(502)
    await envoy.left
    idle.destroy()
    await expect(fetch(server.url)).rejects.toThrow()
  })

  it('[product] lets a write on its way finish before it stops', async () => {
    let finish = () => {}
    const arrived = later()
    const envoy = await fakeEnvoy((_, outgoing) => {
      finish = () => outgoing.end('{"ok":true}')
      arrived.resolve()
    })
    const server = await passbookFor(envoy.url)
    const write = call(server, 'submit_answer')
    await arrived.promise
    const closed = server.close()
    setTimeout(() => finish(), 100)
    expect(await (await write).json()).toEqual({ ok: true })
    await closed
  })
})
