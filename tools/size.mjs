import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** @typedef {{ file: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk */

const BUDGET = { history: 150_000, further: 30_000 }
/** The chunk of a route's page, as the router's plugin names it in Vite's manifest; null: in the entry. */
const PAGES = {
  '/history': null,
  '/history/$purchaseId': 'src/routes/history.$purchaseId.tsx?tsr-split=component',
  '/purchases': 'src/routes/purchases.index.tsx?tsr-split=component',
  '/purchases/$purchaseId': 'src/routes/purchases.$purchaseId.tsx?tsr-split=component',
}

/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))

/** The scripts a chunk needs before it runs. @param {string} key @param {Set<string>} seen */
function closure(key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no chunk "${key}".`)
  if (seen.has(chunk.file)) return seen
  if (chunk.file.endsWith('.js')) seen.add(chunk.file)
  for (const next of chunk.imports ?? []) closure(next, seen)
  return seen
}

/** @param {Iterable<string>} files */
function gzipped(files) {
  let sum = 0
  for (const file of files)
    sum += gzipSync(readFileSync(`dist/client/${file}`), { level: 9 }).length
  return sum
}

const boot = readdirSync('dist/client/assets')
  .filter((file) => /^theme-boot-.*\.js$/.test(file))
  .map((file) => `assets/${file}`)
const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
const shared = new Set([...boot, ...entries.flatMap((key) => [...closure(key)])])
let failed = false
for (const [route, key] of Object.entries(PAGES)) {
  const isHistory = key === null
  const bytes = gzipped(isHistory ? shared : [...closure(key)].filter((file) => !shared.has(file)))
  const budget = isHistory ? BUDGET.history : BUDGET.further
  const verdict = bytes <= budget ? 'ok' : 'OVER'
  failed ||= bytes > budget
  const size = `${(bytes / 1000).toFixed(1)} kB`.padStart(9)
  process.stdout.write(
    `${verdict.padEnd(5)}${size} of ${budget / 1000} kB  ${route}${isHistory ? '' : ' (beyond /history)'}\n`,
  )
}
process.exitCode = failed ? 1 : 0
