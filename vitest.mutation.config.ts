import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests beside the mutated code. */
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    include: ['src/{lib,api/core,api/envoy}/**/*.test.ts'],
    environment: 'node',
    restoreMocks: true,
    pool: 'threads',
    // A mutant may stand where a module is loaded: every file loads its own.
    isolate: true,
    testTimeout: 20_000,
  },
})
