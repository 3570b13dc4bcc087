import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureChromium } from './chromium.mjs'
import { startDeployment } from './deployment.mjs'
import { ensureNginx } from './nginx.mjs'
import { ensureObservatory, observe } from './observatory.mjs'
import { attack, ensureWapiti } from './wapiti.mjs'

const NAME = 'localhost'
const HTTP = 80
const HTTPS = 443

/** @typedef {Awaited<ReturnType<typeof startDeployment>>} Deployment */

/** Signs the demo account in, as a person does. @param {Deployment} deployment */
async function signIn(deployment) {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    const page = await context.newPage()
    await page.goto(`${deployment.url}/auth/sign-in?to=%2Fhistory`)
    await page.getByRole('button', { name: /demo/ }).click()
    await page.waitForURL(`${deployment.url}/history`)
    const cookies = await context.cookies(deployment.url)
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  } finally {
    await browser.close()
  }
}

/** What the two servers logged about the scan. @param {Deployment} deployment @param {string} cookie */
function readLogs(deployment, cookie) {
  const logs = deployment.servers.map((server) => server.errors()).join('')
  const lines = logs.split('\n').filter((line) => line.startsWith('{'))
  process.stdout.write(`Passbook's log: ${lines.length} lines\n`)
  const secrets = cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1))
  return [
    ...lines.filter((line) => JSON.parse(line).level === 'error').map((line) => `Error: ${line}`),
    ...(secrets.some((secret) => logs.includes(secret)) ? ['A cookie is in the log.'] : []),
  ]
}

async function main() {
  if (process.getuid?.() !== 0)
    throw new Error('The scanners need root: they use ports 80 and 443.')
  ensureNginx()
  const wapiti = ensureWapiti()
  const program = ensureObservatory()
  const folder = mkdtempSync(join(tmpdir(), 'passbook-scanners-'))
  const deployment = await startDeployment({
    name: NAME,
    http: HTTP,
    https: HTTPS,
    sandbox: { SANDBOX_RATE: '100000' },
  })
  try {
    const ca = join(folder, 'ca.pem')
    writeFileSync(ca, deployment.nginx.ca)
    const cookie = await signIn(deployment)
    const problems = [
      ...(await observe(program, NAME, ca)),
      ...(await attack(wapiti, deployment.url, cookie, folder)),
      ...readLogs(deployment, cookie),
    ]
    process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
    process.stdout.write(`Scanners: ${problems.length} findings\n`)
    process.exitCode = problems.length > 0 ? 1 : 0
  } finally {
    await deployment.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `npm run proof`: two scanners by others against what docs/deploy.md describes. */
try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
