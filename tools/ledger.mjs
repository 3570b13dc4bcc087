import { join } from 'node:path'
import { runnerImport } from 'vite'

const root = join(import.meta.dirname, '..')

try {
  /** @type {{ module: { ledger: typeof import('../proof/ledger/main.ts').ledger } }} */
  const { module } = await runnerImport(join(root, 'proof/ledger/main.ts'), {
    root,
    configFile: false,
    logLevel: 'error',
  })
  process.exitCode = (await module.ledger(root, process.argv.slice(2))) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
