import { spawn } from 'node:child_process'

/**
 * Runs one scanner; not `spawnSync`, as the servers' logs are read meanwhile.
 * @param {string} command @param {readonly string[]} words
 * @param {{ seconds: number, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ status: number | null, output: string }>}
 */
export function runScanner(command, words, { seconds, env = process.env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: seconds * 1_000,
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, output }))
  })
}
