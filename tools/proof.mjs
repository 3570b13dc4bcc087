import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureNginx } from './nginx.mjs'
import { runSteps } from './run.mjs'
import { BUILD } from './steps.mjs'

const LONGER = 'PASSBOOK_PROOF'

/** The unit tests that do more when asked for the long proofs. */
function longUnitTests() {
  return ['src', 'tools', 'proof', 'conformance']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes(LONGER))
}

/** The long proofs; `npm test` runs a sample of each. What is missing is installed, or fails: nothing is skipped. */
try {
  const env = { CHROMIUM_PATH: ensureChromium(), [LONGER]: '1' }
  ensureNginx()
  await runSteps([
    {
      name: 'long proofs, unit',
      command: ['node', 'node_modules/vitest/vitest.mjs', 'run', ...longUnitTests()],
      env,
    },
    { name: 'every rule broken on purpose', command: ['node', 'tools/ledger.mjs', '--break'], env },
    { name: 'mutation', command: ['node', 'tools/mutation.mjs'], env },
    ...BUILD,
    {
      name: 'long proofs, in Chromium',
      command: ['node', 'node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
      env,
    },
    { name: 'scanners', command: ['node', 'tools/scanners.mjs'], env },
  ])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
