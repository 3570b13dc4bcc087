import { ensureChromium } from './chromium.mjs'
import { runSteps } from './run.mjs'
import { BUILD } from './steps.mjs'

/** The long proofs; `npm test` runs a sample of each. */
try {
  const chromium = ensureChromium()
  await runSteps([
    ...BUILD,
    {
      name: 'long proofs, in Chromium',
      command: ['node', 'node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
      env: { CHROMIUM_PATH: chromium, PASSBOOK_PROOF: '1' },
    },
  ])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
