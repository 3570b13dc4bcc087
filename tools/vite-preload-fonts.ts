import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The two faces every page needs at once; the rupee sign lives in latin-ext. */
const FACES = ['anek-latin-latin-wght-normal', 'anek-latin-latin-ext-wght-normal']

/** Preloads the Latin Anek files under the names the build gave them. */
export function preloadFonts(): Plugin {
  return {
    name: 'passbook:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {})
        return FACES.map((face) => preloadTag(face, files))
      },
    },
  }
}

function preloadTag(face: string, files: readonly string[]): HtmlTagDescriptor {
  const file = files.find((name) => name.endsWith('.woff2') && name.includes(`/${face}-`))
  if (!file) throw new Error(`The build has no font ${face}.`)
  return {
    tag: 'link',
    attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
    injectTo: 'head-prepend',
  }
}
