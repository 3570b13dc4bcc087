import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { packagesOf } from './licences.mjs'

const FILE = 'dist/sbom.json'
const ARGUMENTS = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']

/** @typedef {{ name: string, version: string, 'bom-ref': string }} Component */
/** @typedef {{ ref: string, dependsOn?: string[] }} Dependency */

/**
 * `npm run sbom`: every package of what runs, as CycloneDX, from the lock file: the same on every
 * machine, whatever is installed there. npm's own `--omit dev` also leaves out what runs and is
 * needed by a tool as well (React, for one), so that the choice is made here; and npm names the
 * whole after the folder it lies in.
 */
const bom = JSON.parse(
  execFileSync('npm', ARGUMENTS, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
)
const { name } = JSON.parse(readFileSync('package.json', 'utf8'))
const runs = new Set(packagesOf(process.cwd()).flatMap((one) => (one.isDev ? [] : [one.name])))
/** @type {Component[]} */
const components = bom.components.filter((/** @type {Component} */ one) =>
  runs.has(`${one.name}@${one.version}`),
)
const missing = runs.size - new Set(components.map((one) => `${one.name}@${one.version}`)).size
if (missing !== 0) throw new Error(`npm named ${missing} packages too few.`)

const refs = new Set([
  bom.metadata.component['bom-ref'],
  ...components.map((one) => one['bom-ref']),
])
bom.components = components
bom.dependencies = bom.dependencies
  .filter((/** @type {Dependency} */ { ref }) => refs.has(ref))
  .map((/** @type {Dependency} */ { ref, dependsOn = [] }) => ({
    ref,
    dependsOn: dependsOn.filter((one) => refs.has(one)),
  }))
Object.assign(bom.metadata.component, { name, type: 'application' })
mkdirSync('dist', { recursive: true })
writeFileSync(FILE, `${JSON.stringify(bom, null, 2)}\n`)
process.stdout.write(`${FILE}: ${components.length} packages\n`)
