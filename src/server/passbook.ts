import { readSettings, StartRefused } from './env'
import { createLog } from './log'
import { allowOrigins, type LocalEnvoy, openSource } from './source'
import { startServer } from './start'
import type { Page } from './static'

type Environment = Readonly<Record<string, string | undefined>>
type StartLocalEnvoy = (env: Environment) => Promise<LocalEnvoy>

export type RunningPassbook = {
  readonly url: string
  /** Null when another Envoy is configured. */
  readonly localEnvoyUrl: string | null
  close(): Promise<void>
}

type Parts = {
  readonly env: Environment
  readonly startLocalEnvoy: StartLocalEnvoy
  /** The built page; null where something else serves it. */
  readonly page: Page | null
  /** Takes one sentence for whoever runs Passbook. */
  readonly say: (sentence: string) => void
  /** Takes one line of the log; the standard error output unless told otherwise. */
  readonly writeLog?: (line: string) => void
}

/** Says once that the configured token died; the page shows the rest. */
function deadTokenNotice(hasToken: boolean, say: Parts['say']): () => void {
  let said = !hasToken
  return () => {
    if (said) return
    said = true
    say('Envoy no longer accepts ENVOY_TOKEN: get a new access token and start Passbook with it.')
  }
}

/**
 * Starts Passbook from its environment, with a local Envoy if none is configured. Rejects with
 * StartRefused for a wrong setting and with Node's error for a port that cannot be had.
 */
export async function startPassbook(parts: Parts): Promise<RunningPassbook> {
  const settings = readSettings(parts.env)
  const log = createLog({
    level: settings.logLevel,
    ...(parts.writeLog ? { write: parts.writeLog } : {}),
  })
  const { url, bearers, signIn, local } = await openSource(settings, log, () =>
    parts.startLocalEnvoy(parts.env),
  )
  try {
    const server = await startServer({
      ...settings,
      envoyUrl: url,
      bearers,
      signIn,
      page: parts.page,
      onTokenRefused: deadTokenNotice(signIn === null, parts.say),
      log,
    })
    allowOrigins(local, [server.url, settings.publicUrl])
    return {
      url: settings.publicUrl?.origin ?? server.url,
      localEnvoyUrl: local?.url ?? null,
      async close() {
        await server.close()
        await local?.close()
      },
    }
  } catch (error) {
    await local?.close()
    throw error
  }
}

const LISTEN_PROBLEMS: Readonly<Record<string, (at: string) => string>> = {
  EADDRINUSE: (at) =>
    `Port ${at} is in use: stop what runs there, or start with another one (PORT for the page, SANDBOX_PORT for the local Envoy).`,
  EACCES: (at) => `Port ${at} is not allowed for this user: set PORT to one above 1023.`,
  EADDRNOTAVAIL: () =>
    'HOST is not an address of this machine: set it to one that is, or leave it unset.',
  ENOTFOUND: () =>
    'HOST is not a name this machine knows: set it to an address, or leave it unset.',
}

/** One sentence, with the next step, for a start that failed. */
export function startProblem(error: unknown): string {
  if (error instanceof StartRefused) return error.message
  const { code = '', port = '', message = '' } = Object(error) as Partial<Record<string, unknown>>
  const explain = LISTEN_PROBLEMS[String(code)]
  if (explain) return explain(String(port))
  return String(message).split('\n')[0] || 'Passbook could not start.'
}
