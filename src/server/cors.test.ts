import { describe, expect, it } from 'vitest'
import { TOOLS } from '@/api/envoy/contract'
import { fakeIssuer } from './sign-in/fake-issuer.fixture'
import { signInServer } from './sign-in/sign-in.fixture'
import { fakeEnvoy, passbookFor, raw } from './test-kit'

const ADDRESSES = [
  '/api/session',
  ...TOOLS.map((tool) => `/api/tools/${tool}`),
  '/api/tools/close_account',
  '/api/nothing',
  '/api',
  '/auth/sign-in',
  '/auth/callback',
  '/auth/refresh',
  '/auth/sign-out',
  '/history',
  '/healthz',
  '/readyz',
]
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'x-passbook,content-type',
  'access-control-request-private-network': 'true',
}

const grantsOf = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('no other origin is granted anything', () => {
  it.each(['https://evil.example', 'null', 'http://localhost:4174', 'own'])(
    '[SR-13] [SR-1] not to %s, whatever it asks for and however',
    async (asker) => {
      const { server } = await signInServer(await fakeIssuer())
      const origin = asker === 'own' ? new URL(server.url).origin : asker
      for (const path of ADDRESSES) {
        for (const method of ['OPTIONS', 'GET', 'POST', 'PUT', 'DELETE']) {
          const headers = { origin, ...(method === 'OPTIONS' ? PREFLIGHT : { 'x-passbook': '1' }) }
          const reply = await raw(server.url, { method, path, headers, body: '{}' })
          expect([method, path, grantsOf(reply.headers)]).toEqual([method, path, []])
        }
      }
    },
  )

  it('[SR-13] [SR-1] a preflight to /api is refused before anybody is asked', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
    const { url } = await passbookFor(envoy.url)
    for (const path of ADDRESSES.filter((address) => address.startsWith('/api/'))) {
      const headers = { origin: 'https://evil.example', ...PREFLIGHT }
      const reply = await raw(url, { method: 'OPTIONS', path, headers })
      expect([path, reply.status]).toEqual([path, 403])
    }
    expect(envoy.calls).toEqual([])
  })

  it("[SR-13] [SR-1] passes none of Envoy's own grants on", async () => {
    const envoy = await fakeEnvoy((_, outgoing) => {
      outgoing.setHeader('Access-Control-Allow-Origin', '*')
      outgoing.setHeader('Access-Control-Allow-Credentials', 'true')
      outgoing.setHeader('Access-Control-Expose-Headers', 'Retry-After')
      outgoing.end('{"from":"envoy"}')
    })
    const { url } = await passbookFor(envoy.url)
    const reply = await raw(url, {
      method: 'POST',
      path: '/api/tools/list_purchases',
      headers: { 'x-passbook': '1', origin: new URL(url).origin },
      body: '{}',
    })
    expect([reply.status, reply.body.toString()]).toEqual([200, '{"from":"envoy"}'])
    expect(grantsOf(reply.headers)).toEqual([])
    expect(reply.headers['cross-origin-resource-policy']).toBe('same-origin')
  })
})
