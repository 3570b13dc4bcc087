import { startSandbox } from './start'

/** `npm run sandbox`: the local Envoy alone, until it is told to stop. */
async function main() {
  const sandbox = await startSandbox(process.env)
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      await sandbox.close()
      process.exit(0)
    })
  }
  process.stdout.write(`Local Envoy: ${sandbox.url}\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
