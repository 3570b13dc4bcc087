import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runScanner } from './scanner.mjs'

/** Newer ones need Node 24 for their own tests; its install script downloads, which is not wanted. */
const OBSERVATORY = '@mdn/mdn-http-observatory@1.4.8'
const OBSERVATORY_FOLDER = 'node_modules/.cache/observatory'
const GRADE = 'A+'

/** Installs Mozilla's Observatory beside the dependencies, once. @returns {string} its program */
export function ensureObservatory() {
  const own = join(OBSERVATORY_FOLDER, 'node_modules/@mdn/mdn-http-observatory')
  const program = join(own, 'src/scan.js')
  if (!existsSync(program)) {
    mkdirSync(OBSERVATORY_FOLDER, { recursive: true })
    writeFileSync(join(OBSERVATORY_FOLDER, 'package.json'), '{"private": true}\n')
    const flags = ['--ignore-scripts', '--no-save', '--no-package-lock', '--loglevel', 'error']
    const install = spawnSync('npm', ['install', ...flags, OBSERVATORY], {
      cwd: OBSERVATORY_FOLDER,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
    })
    if (install.status !== 0) throw new Error(`${OBSERVATORY} could not be installed from npm.`)
  }
  // The list of preloaded names is what its install script would download; ours is on none.
  writeFileSync(join(own, 'conf/hsts-preload.json'), '{}\n')
  return program
}

/**
 * What keeps a host from the best grade. It is reached on ports 80 and 443: the scanner takes a name alone.
 * @param {string} program @param {string} host @param {string} ca a file
 * @returns {Promise<string[]>}
 */
export async function observe(program, host, ca) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: ca }
  const { output } = await runScanner(process.execPath, [program, host], { seconds: 120, env })
  const report = JSON.parse(output || '{"error": "no report"}')
  const { grade = report.error, score } = report.scan ?? {}
  process.stdout.write(`Observatory: ${grade} (${score})\n`)
  for (const [name, test] of Object.entries(report.tests ?? {})) {
    const verdict = test.pass ? 'passed' : 'FAILED'
    process.stdout.write(`  ${verdict} ${name} (${test.scoreModifier})\n`)
  }
  return grade === GRADE ? [] : [`Observatory gives ${grade}, not ${GRADE}.`]
}
