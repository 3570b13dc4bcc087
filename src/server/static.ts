import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** One file of the built page in memory, with what it was compressed to at build. */
type PageFile = {
  readonly type: string
  readonly cache: string
  readonly plain: Uint8Array<ArrayBuffer>
  readonly encoded: readonly { coding: string; bytes: Uint8Array<ArrayBuffer> }[]
}

/** The built page: paths as in the URL, from `/index.html` on. */
export type Page = ReadonlyMap<string, PageFile>

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/** In order of preference. */
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

function cacheOf(path: string): string {
  if (path.endsWith('.html')) return 'no-store'
  return path.startsWith('/assets/') ? FOREVER : AN_HOUR
}

/**
 * Reads the built page into memory once: a request can then name only what was built, and a build
 * that replaces the files does not mix with the running one. Dotfiles, source maps and files of a
 * type the page does not use are left out. Null when there is no page.
 */
export function loadPage(folder: string): Page | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
  return new Map(
    paths.flatMap((path) => {
      const type = TYPES[extname(path)]
      return type ? [[`/${path}`, readFile(join(folder, path), type, cacheOf(`/${path}`))]] : []
    }),
  )
}

function readFile(path: string, type: string, cache: string): PageFile {
  const encoded = CODINGS.flatMap(([coding, suffix]) =>
    existsSync(path + suffix)
      ? [{ coding, bytes: new Uint8Array(readFileSync(path + suffix)) }]
      : [],
  )
  return { type, cache, plain: new Uint8Array(readFileSync(path)), encoded }
}

/** The codings an `Accept-Encoding` header allows; `q=0` refuses one. */
function accepted(header: string | null): ReadonlySet<string> {
  const allowed = new Set<string>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))) allowed.add(coding)
  }
  return allowed
}

function send(file: PageFile, request: Request): Response {
  const codings = accepted(request.headers.get('accept-encoding'))
  const best = file.encoded.find(({ coding }) => codings.has(coding))
  const bytes = best?.bytes ?? file.plain
  const headers = new Headers({
    'Content-Type': file.type,
    'Cache-Control': file.cache,
    'Content-Length': String(bytes.byteLength),
  })
  if (file.encoded.length > 0) headers.set('Vary', 'Accept-Encoding')
  if (best) headers.set('Content-Encoding', best.coding)
  return new Response(request.method === 'HEAD' ? null : bytes, { headers })
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** An address inside the app: no file extension, nothing hidden, not among the assets. */
function isAppRoute(path: string): boolean {
  const parts = path.split('/')
  if (parts.some((part) => part.startsWith('.')) || path.startsWith('/assets/')) return false
  return !parts.at(-1)?.includes('.')
}

const wantsPage = (request: Request) =>
  /text\/html|\*\/\*|^$/.test(request.headers.get('accept') ?? '')

/** A file of the page, `index.html` for every address of the app, or 404. GET and HEAD only. */
export function servePage(page: Page, path: string, request: Request): Response {
  const name = decoded(path)
  const index = page.get('/index.html')
  const file = name === null ? undefined : page.get(name)
  if (file) return send(file, request)
  if (index && name !== null && isAppRoute(name) && wantsPage(request)) return send(index, request)
  return new Response('There is nothing at this address.', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
