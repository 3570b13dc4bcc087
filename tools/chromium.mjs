import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { attempt, findProgram, installFromDebian, runs } from './debian.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ADVICE =
  'No Chromium found: install one (Debian: "apt-get install chromium"; anywhere: "npx playwright install chromium") or set CHROMIUM_PATH to its binary.'

/** The browser for the tests: `CHROMIUM_PATH`, the system's, Playwright's own; null if there is none. @returns {string | null} */
export function findChromium() {
  const asked = process.env['CHROMIUM_PATH']
  if (asked) return runs(asked) ? asked : null
  const system = findProgram(NAMES)
  if (system) return system
  const own = chromium.executablePath()
  return own && existsSync(own) ? own : null
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
  installFromDebian(['chromium'])
  const installed = findChromium()
  if (!installed) throw new Error(ADVICE)
  execFileSync(installed, ['--version', '--no-sandbox'])
  return installed
}
