import { type ChildProcess, spawn } from 'node:child_process'
import { type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../../tools/chromium.mjs'

type KilledBrowser = {
  readonly context: BrowserContext
  /** Ends all its processes at once, as a power cut does. */
  kill(): Promise<void>
}

const STARTS_WITHIN_MS = 30_000
const QUIET = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
]

/** A browser of its own process group, on a profile that outlives it. */
export async function startBrowser(profile: string): Promise<KilledBrowser> {
  const program = findChromium()
  if (program === null) throw new Error('No Chromium found.')
  const child = spawn(program, [...QUIET, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const browser = await chromium.connectOverCDP(await addressOf(child))
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no context.')
  return {
    context,
    async kill() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await gone
      await browser.close().catch(() => {})
    },
  }
}

/** The address for its tools, which it writes once it is up. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(
      () => reject(new Error(`No browser in time:\n${said}`)),
      STARTS_WITHIN_MS,
    )
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (address === undefined) return
      clearTimeout(late)
      resolve(address)
    })
    child.once('exit', () => reject(new Error(`The browser ended:\n${said}`)))
  })
}
