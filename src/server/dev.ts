import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app'
import type { Settings } from './env'
import { allowedHosts } from './host'
import { envoySource, type LocalEnvoy } from './passbook'
import { UPSTREAM_TIMEOUT_MS } from './tools'
import { createSend } from './upstream'

type RunningDev = {
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<unknown>
  readonly localEnvoyUrl: string | null
  close(): Promise<void>
}

/**
 * `/healthz` and `/api` as the built server answers them, to be mounted in Vite's dev server, which
 * serves the page. There the content security policy does not bind the page: Vite's own client
 * needs inline styles and has no Trusted Types.
 */
export async function startDev(
  settings: Settings,
  startLocalEnvoy: () => Promise<LocalEnvoy>,
): Promise<RunningDev> {
  const { url, tokens, local } = await envoySource(settings, startLocalEnvoy)
  const stopping = new AbortController()
  const hosts = allowedHosts(settings)
  const app = createApp({
    hosts: () => hosts,
    https: false,
    tokens,
    requestsPerMinute: settings.requestsPerMinute,
    page: null,
    upstream: {
      send: createSend(url),
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
