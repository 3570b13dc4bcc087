import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '@/sandbox/start'
import { type RunningPassbook, startPassbook, startProblem } from './passbook'
import { createSignalHandler } from './signals'
import { loadPage } from './static'

const here = dirname(fileURLToPath(import.meta.url))

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function stopOnSignals(passbook: RunningPassbook) {
  const handler = createSignalHandler({
    stop: () => passbook.close(),
    exit: (code) => process.exit(code),
    now: () => performance.now(),
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, handler)
}

const page =
  loadPage(join(here, '../client')) ?? refuse('The page is not built: run "npm run build".')
try {
  const passbook = await startPassbook({
    env: process.env,
    startLocalEnvoy: startSandbox,
    page,
    say: (sentence) => process.stderr.write(`${sentence}\n`),
  })
  stopOnSignals(passbook)
  const local = passbook.localEnvoyUrl ? `Local Envoy: ${passbook.localEnvoyUrl}\n` : ''
  process.stdout.write(`${local}Passbook: ${passbook.url}\n`)
} catch (error) {
  refuse(startProblem(error))
}
