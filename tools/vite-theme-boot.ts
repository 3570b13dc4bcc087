import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, transformWithOxc } from 'vite'

const SOURCE = fileURLToPath(new URL('../src/theme-boot.ts', import.meta.url))

/**
 * Puts `src/theme-boot.ts` in front of everything else as a classic script of its own: it blocks
 * the first paint, so that a chosen theme never flashes, and needs no hole in the content policy.
 */
export function themeBoot(): Plugin {
  let building = false
  return {
    name: 'passbook:theme-boot',
    configResolved(config) {
      building = config.command === 'build'
    },
    async buildStart() {
      if (!building) return
      this.emitFile({ type: 'asset', name: 'theme-boot.js', source: await compiled() })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const attrs = bundle
          ? { src: `/${builtName(Object.keys(bundle))}` }
          : { src: '/src/theme-boot.ts', type: 'module' }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

function builtName(files: readonly string[]) {
  const file = files.find((name) => /\/theme-boot-[^/]+\.js$/.test(name))
  if (!file) throw new Error('The build has no theme-boot.')
  return file
}

async function compiled() {
  const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE)
  if (/^\s*(?:import|export)\b/m.test(code)) {
    throw new Error('src/theme-boot.ts runs as a classic script: it may neither import nor export.')
  }
  return code
}
