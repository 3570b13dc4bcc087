import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ version?: string, license?: unknown, licenses?: unknown, dev?: boolean, devOptional?: boolean }} Entry */
/** @typedef {{ name: string, licence: string | null, isDev: boolean }} Package */

/** What may be part of what runs: nothing that binds our own code, and the fonts' licence. */
const RUNS = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'OFL-1.1',
])
/** What tools may have beside that: nothing of them is served to anyone. */
const TOOLS = new Set([...RUNS, 'MPL-2.0', 'CC-BY-4.0'])

/** An SPDX expression of OR and AND without nesting. @param {string} expression @param {ReadonlySet<string>} allowed */
export function isAllowed(expression, allowed) {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  return plain.split(' OR ').some((one) => one.split(' AND ').every((id) => allowed.has(id)))
}

/** What a package says of itself, in today's form or an old one. @param {Entry} entry @returns {string | null} */
export function licenceOf({ license, licenses }) {
  const said = license ?? (Array.isArray(licenses) ? licenses[0] : licenses)
  if (typeof said === 'string' && said.trim() !== '') return said
  const type = Object(said).type
  return typeof type === 'string' && type !== '' ? type : null
}

/** Every package of the lock file; what is installed speaks for itself. @param {string} root @returns {Package[]} */
export function packagesOf(root) {
  /** @type {Record<string, Entry>} */
  const entries = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(entries)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => {
      const own = join(root, path, 'package.json')
      const said = existsSync(own) ? JSON.parse(readFileSync(own, 'utf8')) : entry
      const name = `${path.replace(/^.*node_modules\//, '')}@${entry.version ?? '?'}`
      return { name, licence: licenceOf(said), isDev: Boolean(entry.dev || entry.devOptional) }
    })
}

/** One sentence for each package whose licence is missing or not on the list. @param {readonly Package[]} packages */
export function licenceProblems(packages) {
  return packages.flatMap(({ name, licence, isDev }) => {
    if (licence === null) return [`${name} names no licence.`]
    if (isAllowed(licence, isDev ? TOOLS : RUNS)) return []
    return [`${name} is under ${licence}, which is not on the list in tools/licences.mjs.`]
  })
}

/** @param {readonly Package[]} packages @returns {string} */
function table(packages) {
  /** @type {Map<string, string[]>} */
  const byLicence = new Map()
  for (const { name, licence } of packages) {
    const key = licence ?? 'none'
    byLicence.set(key, [...(byLicence.get(key) ?? []), name])
  }
  return [...byLicence]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([licence, names]) => {
      const few = names.slice(0, 4).join(', ')
      const more = names.length > 4 ? ` and ${names.length - 4} more` : ''
      return `${String(names.length).padStart(5)}  ${licence.padEnd(38)} ${few}${more}\n`
    })
    .join('')
}

if (import.meta.filename === process.argv[1]) {
  const packages = packagesOf(process.cwd())
  const isDev = (/** @type {Package} */ one) => one.isDev
  process.stdout.write(`What runs:\n${table(packages.filter((one) => !isDev(one)))}`)
  process.stdout.write(`Tools:\n${table(packages.filter(isDev))}`)
  const problems = licenceProblems(packages)
  process.stderr.write(problems.map((problem) => `${problem}\n`).join(''))
  process.exitCode = problems.length > 0 ? 1 : 0
}
