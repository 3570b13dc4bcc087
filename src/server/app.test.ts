import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { oneToken } from './bearer'
import { NOBODY, nowhere, passbookFor, raw, TOKEN } from './test-kit'

const own = { 'x-passbook': '1' }
const started = async () => passbookFor(await nowhere())

describe('GET /api/session', () => {
  it('[product] tells the page who it is for and what there is, and no token', async () => {
    const { url } = await started()
    const reply = await raw(url, { path: '/api/session', headers: own })
    const tag = createHash('sha256').update(TOKEN).digest('base64url').slice(0, 22)
    expect(JSON.parse(reply.body.toString())).toEqual({
      signed_in: true,
      account: { tag, name: 'You' },
      envoy: { contract: 'envoy@2026-10', requests_per_minute: 120, link_hosts: [] },
      calls: false,
      session: null,
    })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(JSON.stringify([reply.headers, reply.body.toString()])).not.toContain(TOKEN)
  })

  it('[product] has no account when nobody is signed in', async () => {
    const { url } = await passbookFor(await nowhere(), { bearers: NOBODY })
    const reply = await raw(url, { path: '/api/session', headers: own })
    expect(JSON.parse(reply.body.toString())).toMatchObject({ signed_in: false, account: null })
  })

  it('[SR-22] has another tag for another token', async () => {
    let token = 'first'
    const bearers = oneToken(() => token, null)
    const request = new Request('http://127.0.0.1/')
    const first = await bearers.bearerFor(request)
    token = 'second'
    const second = await bearers.bearerFor(request)
    expect([first?.token, second?.token]).toEqual(['first', 'second'])
    expect(first?.account.tag).not.toBe(second?.account.tag)
  })
})

describe('addresses', () => {
  it('[product] /healthz answers without a header or a token', async () => {
    const { url } = await passbookFor(await nowhere(), { bearers: NOBODY })
    const reply = await raw(url, { path: '/healthz' })
    expect([reply.status, reply.body.toString()]).toEqual([200, '{"status":"ok"}'])
  })

  it.each(['/api', '/api/', '/api/nothing', '/api/tools', '/api/tools/list_purchases/more'])(
    '[product] %s is a 404 in JSON',
    async (path) => {
      const { url } = await started()
      const reply = await raw(url, { path, headers: own })
      expect(reply.status).toBe(404)
      expect(JSON.parse(reply.body.toString())).toMatchObject({
        passbook: { kind: 'unknown_route' },
      })
    },
  )

  it('[product] everything under /api needs the header', async () => {
    const { url } = await started()
    for (const path of ['/api', '/api/session', '/api/nothing', '/api/tools/list_purchases']) {
      const reply = await raw(url, { path })
      expect([path, reply.status]).toEqual([path, 403])
    }
  })
})

describe('the Host check', () => {
  it('[product] answers to its own names only', async () => {
    const { url } = await started()
    const { port } = new URL(url)
    const status = async (host: string) => {
      const reply = await raw(url, { path: '/api/session', headers: { ...own, host } })
      return reply.status
    }
    for (const host of ['127.0.0.1', 'localhost', 'LocalHost', '[::1]']) {
      expect([host, await status(`${host}:${port}`)]).toEqual([host, 200])
    }
    for (const host of [
      `evil.test:${port}`,
      'evil.test',
      'localhost',
      '127.0.0.1:1',
      `localhost.evil.test:${port}`,
      `localhost:${port}@evil.test`,
      `evil.test#localhost:${port}`,
      `localhost.:${port}`,
      `0.0.0.0:${port}`,
      `2130706433:${port}`,
    ]) {
      expect([host, await status(host)]).toEqual([host, 403])
    }
  })

  it('[product] refuses the page and the health check as well', async () => {
    const { url } = await started()
    for (const path of ['/', '/healthz', '/assets/x.js']) {
      const reply = await raw(url, { path, headers: { host: 'evil.test' } })
      expect(reply.status).toBe(403)
      expect(JSON.parse(reply.body.toString())).toMatchObject({ passbook: { kind: 'refused' } })
    }
  })

  it('[product] answers to the address people use', async () => {
    const publicUrl = new URL('https://passbook.example.com')
    const { url } = await passbookFor(await nowhere(), { publicUrl })
    const reply = await raw(url, { path: '/healthz', headers: { host: 'passbook.example.com' } })
    expect(reply.status).toBe(200)
  })
})
