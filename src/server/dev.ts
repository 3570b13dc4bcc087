import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app'
import type { Settings } from './env'
import { allowedHosts } from './host'
import { createLog } from './log'
import { allowOrigins, type LocalEnvoy, openSource } from './source'
import { UPSTREAM_TIMEOUT_MS } from './tools'
import { createEnvoy } from './upstream'

type RunningDev = {
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<unknown>
  readonly localEnvoyUrl: string | null
  close(): Promise<void>
}

/**
 * `/healthz`, `/auth` and `/api` as the built server answers them, to be mounted in Vite's dev server, which
 * serves the page. There the content security policy does not bind the page: Vite's own client
 * needs inline styles and has no Trusted Types.
 */
export async function startDev(
  settings: Settings,
  startLocalEnvoy: () => Promise<LocalEnvoy>,
): Promise<RunningDev> {
  const log = createLog({ level: settings.logLevel })
  const { url, bearers, signIn, local } = await openSource(settings, log, startLocalEnvoy)
  const origins = [...allowedHosts({ ...settings, publicUrl: null })].map(
    (host) => `http://${host}`,
  )
  allowOrigins(local, [...origins, settings.publicUrl])
  const stopping = new AbortController()
  const hosts = allowedHosts(settings)
  const app = createApp({
    ...settings,
    hosts: () => hosts,
    bearers,
    signIn,
    page: null,
    log,
    upstream: {
      envoy: createEnvoy(url, Date.now),
      timeoutMs: UPSTREAM_TIMEOUT_MS,
      stopping: stopping.signal,
      onTokenRefused: () => undefined,
    },
  })
  return {
    listener: getRequestListener(app.fetch, { overrideGlobalObjects: false }),
    localEnvoyUrl: local?.url ?? null,
    async close() {
      stopping.abort()
      await local?.close()
    },
  }
}
