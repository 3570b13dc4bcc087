import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether a file is there and may be run. @param {string} path */
export function runs(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first of these programs that a machine has. @param {readonly string[]} names @param {readonly string[]} more folders beside PATH @returns {string | null} */
export function findProgram(names, more = []) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...more]
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(runs) ?? null
}

/** Runs a command without its output; whether it went well. @param {string} command @param {readonly string[]} words @param {Record<string, string>} env */
export function attempt(command, words, env = {}) {
  const options = /** @type {const} */ ({ stdio: 'ignore', timeout: 240_000 })
  return spawnSync(command, words, { ...options, env: { ...process.env, ...env } }).status === 0
}

/** Installs packages of Debian where that is possible: as root, with apt. Services stay off. @param {readonly string[]} packages */
export function installFromDebian(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  // At run level 1 no service starts: it would take ports that are not for tests.
  const env = { RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' }
  attempt('apt-get', ['update'])
  attempt('apt-get', ['install', '-y', '--no-install-recommends', ...packages], env)
}
