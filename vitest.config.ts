import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'node',
    restoreMocks: true,
    // Tests keep their state to themselves, so files may share a thread: twice as fast.
    pool: 'threads',
    isolate: false,
    // Many wait for a socket or a timer rather than for a core.
    maxWorkers: 2,
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'proof', include: ['{proof,conformance}/**/*.test.ts'] },
      },
    ],
  },
})
