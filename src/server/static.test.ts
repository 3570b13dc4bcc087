import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressFolder } from '../../tools/compress.mjs'
import { loadPage } from './static'
import { nowhere, passbookFor, raw } from './test-kit'

const folder = mkdtempSync(join(tmpdir(), 'passbook-page-'))
const client = join(folder, 'client')
const script = `console.log('${'passbook '.repeat(400)}')`

beforeAll(() => {
  mkdirSync(join(client, 'assets'), { recursive: true })
  mkdirSync(join(client, '.vite'))
  const files = {
    'index.html': '<!doctype html><title>Passbook</title>',
    'favicon.svg': '<svg/>',
    'assets/main-abc123.js': script,
    'assets/main-abc123.js.map': '{}',
    'assets/small-abc123.css': 'a{}',
    'assets/anek-abc123.woff2': 'x'.repeat(4_000),
    '.vite/manifest.json': '{}',
    '.env': 'ENVOY_TOKEN=x',
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(client, path), text)
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  compressFolder(client)
})
afterAll(() => rmSync(folder, { recursive: true }))

const serve = async () => passbookFor(await nowhere(), { page: loadPage(client) })
const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const { url } = await serve()
  return raw(url, { path, headers, method })
}

describe('the page', () => {
  it.each([
    '/',
    '/history',
    '/history?q=neem.mart',
    '/purchases/pur_00',
    '/history/a/b',
    '/%E0%A4%AA',
  ])('[product] is index.html at %s, never stored', async (path) => {
    const reply = await ask(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect(reply.status).toBe(200)
    expect(reply.body.toString()).toContain('<title>Passbook</title>')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
  })

  it('[product] is not an answer to a request for something else', async () => {
    expect((await ask('/history', { accept: 'application/json' })).status).toBe(404)
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '[product] does not answer %s',
    async (method) => {
      const reply = await ask('/history', {}, method)
      expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD'])
    },
  )

  it('[product] answers HEAD with the same headers and no body', async () => {
    const [head, get] = [
      await ask('/assets/main-abc123.js', {}, 'HEAD'),
      await ask('/assets/main-abc123.js'),
    ]
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  })
})

describe('assets', () => {
  it('[product] with a hash in the name are kept for ever', async () => {
    const reply = await ask('/assets/main-abc123.js')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(reply.headers).not.toHaveProperty('content-encoding')
    expect(reply.body.toString()).toBe(script)
  })

  it('[product] without one are kept for an hour', async () => {
    expect((await ask('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['BR;q=1.0, gzip;q=0.5', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000', undefined],
    ['identity', undefined],
    ['', undefined],
    ['brotli', undefined],
  ])('[product] come compressed for Accept-Encoding %j', async (accept, coding) => {
    const reply = await ask('/assets/main-abc123.js', { 'accept-encoding': accept })
    expect(reply.headers['content-encoding']).toBe(coding)
    expect(Number(reply.headers['content-length'])).toBe(reply.body.length)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? '']
    expect((unpack ? unpack(reply.body) : reply.body).toString()).toBe(script)
  })

  it.each(['/assets/small-abc123.css', '/assets/anek-abc123.woff2'])(
    '[product] that gain nothing stay as they are: %s',
    async (path) => {
      const reply = await ask(path, { 'accept-encoding': 'br, gzip' })
      expect(reply.status).toBe(200)
      expect(reply.headers).not.toHaveProperty('content-encoding')
    },
  )

  it.each([
    '/assets/main-old.js',
    '/assets/main',
    '/assets/',
    '/assets/main-abc123.js.map',
    '/assets/main-abc123.js.br',
    '/assets/main-abc123.js.gz',
    '/.vite/manifest.json',
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/.git/HEAD',
    '/x/.hidden/y',
    '/missing.js',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '/%00.js',
    '/%ff.js',
    '/index.html%00.js',
    '/package.json',
  ])('[SR-10] nothing is served at %s', async (path) => {
    const reply = await ask(path)
    expect(reply.status).toBe(404)
    expect(reply.body.toString()).not.toMatch(/secret|ENVOY_TOKEN|console/)
  })
})

describe('loadPage', () => {
  it('[product] finds no page where none was built', () => {
    expect(loadPage(join(folder, 'nothing'))).toBeNull()
  })

  it('[product] keeps the running page when a new build replaces the files', async () => {
    const page = loadPage(client)
    writeFileSync(join(client, 'assets/small-abc123.css'), 'b{}')
    const { url } = await passbookFor(await nowhere(), { page })
    expect((await raw(url, { path: '/assets/small-abc123.css' })).body.toString()).toBe('a{}')
    writeFileSync(join(client, 'assets/small-abc123.css'), 'a{}')
  })
})
