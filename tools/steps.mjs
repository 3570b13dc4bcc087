const bin = (/** @type {string} */ path) => ['node', `node_modules/${path}`]

/** Everything that needs no browser. @type {import('./run.mjs').Step[]} */
export const CHECKS = [
  { name: 'format and lint', command: [...bin('@biomejs/biome/bin/biome'), 'ci'] },
  { name: 'types', command: [...bin('typescript/bin/tsc')] },
  {
    name: 'types, browser only',
    command: [...bin('typescript/bin/tsc'), '-p', 'tsconfig.browser.json'],
  },
  { name: 'unused code and dependencies', command: [...bin('knip/bin/knip.js')] },
  { name: 'licences', command: ['node', 'tools/licences.mjs'] },
  {
    name: 'unit tests',
    command: [...bin('vitest/vitest.mjs'), 'run', '--project', 'unit'],
  },
]

/** Samples of the proofs that join several rooms. @type {import('./run.mjs').Step} */
export const PROOFS = {
  name: 'proofs, a sample of each',
  command: [...bin('vitest/vitest.mjs'), 'run', '--project', 'proof'],
}

/** @type {import('./run.mjs').Step[]} */
export const BUILD = [
  { name: 'build, page', command: [...bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'] },
  { name: 'build, compressed files', command: ['node', 'tools/compress.mjs'] },
  {
    name: 'build, server',
    command: [...bin('vite/bin/vite.js'), 'build', '--ssr', '--logLevel', 'warn'],
  },
  { name: 'build, stamp', command: ['node', 'tools/stamp.mjs'] },
]
