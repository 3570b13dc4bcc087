import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LIBRARY_STYLE_HASHES } from './headers'
import { fakeIssuer } from './sign-in/fake-issuer.fixture'
import { signInServer } from './sign-in/sign-in.fixture'
import type { RunningServer } from './start'
import type { Page } from './static'
import { fakeEnvoy, NOBODY, nowhere, passbookFor, raw } from './test-kit'

const EXPECTED = {
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' ${LIBRARY_STYLE_HASHES.map((hash) => `'sha256-${hash}'`).join(' ')}; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), bluetooth=(), display-capture=(), publickey-credentials-get=(), clipboard-read=(), browsing-topics=()',
}

const bytes = new TextEncoder().encode('<!doctype html>')
const file = (cache: string) => ({ type: 'text/html', cache, plain: bytes, encoded: [] })
const page: Page = new Map([
  ['/index.html', file('no-store')],
  ['/assets/a-1.js', file('public, max-age=31536000, immutable')],
])

type Ask = (server: RunningServer) => ReturnType<typeof raw>
const own = { 'x-passbook': '1' }
const post = (path: string, more: Record<string, string> = {}, body = '{}'): Ask => {
  return ({ url }) => raw(url, { method: 'POST', path, headers: { ...own, ...more }, body })
}
const get = (path: string, headers: Record<string, string> = {}): Ask => {
  return ({ url }) => raw(url, { path, headers })
}

const KINDS: [kind: string, status: number, ask: Ask][] = [
  ['the page', 200, get('/')],
  ['an address of the app', 200, get('/purchases/x')],
  ['an asset', 200, get('/assets/a-1.js')],
  ['a missing asset', 404, get('/assets/b-2.js')],
  ['a wrong method', 405, ({ url }) => raw(url, { method: 'DELETE' })],
  ['health', 200, get('/healthz')],
  ['the session', 200, get('/api/session', own)],
  ['a sign-in that there is not', 302, get('/auth/sign-in')],
  ['an unknown address of sign-in', 404, get('/auth/nothing')],
  ['a call without the header', 403, get('/api/session')],
  ['an unknown address of the api', 404, get('/api/nothing', own)],
  ["Envoy's reply", 200, post('/api/tools/list_purchases')],
  ['an unknown tool', 404, post('/api/tools/close_account')],
  ['a large body', 413, post('/api/tools/list_purchases', {}, 'x'.repeat(65_537))],
  ['another Host', 403, get('/', { host: 'evil.test' })],
  ['a malformed Host', 403, get('/', { host: 'a b<c' })],
]

describe('the header set', () => {
  it.each(KINDS)('[SR-9] is on %s (%d)', async (_, status, ask) => {
    const envoy = await fakeEnvoy((_incoming, outgoing) => outgoing.end('{}'))
    const reply = await ask(await passbookFor(envoy.url, { page }))
    expect(reply.status).toBe(status)
    expect(reply.headers).toMatchObject(EXPECTED)
    expect(reply.headers).toHaveProperty('cache-control')
    expect(reply.headers).not.toHaveProperty('strict-transport-security')
    expect(reply.headers).not.toHaveProperty('x-powered-by')
  })

  it.each([
    ['the way to the issuer', 302, get('/auth/sign-in')],
    ['the style of the page of a failed sign-in', 200, get('/auth/page.css')],
    ['a failed sign-in', 400, get('/auth/callback?code=x&state=y')],
    ['a refresh of nothing', 401, post('/auth/refresh')],
    ['a sign-out', 200, post('/auth/sign-out')],
    ['a refusal', 403, post('/auth/sign-out', { origin: 'https://evil.example' })],
    ['a wrong method', 405, get('/auth/sign-out')],
  ])('[SR-9] is on %s (%d), which nobody keeps', async (_, status, ask) => {
    const { server } = await signInServer(await fakeIssuer())
    const reply = await ask(server)
    expect([reply.status, reply.headers]).toMatchObject([status, EXPECTED])
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('[SR-10] lets the page of a failed sign-in have its own style, and no other', async () => {
    const { server } = await signInServer(await fakeIssuer())
    const html = (await get('/auth/callback')(server)).body.toString()
    expect(html).toContain('<link rel="stylesheet" href="/auth/page.css">')
    expect(html).not.toMatch(/<script|<style|style=|<form|https?:/)
    const style = await get('/auth/page.css')(server)
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
  })

  it('[SR-9] is on a failure to reach Envoy, and on one inside the server', async () => {
    const unreachable = await passbookFor(await nowhere())
    const lost = await post('/api/tools/list_purchases')(unreachable)
    expect(lost).toMatchObject({ status: 502, headers: EXPECTED })
    const broken = await passbookFor(await nowhere(), {
      bearers: {
        ...NOBODY,
        async holderFor() {
          throw new Error('secret detail')
        },
      },
    })
    const failed = await get('/api/session', own)(broken)
    expect(failed).toMatchObject({ status: 500, headers: EXPECTED })
    expect(failed.body.toString()).not.toMatch(/secret detail| {4}at /)
    expect(JSON.parse(failed.body.toString())).toMatchObject({ passbook: { kind: 'failed' } })
  })

  it.each([
    ['400 bad request', 'what is not HTTP', 'NOT HTTP AT ALL'],
    ['403 forbidden', 'a request without a Host', 'GET / HTTP/1.1\r\nConnection: close'],
    ['403 forbidden', 'an empty Host', 'GET / HTTP/1.1\r\nHost:\r\nConnection: close'],
    ['403 forbidden', 'HTTP/1.0', 'GET / HTTP/1.0'],
    ['417 expectation failed', 'an unknown Expect', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: more'],
  ])('[SR-9] is on the %s for %s', async (status, _, request) => {
    const server = await passbookFor(await nowhere())
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text.toLowerCase()))
      socket.write(`${request}\r\n\r\n`)
    })
    expect(answer).toContain(status)
    for (const [name, value] of Object.entries(EXPECTED)) {
      expect(answer).toContain(`${name}: ${value.toLowerCase()}\r\n`)
    }
  })

  it('[SR-9] answers what is not HTTP in the middle of a reply with its end, never inside it', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.write('{"half":'))
    const server = await passbookFor(envoy.url)
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.on('data', (chunk) => {
        text += chunk
        if (text.includes('{"half":')) socket.write('NOT HTTP AT ALL\r\n\r\n')
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(text))
      const { host } = new URL(server.url)
      const head = `POST /api/tools/list_purchases HTTP/1.1\r\nHost: ${host}\r\nX-Passbook: 1`
      socket.write(`${head}\r\nContent-Length: 2\r\n\r\n{}`)
    })
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })

  it('[SR-9] asks for https where people use https, and only there', async () => {
    const server = await passbookFor(await nowhere(), {
      publicUrl: new URL('https://passbook.example.com'),
    })
    const reply = await get('/healthz', { host: 'passbook.example.com' })(server)
    expect(reply.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  })

  it('[SR-9] never allows inline or evaluated code', () => {
    expect(EXPECTED['content-security-policy']).not.toMatch(/unsafe|data:|blob:|\*|http/)
  })

  it('[SR-12] trusts no nonce, no host and no scheme: only files of its own, and styles by their hash', () => {
    const directives = EXPECTED['content-security-policy']
      .split('; ')
      .map((text) => text.split(' '))
    const names = directives.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
    const sources = directives.filter(([name]) => name?.endsWith('-src'))
    expect(sources.find(([name]) => name === 'script-src')).toEqual(['script-src', "'self'"])
    for (const source of sources.flatMap(([, ...values]) => values)) {
      expect(source).toMatch(/^'(?:none|self|sha256-[\w+/]{43}=)'$/)
    }
  })
})

describe('LIBRARY_STYLE_HASHES', () => {
  const react = dirname(createRequire(import.meta.url).resolve('react-aria/package.json'))

  /** The text of the one style element a file of the library inserts. */
  function insertedStyle(path: string): string {
    const source = readFileSync(join(react, 'dist/private', path), 'utf8')
    const templates = [...source.matchAll(/style\.textContent = `([^`]*)`\s*\.trim\(\)/g)]
    expect(templates).toHaveLength(1)
    const constants = new Map(
      [...source.matchAll(/^const (\S+) = '([^']*)';$/gm)].map(([, name, value]) => [name, value]),
    )
    return (templates[0]?.[1] ?? '')
      .replace(/\$\{([^}]+)\}/g, (_, name) => constants.get(name) ?? '')
      .trim()
  }

  it.each([
    ['interactions/usePress.mjs', 0],
    ['overlays/usePreventScroll.mjs', 1],
  ])('[SR-10] allow exactly what react-aria inserts in %s', (path, index) => {
    const hash = createHash('sha256').update(insertedStyle(path)).digest('base64')
    expect(LIBRARY_STYLE_HASHES[index]).toBe(hash)
  })
})
