import { fileURLToPath } from 'node:url'
import { createServer, type Plugin } from 'vite'
import type { Found, Hunt } from './hunt'

/** A patch of one line or two: `find` stands exactly once in `file`. */
export type Patch = { readonly file: string; readonly find: string; readonly replace: string }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The source with the patch in it. @throws when it does not fit any more */
function patched(source: string, { file, find, replace }: Patch): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`${file} has "${find}" ${times} times: it has to be once`)
  // A function, because `$&` in a replacement would be read as a pattern.
  return source.replace(find, () => replace)
}

function breakOnTheWay(patches: readonly Patch[]): Plugin {
  return {
    name: 'break-on-purpose',
    enforce: 'pre',
    transform(source, id) {
      return patches
        .filter(({ file }) => id.endsWith(`/${file}`))
        .reduce((text, patch) => patched(text, patch), source)
    },
  }
}

/** Hunts in the code as it is with these patches in it; no file is touched. */
export async function huntWith(patches: readonly Patch[], given: Hunt): Promise<Found> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    resolve: { alias: { '@': `${root}src` } },
    plugins: [breakOnTheWay(patches)],
  })
  try {
    // The module of this name, in a graph of its own.
    const { hunt } = (await server.ssrLoadModule('/proof/model/hunt.ts')) as typeof import('./hunt')
    return await hunt(given)
  } finally {
    await server.close()
  }
}
