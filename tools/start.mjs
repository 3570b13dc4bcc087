import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from './stamp.mjs'

/** What can be started: the product, or the local Envoy alone (`npm run sandbox`). */
const PROGRAMS = new Map([
  ['passbook', 'main.js'],
  ['sandbox', 'sandbox.js'],
])

const root = join(import.meta.dirname, '..')

/** Builds when `dist/` is missing or older than the sources. Quiet unless it fails. */
function buildIfNeeded() {
  if (isBuilt()) return true
  process.stdout.write('Building Passbook: this takes a few seconds.\n')
  const build = spawnSync(process.execPath, ['tools/build.mjs'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (build.status === 0) return true
  process.stderr.write(`${build.stdout}${build.stderr}\n`)
  process.stderr.write(
    'The build failed: the reason stands above; after mending it, start again.\n',
  )
  return false
}

process.chdir(root)
const [name = 'passbook'] = process.argv.slice(2)
const program = PROGRAMS.get(name)
if (!program) {
  process.stderr.write(`There is no "${name}" to start: use "passbook" or "sandbox".\n`)
  process.exitCode = 1
} else if (!buildIfNeeded()) {
  process.exitCode = 1
} else {
  try {
    // In this process, so that signals and the exit code need no passing on.
    await import(pathToFileURL(join(root, 'dist/server', program)).href)
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    process.stderr.write(`Passbook could not start (${reason}): run "npm ci" and start again.\n`)
    process.exitCode = 1
  }
}
