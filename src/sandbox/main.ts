import { startSandbox } from './start'

/** Anybody's client may use it: what runs here is for trying things out. */
const DEMO_CLIENT_SECRET = 'sandbox'

/** `npm run sandbox`: the local Envoy alone, until it is told to stop. */
async function main() {
  const sandbox = await startSandbox(process.env, { clientSecret: DEMO_CLIENT_SECRET })
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      await sandbox.close()
      process.exit(0)
    })
  }
  const { issuer, clientId, clientSecret } = sandbox.centralAuth
  process.stdout.write(`Local Envoy: ${sandbox.url}\n`)
  process.stdout.write(`Central Auth: ${issuer} (client ${clientId}, secret ${clientSecret})\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
