import { join } from 'node:path'
import { runnerImport } from 'vite'

/** `npm run conformance -- --url … --token …`: asks an address whether it keeps Envoy's contract. */
const path = join(import.meta.dirname, '../conformance/main.ts')
/** @type {{ module: typeof import('../conformance/main.ts') }} */
const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' })
process.exitCode = await module.main(process.argv.slice(2))
