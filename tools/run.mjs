import { spawn } from 'node:child_process'

/** @typedef {{ name: string, command: string[], env?: Record<string, string> }} Step */

/** Runs one step with its output shown. @param {Step} step @returns {Promise<number>} its exit code */
function run({ command: [program = 'node', ...args], env }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(127))
    child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)))
  })
}

/** Runs steps in order, stops at the first that fails, and ends with a table of what ran. @param {Step[]} steps */
export async function runSteps(steps) {
  /** @type {string[]} */
  const rows = []
  for (const step of steps) {
    process.stdout.write(`\n── ${step.name}\n`)
    const start = Date.now()
    const code = await run(step)
    const seconds = ((Date.now() - start) / 1000).toFixed(1)
    rows.push(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
    if (code !== 0) break
  }
  const left = steps.slice(rows.length).map((step) => `not run ${step.name}`)
  process.stdout.write(`\n${[...rows, ...left].join('\n')}\n`)
  const failed = rows.some((row) => row.startsWith('FAILED'))
  process.exitCode = failed ? 1 : 0
  return !failed
}
