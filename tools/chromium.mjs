import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ADVICE =
  'No Chromium found: install one (Debian: "apt-get install chromium"; anywhere: "npx playwright install chromium") or set CHROMIUM_PATH to its binary.'

/** @param {string} path */
function runs(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser for the tests: `CHROMIUM_PATH`, the system's, Playwright's own; null if there is none. @returns {string | null} */
export function findChromium() {
  const asked = process.env['CHROMIUM_PATH']
  if (asked) return runs(asked) ? asked : null
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const system = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(runs)
  if (system) return system
  const own = chromium.executablePath()
  return own && existsSync(own) ? own : null
}

/** @param {string} command @param {string[]} args */
function attempt(command, args) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 240_000 }).status === 0
}

/** Finds a browser or installs one: Playwright's, else Debian's when root. Ends with one sentence if neither works. @returns {string} */
export function ensureChromium() {
  const asked = process.env['CHROMIUM_PATH']
  if (asked && !runs(asked)) throw new Error(`CHROMIUM_PATH is "${asked}", which cannot be run.`)
  const found = findChromium()
  if (found) return found
  process.stdout.write('No Chromium here: installing one.\n')
  if (attempt('npx', ['playwright', 'install', 'chromium'])) {
    const own = findChromium()
    if (own) return own
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    attempt('apt-get', ['update'])
    attempt('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  }
  const installed = findChromium()
  if (!installed) throw new Error(ADVICE)
  execFileSync(installed, ['--version', '--no-sandbox'])
  return installed
}
