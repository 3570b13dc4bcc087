import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { startNginx } from './nginx.mjs'

const CLIENT = { client_id: 'passbook-behind-nginx', client_secret: 'secret-of-the-deployment' }
const START_TIMEOUT_MS = 30_000

/** A TCP port that is free now. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/**
 * One of the built programs, which can be stopped and started again; ready once it has printed `line`.
 * @param {string} file @param {Record<string, string>} env @param {string} line
 */
function createProgram(file, env, line) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null
  let errors = ''
  return {
    /** What it wrote to the standard error output so far, in all its lives. */
    errors: () => errors,
    async start() {
      const started = spawn(process.execPath, [file], {
        env: { PATH: process.env['PATH'] ?? '', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      started.stderr.on('data', (chunk) => {
        errors += chunk
      })
      await new Promise((resolve, reject) => {
        let output = ''
        const fail = () => reject(new Error(`${file} did not start: ${output}${errors}`))
        const timer = setTimeout(fail, START_TIMEOUT_MS)
        started.once('exit', fail)
        started.stdout.on('data', (chunk) => {
          output += chunk
          if (!output.includes(line)) return
          clearTimeout(timer)
          started.off('exit', fail)
          resolve(null)
        })
      })
    },
    /** Asks it to stop. @returns {Promise<number | null>} its exit code */
    stop() {
      return new Promise((resolve) => {
        if (!child || child.exitCode !== null) return resolve(child?.exitCode ?? null)
        child.once('exit', (code) => resolve(code))
        child.kill('SIGTERM')
      })
    },
  }
}

/**
 * What docs/deploy.md describes, on this machine: the local Envoy with its Central Auth, two Passbook
 * servers that share a secret, and nginx with TLS in front. Without ports, on free ones.
 * @param {{ name: string, http?: number, https?: number, sandbox?: Record<string, string> }} options
 */
export async function startDeployment({ name, http, https, sandbox: sandboxEnv = {} }) {
  const httpPort = http ?? (await freePort())
  const httpsPort = https ?? (await freePort())
  /** @type {readonly [number, number]} */
  const ports = [await freePort(), await freePort()]
  const sandboxPort = await freePort()
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const origin = `https://${name}${httpsPort === 443 ? '' : `:${httpsPort}`}`
  const shared = {
    PUBLIC_URL: origin,
    ENVOY_URL: sandboxUrl,
    ENVOY_REQUESTS_PER_MINUTE: sandboxEnv['SANDBOX_RATE'] ?? '120',
    CENTRAL_AUTH_ISSUER: `${sandboxUrl}/auth`,
    CENTRAL_AUTH_CLIENT_ID: CLIENT.client_id,
    CENTRAL_AUTH_CLIENT_SECRET: CLIENT.client_secret,
    SESSION_SECRET: 'one-secret-for-both-servers-of-this-deployment',
    LOG_LEVEL: 'debug',
  }
  const sandbox = createProgram(
    'dist/server/sandbox.js',
    { SANDBOX_PORT: String(sandboxPort), ...sandboxEnv },
    'Local Envoy: ',
  )
  const servers = ports.map((port) =>
    createProgram('dist/server/main.js', { ...shared, PORT: String(port) }, 'Passbook: '),
  )
  /** @type {Awaited<ReturnType<typeof startNginx>> | null} */
  let nginx = null
  async function stop() {
    await nginx?.stop()
    await Promise.all(servers.map((server) => server.stop()))
    await sandbox.stop()
  }
  try {
    await sandbox.start()
    const registered = await fetch(`${sandboxUrl}/control/clients`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...CLIENT,
        redirect_uris: [`${origin}/auth/callback`],
        post_logout_redirect_uris: [`${origin}/`],
      }),
    })
    if (!registered.ok) throw new Error(`No client: ${await registered.text()}`)
    await Promise.all(servers.map((server) => server.start()))
    nginx = await startNginx({ name, http: httpPort, https: httpsPort, servers: ports })
    return { url: origin, httpPort, httpsPort, sandboxUrl, servers, nginx, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
