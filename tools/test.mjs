import { ensureChromium } from './chromium.mjs'
import { ensureNginx } from './nginx.mjs'
import { runSteps } from './run.mjs'
import { BUILD, CHECKS, PROOFS } from './steps.mjs'

try {
  const chromium = ensureChromium()
  process.stdout.write(`Chromium: ${chromium}\nnginx: ${ensureNginx()}\n`)
  await runSteps([
    ...CHECKS,
    PROOFS,
    { name: 'known vulnerabilities', command: ['node', 'tools/audit.mjs'] },
    ...BUILD,
    { name: 'size budget', command: ['node', 'tools/size.mjs'] },
    {
      name: 'end to end, in Chromium',
      command: ['node', 'node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
      env: { CHROMIUM_PATH: chromium },
    },
  ])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
