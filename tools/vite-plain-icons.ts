import type { Plugin } from 'vite'

const NAME = '\0plain-icons'

/** How Passbook uses an icon: a size, a width of line, a class. */
const SOURCE = `
import { createElement } from 'react'
const FIXED = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' }
export default ({ node }) =>
  ({ size = 24, ...own }) =>
    createElement('svg', { ...FIXED, width: size, height: size, ...own }, node.map(([tag, attributes]) => createElement(tag, attributes)))
`

/**
 * Lucide makes its React icons with code for options that nobody here uses: 1.1 kB gzipped before
 * the first row. In the build they are made by the few lines above, from the same drawings.
 */
export function plainIcons(): Plugin {
  let replaced = false
  return {
    name: 'passbook:plain-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.endsWith('/createLucideIcon.mjs') || !importer?.includes('lucide-react')) return null
      replaced = true
      return NAME
    },
    load: (id) => (id === NAME ? SOURCE : null),
    buildEnd(error) {
      if (!error && !replaced) this.error('lucide-react no longer makes its icons where it did.')
    },
  }
}
