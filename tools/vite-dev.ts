import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'

// Types only: everything of src runs through Vite's own loader, which keeps it hot.
type EnvModule = typeof import('../src/server/env')
type DevModule = typeof import('../src/server/dev')
type SandboxModule = typeof import('../src/sandbox/start')
type Settings = ReturnType<EnvModule['readSettings']>
type Running = Awaited<ReturnType<DevModule['startDev']>>

const OURS = /^\/(?:(?:api|auth)(?:[/?]|$)|(?:health|ready)z(?:[?]|$))/

function loaderOf(server: ViteDevServer) {
  const { ssr } = server.environments
  if (!isRunnableDevEnvironment(ssr))
    throw new Error("Vite's ssr environment cannot run code here.")
  return ssr.runner
}

async function settingsOrExit(server: ViteDevServer): Promise<Settings> {
  const { readSettings, StartRefused } =
    await loaderOf(server).import<EnvModule>('/src/server/env.ts')
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Runs the server's code through Vite, and starts it anew when a file of it has changed. */
function hotServer(server: ViteDevServer, settings: Settings) {
  const loader = loaderOf(server)
  let loaded: readonly unknown[] = []
  let running: Promise<Running | null> = Promise.resolve(null)

  async function restart(dev: DevModule, sandbox: SandboxModule | null): Promise<Running> {
    const old = await running.catch(() => null)
    await old?.close()
    return dev.startDev(settings, () => {
      if (!sandbox) throw new Error('An Envoy is configured: the local one stays off.')
      return sandbox.startSandbox(process.env)
    })
  }

  return {
    async current(): Promise<Running> {
      const dev = await loader.import<DevModule>('/src/server/dev.ts')
      const sandbox = settings.envoy
        ? null
        : await loader.import<SandboxModule>('/src/sandbox/start.ts')
      if (loaded[0] !== dev || loaded[1] !== sandbox) {
        loaded = [dev, sandbox]
        running = restart(dev, sandbox)
        // A start that failed is tried again with the next request.
        running.catch(() => {
          loaded = []
        })
      }
      const now = await running
      if (!now) throw new Error('The server is not running.')
      return now
    },
    async close() {
      const now = await running.catch(() => null)
      await now?.close()
    },
  }
}

/**
 * `npm run dev`: Passbook's own server inside Vite's dev server, one process, both hot. Takes PORT,
 * HOST and the rest of the environment as the built server does.
 */
export function passbookDev(): Plugin {
  return {
    name: 'passbook-dev',
    apply: 'serve',
    config: () => ({
      server: {
        host: process.env['HOST'] || '127.0.0.1',
        port: Number(process.env['PORT'] || 4173),
        strictPort: true,
      },
    }),
    async configureServer(server) {
      const settings = await settingsOrExit(server)
      const hot = hotServer(server, settings)
      server.middlewares.use((incoming, outgoing, next) => {
        if (!OURS.test(incoming.url ?? '')) return next()
        hot
          .current()
          .then((running) => running.listener(incoming, outgoing))
          .catch(next)
      })
      server.httpServer?.once('close', () => hot.close())
      server.httpServer?.once('listening', () => {
        hot.current().then(
          ({ localEnvoyUrl }) => {
            const at = `http://${settings.host}:${settings.port}`
            process.stdout.write(
              `${localEnvoyUrl ? `Local Envoy: ${localEnvoyUrl}\n` : ''}Passbook: ${at}\n`,
            )
          },
          (error) => process.stderr.write(`${error instanceof Error ? error.message : error}\n`),
        )
      })
    },
  }
}
