import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

/**
 * The import table, by resolved path: lint reads only what an import says, so a relative
 * path could walk around it. `features` is refined below: a feature sees itself only.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  lib: ['lib'],
  'api/core': ['lib', 'api/core'],
  'api/envoy': ['lib', 'api/core', 'api/envoy'],
  'api/session': ['lib', 'api/core', 'api/envoy', 'api/session'],
  ui: ['lib', 'ui'],
  notices: ['lib', 'api/core', 'api/envoy', 'api/session', 'ui', 'notices'],
  features: ['lib', 'api/core', 'api/envoy', 'api/session', 'ui', 'notices', 'features'],
  routes: [
    'lib',
    'api/core',
    'api/envoy',
    'api/session',
    'ui',
    'notices',
    'features',
    'routes',
    'root',
  ],
  root: [
    'lib',
    'api/core',
    'api/envoy',
    'api/session',
    'ui',
    'notices',
    'features',
    'routes',
    'root',
  ],
  server: ['lib', 'server'],
  sandbox: ['lib', 'sandbox'],
}
const ALSO: Record<string, readonly string[]> = {
  server: ['src/api/envoy/contract'],
  sandbox: ['src/api/envoy/contract'],
  'src/server/main.ts': ['src/sandbox/start'],
}
/** Rooms that must run without any framework, and rooms that must run without Node. */
const NO_FRAMEWORK = ['lib', 'api/core', 'api/envoy', 'api/session', 'server', 'sandbox']
const NO_NODE = [
  'lib',
  'api/core',
  'api/envoy',
  'api/session',
  'ui',
  'notices',
  'features',
  'routes',
  'root',
]
const FRAMEWORK = /^(react|react-dom|@tanstack\/|react-aria|lucide-react)/
const NODE = /^(node:|hono|@hono\/|better-sqlite3)/

const root = resolve(import.meta.dirname, '..')
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .filter((file) => !file.endsWith('routeTree.gen.ts'))

function roomOf(file: string): string {
  const [, first = '', second = ''] = file.split('/')
  if (first === 'api') return `api/${second}`
  return first in MAY_IMPORT && file.split('/').length > 2 ? first : 'root'
}

function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((m) => m[1] ?? '')
}

function target(file: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return `src/${specifier.slice(2)}`
  if (!specifier.startsWith('.')) return null
  return relative(root, resolve(root, dirname(file), specifier))
}

function allowed(file: string, specifier: string): boolean {
  const room = roomOf(file)
  const to = target(file, specifier)
  if (to === null) {
    if (FRAMEWORK.test(specifier)) return !NO_FRAMEWORK.includes(room)
    return !(NODE.test(specifier) && NO_NODE.includes(room))
  }
  if ([...(ALSO[room] ?? []), ...(ALSO[file] ?? [])].includes(to)) return true
  if (room === 'features' && to.startsWith('src/features/')) {
    return to.split('/')[2] === file.split('/')[2]
  }
  return (MAY_IMPORT[room] ?? []).includes(roomOf(`${to}.ts`))
}

it('[product] every import keeps the table of rooms, also by its resolved path', () => {
  const broken = files.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => !allowed(file, specifier))
      .map((specifier) => `${file} → ${specifier}`),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(broken).toEqual([])
})

it('[product] the table itself refuses what it should', () => {
  expect(allowed('src/lib/money.ts', '../sandbox/world')).toBe(false)
  expect(allowed('src/api/core/gate.ts', '../envoy/contract')).toBe(false)
  expect(allowed('src/api/core/gate.ts', 'react')).toBe(false)
  expect(allowed('src/api/envoy/client.ts', '../session/owner')).toBe(false)
  expect(allowed('src/api/session/owner.ts', '@tanstack/react-query')).toBe(false)
  expect(allowed('src/api/session/owner.ts', '../core/stored')).toBe(true)
  expect(allowed('src/features/history/page.tsx', '../purchases/page')).toBe(false)
  expect(allowed('src/features/history/page.tsx', './columns')).toBe(true)
  expect(allowed('src/sandbox/tools/x.ts', '@/api/envoy/schemas')).toBe(false)
  expect(allowed('src/sandbox/tools/x.ts', '@/api/envoy/contract')).toBe(true)
  expect(allowed('src/server/app.ts', '@/sandbox/start')).toBe(false)
  expect(allowed('src/server/main.ts', '@/sandbox/start')).toBe(true)
})
