import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate, OPENSSL } from './certificate.mjs'
import { findProgram, installFromDebian } from './debian.mjs'

const ADVICE =
  'No nginx found: install one (Debian: "apt-get install nginx-light") so that the deployment can be tested.'
/** The file the documents show; what stands here is what gets replaced. */
const EXAMPLE = {
  file: 'docs/deploy/nginx.conf',
  name: 'passbook.example.com',
  certificate: '/etc/ssl/passbook/certificate.pem',
  key: '/etc/ssl/passbook/key.pem',
  log: '/var/log/nginx/passbook.log',
  servers: ['127.0.0.1:4173', '127.0.0.1:4183'],
}
const START_TIMEOUT_MS = 10_000

const findNginx = () => findProgram(['nginx'], ['/usr/sbin'])

/** Finds nginx or installs Debian's when root. Ends with one sentence if neither works. @returns {string} */
export function ensureNginx() {
  const found = findNginx()
  if (found) return found
  process.stdout.write('No nginx here: installing one.\n')
  installFromDebian(['nginx-light', OPENSSL])
  const installed = findNginx()
  if (!installed) throw new Error(ADVICE)
  return installed
}

/** @typedef {{ name: string, http: number, https: number, servers: readonly [number, number] }} Site */

/** The documents' own file, with names, ports and paths of a test. @param {string} folder @param {Site} site */
function siteOf(folder, { name, http, https, servers }) {
  const address = https === 443 ? name : `${name}:${https}`
  /** @type {[from: string, to: string][]} */
  const changes = [
    [`https://${EXAMPLE.name}$request_uri`, `https://${address}$request_uri`],
    [`server_name ${EXAMPLE.name};`, `server_name ${name};`],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
    [EXAMPLE.certificate, join(folder, 'certificate.pem')],
    [EXAMPLE.key, join(folder, 'key.pem')],
    [EXAMPLE.log, join(folder, 'error.log')],
    [`server ${EXAMPLE.servers[0]} `, `server 127.0.0.1:${servers[0]} `],
    [`server ${EXAMPLE.servers[1]} `, `server 127.0.0.1:${servers[1]} `],
  ]
  let text = readFileSync(EXAMPLE.file, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${EXAMPLE.file} has no "${from}".`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** What stands around a site on a machine; compressing and logging, so that the site must say otherwise. @param {string} folder */
function aroundOf(folder) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 2;',
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log crit;`,
    'events { worker_connections 512; }',
    'http {',
    ...temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`),
    `access_log ${folder}/access.log;`,
    'gzip on; gzip_proxied any; gzip_min_length 1; gzip_types *;',
    `include ${folder}/site.conf;`,
    '}',
  ].join('\n')
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/**
 * nginx in front of two Passbook servers, as docs/deploy/nginx.conf says, on this machine's own
 * ports, in a folder of its own that goes when it stops.
 * @param {Site} site
 * @returns {Promise<{ url: string, ca: string, read(file: 'access.log' | 'error.log'): string, stop(): Promise<void> }>}
 */
export async function startNginx(site) {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-nginx-'))
  makeCertificate(folder, site.name)
  writeFileSync(join(folder, 'site.conf'), siteOf(folder, site))
  writeFileSync(join(folder, 'nginx.conf'), aroundOf(folder))
  const child = spawn(
    ensureNginx(),
    ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const until = Date.now() + START_TIMEOUT_MS
  while (!(await answers(site.https))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
      throw new Error(`nginx did not start: ${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url: `https://${site.name}${site.https === 443 ? '' : `:${site.https}`}`,
    ca: readFileSync(join(folder, 'ca.pem'), 'utf8'),
    read: (file) =>
      existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '',
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
