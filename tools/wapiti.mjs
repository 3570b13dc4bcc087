import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { findProgram, installFromDebian } from './debian.mjs'
import { runScanner } from './scanner.mjs'

const WAPITI_SECONDS = 300
/** What a page without JavaScript would not lead to. */
const STARTS = [
  '/',
  '/history?q=tea&from=2026-10-01',
  '/purchases',
  '/purchases/pur_1',
  '/auth/sign-in?to=%2Fhistory',
  '/auth/callback?code=x&state=y&iss=z',
  '/auth/callback?error=access_denied&error_description=no&state=y',
  '/api/session?x=1',
  '/api/tools/list_purchases?x=1',
  '/healthz?x=1',
  '/readyz?x=1',
  '/assets/?x=1',
]

/** What this version of wapiti still asks for: a header that no browser of today reads. */
const OBSOLETE = new Map([
  ['X-XSS-Protection is not set', 'browsers took the filter out, since it made holes itself'],
])

/** Finds wapiti or installs Debian's. @returns {string} its program */
export function ensureWapiti() {
  const find = () => findProgram(['wapiti'])
  if (!find()) installFromDebian(['wapiti'])
  const program = find()
  if (!program) throw new Error('No wapiti found: install one (Debian: "apt-get install wapiti").')
  return program
}

/**
 * Where the scanner wants a server to be lured to. Its own is on the internet; this one counts who comes.
 * @returns {Promise<{ url: string, lured(): number, close(): void }>}
 */
function startLure() {
  let lured = 0
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/ssrf/')) lured += 1
    outgoing.setHeader('Content-Type', 'application/json').end('{}')
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      resolve({
        url: `http://127.0.0.1:${port}/`,
        lured: () => lured,
        close: () => server.close(),
      })
    })
  })
}

/**
 * What wapiti finds with its usual modules, signed in; its files go into the folder.
 * @param {string} wapiti @param {string} url @param {string} cookie @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function attack(wapiti, url, cookie, folder) {
  const report = join(folder, 'wapiti.json')
  const starts = STARTS.flatMap((path) => ['--start', `${url}${path}`])
  const lure = await startLure()
  const { status } = await runScanner(
    wapiti,
    [
      ...['--url', `${url}/`, '--scope', 'domain', ...starts],
      ...['--header', `Cookie: ${cookie}`, '--header', 'X-Passbook: 1', '--verify-ssl', '0'],
      ...['--endpoint', lure.url, '--no-bugreport'],
      ...['--max-scan-time', String(WAPITI_SECONDS), '--flush-session', '--store-session', folder],
      ...['--format', 'json', '--output', report],
    ],
    { seconds: WAPITI_SECONDS + 120 },
  )
  lure.close()
  if (lure.lured() > 0) return ['wapiti lured a server to an address of its choice.']
  if (!existsSync(report)) return [`wapiti ended with ${status} and without a report.`]
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8'))
  const categories = Object.entries({ ...vulnerabilities, ...anomalies })
  const findings = categories.flatMap(([category, found]) =>
    found.map((/** @type {{ info: string, path: string }} */ one) => ({ category, ...one })),
  )
  process.stdout.write(`wapiti: ${categories.length} kinds, ${findings.length} findings\n`)
  for (const { info } of findings) {
    const reason = OBSOLETE.get(info)
    if (reason) process.stdout.write(`  dismissed ${info}: ${reason}\n`)
  }
  return findings
    .filter(({ info }) => !OBSOLETE.has(info))
    .map(({ category, info, path }) => `wapiti, ${category}: ${info} (${path})`)
}
